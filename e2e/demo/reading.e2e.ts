import type { Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { publishLongArticles } from '../long-articles.ts'
import { MEMBER, OPERATOR, type Portico } from '../portico.ts'
import { done, fitsScreen, passesAxe, signIn, visit } from '../shop.ts'

let ids: Awaited<ReturnType<typeof publishLongArticles>>
const portico: Portico = onDemo(async () => {
  const { x_token: token } = await done(portico.call('POST', '/muser/auth/login', OPERATOR))
  ids = await publishLongArticles(portico, token)
  return async () => {
    for (const id of Object.values(ids)) await done(portico.call('DELETE', `/admin/articles/${id}`, {}, token))
  }
})

/** Fails at the end if the content policy was broken, or a script was. */
function watch(page: Page): () => void {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content.Security.Policy|violates/i.test(message.text())) faults.push(message.text())
  })
  return () => expect(faults).toEqual([])
}

test('a member finds an article on a phone, reads it, and says whether it helped', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 390)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portico.base })
  const isClean = watch(page)
  await page.goto('/user/article')
  await expect(page.getByRole('heading', { level: 1, name: 'Tutorials' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('Clash')
  await expect(page.getByText('What to do when nothing loads')).toBeHidden()
  await page.getByRole('link', { name: 'Set up Clash Verge on Windows' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Clash Verge on Windows' })).toBeVisible()
  await expect(page).toHaveTitle(/^Set up Clash Verge on Windows - /)
  await expect(page.locator('.prose .qr img')).toBeVisible()
  await passesAxe(page)
  await fitsScreen(page)

  await page.locator('summary').filter({ hasText: 'On this page' }).click()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Check that it works' }).click()
  await expect(page.getByRole('heading', { name: 'Check that it works' })).toBeInViewport()

  await page.getByRole('button', { name: /^Open large/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img')).toBeVisible()
  await passesAxe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Open large/ })).toBeFocused()
  const here = page.url()
  await page.getByRole('button', { name: /^Open large/ }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(here)
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Clash Verge on Windows' })).toBeVisible()

  const link = page.locator('.own-link').first()
  await expect(link).toContainText('••••••')
  await link.getByRole('button', { name: 'Show' }).click()
  await expect(link).toContainText(/\/s\/\w{20,}/)
  await link.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http\S+\/s\/\w{20,}$/)

  const code = page.locator('.prose .code').filter({ hasText: 'mixed-port' })
  await code.getByRole('button', { name: 'Copy' }).click()
  await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^mixed-port: 7890\n[^]*dns-query\]$/)

  const vote = page.getByRole('region', { name: 'Was this helpful?' })
  const answer = (name: string) => vote.getByRole('button', { name, exact: true })
  const [yes, no] = [answer('Yes'), answer('No')]
  await no.click()
  await expect(no).toHaveAttribute('aria-pressed', 'true')
  await expect(vote.getByRole('link', { name: 'Status and customer service' })).toHaveAttribute('href', '/service')
  await yes.click()
  await expect(yes).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(yes).toHaveAttribute('aria-pressed', 'true')
  await yes.click()
  await expect(yes).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(yes).toHaveAttribute('aria-pressed', 'false')

  await page.getByRole('link', { name: 'what to do when nothing loads', exact: true }).first().click()
  await expect(page).toHaveURL(`${portico.base}/article/articleRead/${ids.repair}`)
  await expect(page.getByRole('heading', { level: 1, name: 'What to do when nothing loads' })).toBeVisible()
  isClean()
})

test('a visitor goes from the footer to the help and reads what is public', async ({ browser }) => {
  const page = await visit(browser, portico, 1440)
  const isClean = watch(page)
  await page.goto('/index')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tutorials' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tutorials' })).toBeVisible()
  await page.getByRole('searchbox').fill('zzz')
  await expect(page.getByText('Nothing fits')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('link', { name: 'Set up Clash Verge on Windows' }).click()
  await expect(page.getByText('This part is for members.')).toBeVisible()
  await expect(page.locator('.prose .qr')).toHaveCount(0)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Check that it works' }).click()
  await expect(page.getByRole('heading', { name: 'Check that it works' })).toBeInViewport()
  await expect(contents).toBeInViewport()
  await page.locator('article').getByRole('button').and(page.locator('[lang="zh-CN"]')).click()
  await expect(page.getByRole('heading', { level: 1, name: '在 Windows 上安装 Clash Verge' })).toBeVisible()
  await expect(page).toHaveURL(`${portico.base}/help/${ids.setup}?lang=zh-CN`)
  // The whole page speaks it, also what is read next; going back undoes it.
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  const next = page.locator(`nav a[href="/help/${ids.repair}?lang=zh-CN"]`)
  await expect(next).toBeVisible()
  await page.reload()
  // The server's text stands at once; the contents come with the web app.
  await expect(page.getByRole('navigation', { name: '本页内容' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Clash Verge on Windows' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  isClean()
})

test('without scripts the help can be read and walked through', async ({ browser }) => {
  const page = await visit(browser, portico, 1280, { javaScriptEnabled: false, locale: 'zh-CN' })
  await page.goto('/help')
  await page.getByRole('link', { name: '在 Windows 上安装 Clash Verge' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '在 Windows 上安装 Clash Verge' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '检查是否成功' })).toBeVisible()
  await expect(page.getByText('这部分内容仅会员可见')).toBeVisible()
  await expect(page.getByText('JavaScript')).toHaveCount(0)
  expect((await page.goto('/help/999999'))?.status()).toBe(404)
})

test('a visitor reads the terms and finds customer service in the footer, by keyboard too', async ({ browser }) => {
  const page = await visit(browser, portico, 390)
  await page.goto('/help')
  const terms = page.getByRole('button', { name: 'Terms of service' })
  await terms.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Your link is for you and your own devices.')).toBeVisible()
  await passesAxe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(terms).toBeFocused()
  await page.getByRole('button', { name: 'Customer service' }).click()
  await expect(dialog.getByRole('link', { name: 'help@example.com' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test('an article that fails to load stops the loading indicator and shows nothing else; what is no number is not found', async ({
  browser,
}) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  const answered = page.waitForResponse((response) => response.url().includes('/knowledge/fetch?'))
  await page.goto('/article/articleRead/999999')
  expect((await answered).status()).toBe(404)
  await expect(page.locator('main')).toHaveText('')
  await expect(page.getByText('request failed')).toHaveCount(0)
  await expect(page.locator('[class*="spinner"], [aria-busy="true"]')).toHaveCount(0)
  await page.goto('/article/articleRead/abc')
  await expect(page).toHaveURL(`${portico.base}/404`)
  await page.goto('/help/abc')
  await expect(page).toHaveURL(`${portico.base}/404`)
})
