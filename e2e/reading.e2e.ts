import { expect, type Page, test } from '@playwright/test'
import { publishLongArticles } from './long-articles.ts'
import { MEMBER, OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, fitsScreen, passesAxe, signIn, speak } from './shop.ts'

const words = {
  en: {
    list: 'Tutorials',
    title: 'Set up Clash Verge on Windows',
    contents: 'On this page',
    check: 'Check that it works',
    open: /^Open large/,
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    show: 'Show',
    helpful: 'Was this helpful?',
    yes: 'Yes',
    no: 'No',
    service: 'Status and customer service',
    other: 'what to do when nothing loads',
    otherTitle: 'What to do when nothing loads',
    locked: 'This part is for members.',
    help: 'Tutorials',
    footer: 'Tutorials',
    search: 'Search articles',
    nothing: 'Nothing fits',
    terms: 'Terms of service',
    rule: 'Your link is for you and your own devices.',
  },
  'zh-CN': {
    list: '教程文档',
    title: '在 Windows 上安装 Clash Verge',
    contents: '本页内容',
    check: '检查是否成功',
    open: /^查看大图/,
    close: '关闭',
    copy: '复制',
    copied: '已复制',
    show: '显示',
    helpful: '这篇文章有帮助吗？',
    yes: '有帮助',
    no: '没有',
    service: '客服与服务状态',
    other: '网页打不开怎么办',
    otherTitle: '网页打不开怎么办',
    locked: '这部分内容仅会员可见',
    help: '教程文档',
    footer: '教程文档',
    search: '搜索文章',
    nothing: '没有符合条件的文章',
    terms: '服务条款',
    rule: '订阅链接仅供您本人的设备使用。',
  },
} as const
type Language = keyof typeof words
const languages = Object.keys(words) as Language[]

let portico: Portico
let ids: Awaited<ReturnType<typeof publishLongArticles>>
test.beforeAll(async () => {
  portico = await startPortico('--demo')
  const { x_token: token } = await done(portico.call('POST', '/muser/auth/login', OPERATOR))
  ids = await publishLongArticles(portico, token)
})
test.afterAll(() => portico.stop())

/** Fails at the end if the content policy was broken, or a script was. */
function watch(page: Page): () => void {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content.Security.Policy|violates/i.test(message.text())) faults.push(message.text())
  })
  return () => expect(faults).toEqual([])
}

for (const language of languages) {
  const text = words[language]

  test(`${language}: a member finds an article on a phone, reads it, and says whether it helped`, async ({ browser }) => {
    const { page } = await signIn(portico, browser, MEMBER, 390)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portico.base })
    await speak(page.context(), portico, language)
    const isClean = watch(page)
    await page.goto('/user/article')
    await expect(page.getByRole('heading', { level: 1, name: text.list })).toBeVisible()
    await passesAxe(page)
    await page.getByRole('searchbox', { name: text.search }).fill('Clash')
    await expect(page.getByText(text.otherTitle)).toBeHidden()
    await page.getByRole('link', { name: text.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${text.title} - `))
    await expect(page.locator('.prose .qr img')).toBeVisible()
    await passesAxe(page)
    await fitsScreen(page)

    await page.locator('summary').filter({ hasText: text.contents }).click()
    await page.getByRole('navigation', { name: text.contents }).getByRole('link', { name: text.check }).click()
    await expect(page.getByRole('heading', { name: text.check })).toBeInViewport()

    await page.getByRole('button', { name: text.open }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img')).toBeVisible()
    await passesAxe(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: text.open })).toBeFocused()
    const here = page.url()
    await page.getByRole('button', { name: text.open }).click()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(here)
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible()

    const link = page.locator('.own-link').first()
    await expect(link).toContainText('••••••')
    await link.getByRole('button', { name: text.show }).click()
    await expect(link).toContainText(/\/s\/\w{20,}/)
    await link.getByRole('button', { name: text.copy }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http\S+\/s\/\w{20,}$/)

    const code = page.locator('.prose .code').filter({ hasText: 'mixed-port' })
    await code.getByRole('button', { name: text.copy }).click()
    await expect(code.getByRole('button', { name: text.copied })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^mixed-port: 7890\n[^]*dns-query\]$/)

    const vote = page.getByRole('region', { name: text.helpful })
    const answer = (name: string) => vote.getByRole('button', { name, exact: true })
    const [yes, no] = [answer(text.yes), answer(text.no)]
    await no.click()
    await expect(no).toHaveAttribute('aria-pressed', 'true')
    await expect(vote.getByRole('link', { name: text.service })).toHaveAttribute('href', '/service')
    await yes.click()
    await expect(yes).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(yes).toHaveAttribute('aria-pressed', 'true')
    await yes.click()
    await expect(yes).toHaveAttribute('aria-pressed', 'false')
    await page.reload()
    await expect(yes).toHaveAttribute('aria-pressed', 'false')

    await page.getByRole('link', { name: text.other, exact: true }).first().click()
    await expect(page).toHaveURL(`${portico.base}/article/articleRead/${ids.repair}`)
    await expect(page.getByRole('heading', { level: 1, name: text.otherTitle })).toBeVisible()
    isClean()
  })

  test(`${language}: a visitor goes from the footer to the help and reads what is public`, async ({ browser }) => {
    const page = await (await browser.newContext({ baseURL: portico.base, viewport: { width: 1440, height: 900 } })).newPage()
    await speak(page.context(), portico, language)
    const isClean = watch(page)
    await page.goto('/index')
    await page.getByRole('contentinfo').getByRole('link', { name: text.footer }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.help })).toBeVisible()
    await passesAxe(page)
    await page.getByRole('searchbox').fill('zzz')
    await expect(page.getByText(text.nothing)).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: text.title }).click()
    await expect(page.getByText(text.locked)).toBeVisible()
    await expect(page.locator('.prose .qr')).toHaveCount(0)
    const contents = page.getByRole('navigation', { name: text.contents })
    await contents.getByRole('link', { name: text.check }).click()
    await expect(page.getByRole('heading', { name: text.check })).toBeInViewport()
    await expect(contents).toBeInViewport()
    await passesAxe(page)
    const other = language === 'en' ? 'zh-CN' : 'en'
    await page
      .locator('article')
      .getByRole('button')
      .and(page.locator(`[lang="${other}"]`))
      .click()
    await expect(page.getByRole('heading', { level: 1, name: words[other].title })).toBeVisible()
    await expect(page).toHaveURL(`${portico.base}/help/${ids.setup}?lang=${other}`)
    // The whole page speaks it, also what is read next; going back undoes it.
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    const next = page.locator(`nav a[href="/help/${ids.repair}?lang=${other}"]`)
    await expect(next).toBeVisible()
    await page.reload()
    // The server's text stands at once; the contents come with the web app.
    await expect(page.getByRole('navigation', { name: words[other].contents })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    isClean()
  })

  test(`${language}: without scripts the help can be read and walked through`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: portico.base, javaScriptEnabled: false, locale: language })
    const page = await context.newPage()
    await page.goto('/help')
    await page.getByRole('link', { name: text.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
    await expect(page.getByRole('heading', { name: text.check })).toBeVisible()
    await expect(page.getByText(text.locked)).toBeVisible()
    await expect(page.getByText('JavaScript')).toHaveCount(0)
    expect((await page.goto('/help/999999'))?.status()).toBe(404)
  })

  test(`${language}: the terms open in a dialog`, async ({ browser }) => {
    const page = await (await browser.newContext({ baseURL: portico.base, viewport: { width: 390, height: 844 } })).newPage()
    await speak(page.context(), portico, language)
    await page.goto('/help')
    await page.getByRole('contentinfo').getByRole('button', { name: text.terms }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(text.rule)).toBeVisible()
    await passesAxe(page)
    await dialog.getByRole('button', { name: text.close }).click()
    await expect(dialog).toHaveCount(0)
  })
}

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
