import type { Browser, Page } from '@playwright/test'
import { aloneWith, expect, test } from '../journey.ts'
import { OPERATOR, type Portico, startWithOwnPostgres } from '../portico.ts'
import { done, type Person, signIn } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

const MEMBER = { email: 'member@example.com', password: 'a long enough password' }
const MEMBER_PAGES = ['/dashboard', '/user/msg', '/user/nodes', '/user/tickets', '/user/ticket/new']
const OPERATOR_PAGES = ['/dashboard', '/admin/ticket', '/admin/order', '/admin/log', '/admin/server/group?open=new']
const GONE = 'No connection to the server.'
const SUBJECT = 'Half a sentence that'

const portico: Portico = aloneWith(startWithOwnPostgres, async () => {
  await done(portico.call('POST', '/muser/auth/register', MEMBER))
})

/** Each page is in a browser of its own: one browser opens only six connections to a server. */
async function openAll(browser: Browser, who: typeof MEMBER, paths: string[]): Promise<{ call: Person['call']; pages: Page[] }> {
  const { page: first, call } = await signIn(portico, browser, who, 1440)
  const storageState = await first.context().storageState()
  await first.context().close()
  const open = async (path: string): Promise<Page> => {
    const context = await browser.newContext({ baseURL: portico.base, viewport: { width: 1440, height: 900 }, storageState })
    const page = await context.newPage()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 * slowness })
    // A reload would take the mark away.
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    return page
  }
  return { call, pages: await Promise.all(paths.map(open)) }
}

const stayed = (page: Page) => page.evaluate(() => 'stayed' in window)
const unreadOn = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await page.getByRole('link', { name: /^Messages, / }).getAttribute('aria-label')) ?? '')?.[0] ?? 0)

test('ten pages outlive a server that is killed and started again: live data and unfinished forms, nobody is signed out', async ({
  browser,
}) => {
  test.setTimeout(420_000 * slowness)
  const member = await openAll(browser, MEMBER, MEMBER_PAGES)
  const operator = await openAll(browser, OPERATOR, OPERATOR_PAGES)
  const pages = [...member.pages, ...operator.pages]
  const subject = member.pages[4]!.getByLabel('Subject')
  await subject.fill(SUBJECT)
  const group = operator.pages[4]!.getByRole('dialog').getByLabel('Name')
  await group.fill(SUBJECT)
  const unread = await unreadOn(member.pages[0]!)

  await portico.kill()
  // A page whose stream ended before asks once a minute.
  for (const page of pages) await expect(page.getByText(GONE)).toBeVisible({ timeout: 90_000 * slowness })
  // What was loaded can still be read, and a change says why it fails.
  for (const page of member.pages) await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(member.pages[0]!.getByText(/What you see was loaded (just now|\d+ minutes? ago)/)).toBeVisible()
  await group.press('Enter')
  await expect(operator.pages[4]!.getByText("Can't reach the server. Check your connection and try again.").first()).toBeVisible()

  const caughtUp = pages.map((page) => page.waitForResponse((answer) => answer.url().includes('/api/v1/') && answer.ok()))
  await portico.start()
  await Promise.all(caughtUp)
  for (const page of pages) await expect(page.getByText(GONE)).toHaveCount(0)

  // What happens from now on arrives on open pages.
  const { id } = await done(
    member.call('POST', '/muser/ticket/save', { kind: 'speed', level: 'high', subject: 'After the restart', text: 'Slow since' }),
  )
  await expect(operator.pages[1]!.getByText('After the restart').first()).toBeVisible({ timeout: 60_000 * slowness })
  await done(operator.call('POST', `/admin/tickets/${id}/replies`, { text: 'Better now?' }))
  for (const page of member.pages) await expect.poll(() => unreadOn(page), { timeout: 60_000 * slowness }).toBe(unread + 1)

  await expect(subject).toHaveValue(SUBJECT)
  await expect(group).toHaveValue(SUBJECT)
  await group.press('Enter')
  await expect(operator.pages[4]!.getByRole('main').getByText(SUBJECT)).toBeVisible()
  for (const [at, page] of pages.entries()) {
    expect([at, await stayed(page), new URL(page.url()).pathname]).toEqual([
      at,
      true,
      [...MEMBER_PAGES, ...OPERATOR_PAGES][at]?.split('?')[0],
    ])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: "This page couldn't be shown" })).toHaveCount(0)
  }
})
