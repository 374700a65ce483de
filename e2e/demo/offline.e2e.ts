import type { Browser, Page } from '@playwright/test'
import { listen } from '../../apps/server/test/gateways/listen.ts'
import { startBalancer } from '../../apps/server/test/round-robin.ts'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER, OPERATOR } from '../portico.ts'
import { change, passesAxe, signIn, speak } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

const portico = onDemo()

const GONE = 'No connection to the server'

/** A member’s page in a browser that keeps the worker. */
async function open(browser: Browser, path: string, language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const { page: first } = await signIn(portico, browser, MEMBER, 1440)
  const storageState = await first.context().storageState()
  await first.context().close()
  const context = await browser.newContext({ baseURL: portico.base, storageState, serviceWorkers: 'allow' })
  await speak(context, portico, language)
  const page = await context.newPage()
  await page.goto(path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
  })
  return page
}

test('the site can be installed as an app, with the name that the operator chose', async ({ browser }) => {
  const back = await change(await signIn(portico, browser, OPERATOR, 1440), { 'site.title': 'Harbour', 'site.title_zh': '港湾' })
  for (const [language, name] of [
    ['en', 'Harbour'],
    ['zh-CN', '港湾'],
  ] as const) {
    const page = await open(browser, '/dashboard', language)
    const devtools = await page.context().newCDPSession(page)
    const { data, errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '')).toMatchObject({ name, lang: language, display: 'standalone', start_url: '/' })
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // Tests run in private windows.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  }
  await back()
})

test('while the server is away any address says so, and opens by itself once it is back', async ({ browser }) => {
  const page = await open(browser, '/dashboard', 'zh-CN')
  await page.goto('/user/orders')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // One worker for everything, which keeps nothing of a person.
  const kept = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return [(await navigator.serviceWorker.getRegistrations()).length, requests.flat().map(({ url }) => new URL(url).pathname)]
  })
  expect(kept).toEqual([1, ['/offline.html', '/offline.js', '/favicon.svg']])

  await portico.kill()
  await page.goto('/user/nodes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['无法连接服务器'])
  await expect(page.getByRole('link', { name: '重试' })).toBeVisible()
  await passesAxe(page)
  await portico.start()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('节点列表', { timeout: 60_000 * slowness })
  await expect(page).toHaveURL(/\/user\/nodes$/)
})

test('without a network a page stays readable, says how old it is and why a change fails, and goes on when the network is back', async ({
  browser,
}) => {
  const page = await open(browser, '/user/ticket/new')
  await page.getByLabel('Subject').fill('Slow at night')
  await page.getByRole('textbox', { name: 'Message' }).fill('Since yesterday')
  await page
    .getByRole('textbox', { name: 'Topic' })
    .or(page.getByRole('combobox', { name: 'Topic' }))
    .first()
    .click()
  await page.getByRole('option').first().click()
  const bar = page.getByRole('status').filter({ hasText: `${GONE}.` })
  await page.context().setOffline(true)
  await expect(bar).toBeVisible()
  await expect(bar).toContainText('What you see was loaded')
  await page.getByRole('button', { name: 'Send ticket' }).click()
  await expect(page.getByText("Can't reach the server. Check your connection and try again.").first()).toBeVisible()
  await bar.getByRole('button', { name: 'Try again' }).click()
  await expect(bar).toBeVisible()
  await page.context().setOffline(false)
  await expect(bar).toHaveCount(0)
  await expect(page.getByLabel('Subject')).toHaveValue('Slow at night')
  await page.getByRole('button', { name: 'Send ticket' }).click()
  await expect(page).toHaveURL(/\/user\/ticket\/\d+/)
})

test('a changed page for a lost server replaces the one that browsers keep', async ({ browser }) => {
  const later = await listen(laterBuild)
  const site = await startBalancer([portico.base])
  const context = await browser.newContext({ baseURL: site.base, serviceWorkers: 'allow', locale: 'en' })
  const page = await context.newPage()
  const kept = (): Promise<string[]> => page.evaluate(() => caches.keys())
  await page.goto('/index')
  await expect.poll(kept).toHaveLength(1)
  const before = await kept()

  site.serve([later.url])
  await page.goto('/price')
  await expect.poll(kept).toEqual(before.map((name) => `${name}-later`))

  // Nothing listens there any more.
  await later.stop()
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A later page')
  void site.stop()
})

/** The texts of the site as a later build of it serves them: another offline page, and so another name in the worker. */
async function laterBuild({ path }: { path: string }) {
  const answer = await fetch(`${portico.base}${path}`)
  let body = await answer.text()
  if (path === '/worker.js') body = body.replace(/'(offline-\w+)'/, "'$1-later'")
  if (path === '/offline.html') body = '<!doctype html><title>Later</title><h1>A later page</h1>'
  return { status: answer.status, headers: { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }, body }
}
