import { expect, type Page, test } from '@playwright/test'
import { publishArticle } from '../apps/server/test/publish-article.ts'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, passesAxe, signIn } from './shop.ts'

const MEMBER = { email: 'searcher@example.com', password: 'a long enough password' }
const words = {
  en: {
    title: 'Search',
    label: 'What are you looking for?',
    ask: 'renew',
    found: 'When a renewal is due',
    other: '续费',
    otherFound: '什么时候需要续费',
    kinds: ['Articles', 'Pages'],
    nothing: 'Nothing found for “qzxqzx”',
    begin: 'Good places to start',
    gated: 'Lighthouse for members',
    secret: 'lighthouse',
    whole: 'Search the whole site',
  },
  'zh-CN': {
    title: '搜索',
    label: '您想找什么？',
    ask: '续费',
    found: '什么时候需要续费',
    other: 'renewl',
    otherFound: 'When a renewal is due',
    kinds: ['文章', '页面'],
    nothing: '没有找到“qzxqzx”',
    begin: '从这些文章开始',
    gated: '会员专用灯塔',
    secret: '灯塔',
    whole: '搜索全站',
  },
} as const
type Language = keyof typeof words

let portico: Portico
test.beforeAll(async ({ browser }) => {
  portico = await startPortico()
  const operator = await signIn(portico, browser, OPERATOR, 1440)
  const body = '<p>Three days before your plan ends you get a mail. Follow its link, choose a period and pay.</p>'
  const zh = {
    title: '什么时候需要续费',
    summary: '',
    body: '<p>套餐到期前三天，您会收到一封邮件。点击其中的链接，选择时长并付款即可续费。</p>',
  }
  await publishArticle(operator, { en: { title: 'When a renewal is due', summary: 'How to renew in time', body }, zh })
  const gated = { en: { title: words.en.gated }, zh: { title: words['zh-CN'].gated } }
  await publishArticle(operator, { audience: 'members', ...gated })
  for (let n = 1; n <= 14; n++) await publishArticle(operator, { en: { title: `Carillon ${n}` }, zh: { title: `钟琴 ${n}` } })
  await done(portico.call('POST', '/muser/auth/register', MEMBER))
  await operator.page.context().close()
})
test.afterAll(() => portico.stop())

async function ask(page: Page, label: string, q: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: label })
  await field.fill(q)
  await field.press('Enter')
}

for (const language of ['en', 'zh-CN'] as Language[]) {
  const text = words[language]
  const speak = (page: Page) => page.context().addCookies([{ name: 'language', value: language, url: portico.base }])

  test(`${language}: a visitor on a phone searches in either language and opens what was found`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: portico.base, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await speak(page)
    await page.goto('/help')
    await page.getByRole('link', { name: text.whole }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: text.begin })).toBeVisible()
    await passesAxe(page)
    await page.screenshot({ path: `test-results/soso-${language}-empty.png` })

    await ask(page, text.label, text.ask)
    await expect(page).toHaveURL(new RegExp(`/soso\\?q=${encodeURIComponent(text.ask)}`))
    for (const kind of text.kinds) await expect(page.getByRole('heading', { level: 2, name: kind })).toBeVisible()
    const link = page.getByRole('link', { name: text.found })
    await expect(link.locator('mark').first()).toBeVisible()
    await passesAxe(page)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
    await page.screenshot({ path: `test-results/soso-${language}-found.png`, fullPage: true })
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: text.found })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('searchbox', { name: text.label })).toHaveValue(text.ask)

    // In the other language, and mistyped: the article opens in the language it was found in.
    await ask(page, text.label, text.other)
    await page.getByRole('link', { name: text.otherFound }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.otherFound })).toBeVisible()

    await page.goto('/soso?q=qzxqzx')
    await expect(page.getByText(text.nothing).last()).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: text.begin })).toBeVisible()
    await passesAxe(page)
    await page.screenshot({ path: `test-results/soso-${language}-nothing.png`, fullPage: true })
    await context.close()
  })

  test(`${language}: a member finds an article for members, which a visitor does not`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: portico.base, viewport: { width: 1440, height: 900 } })
    const outside = await context.newPage()
    await speak(outside)
    await outside.goto(`/soso?q=${encodeURIComponent(text.secret)}`)
    await expect(outside.getByRole('heading', { level: 2, name: text.begin })).toBeVisible()
    await expect(outside.getByText(text.gated)).toHaveCount(0)
    await context.close()

    const { page } = await signIn(portico, browser, MEMBER, 1440)
    await speak(page)
    await page.goto('/article/list')
    await page.getByRole('link', { name: text.whole }).click()
    await ask(page, text.label, text.secret)
    await page.screenshot({ path: `test-results/soso-${language}-member.png` })
    await page.getByRole('link', { name: text.gated }).click()
    await expect(page).toHaveURL(/\/article\/articleRead\/\d+/)
    await expect(page.getByRole('heading', { level: 1, name: text.gated })).toBeVisible()
    await page.context().close()
  })
}

test('more articles follow on request, and all of them are counted', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: portico.base, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto('/soso?q=carillon')
  await expect(page.getByRole('link', { name: /^Carillon/ })).toHaveCount(10)
  await page.getByRole('button', { name: 'More articles' }).click()
  await expect(page.getByRole('link', { name: /^Carillon/ })).toHaveCount(14)
  await expect(page.getByText('14 results')).toBeVisible()
  await page.screenshot({ path: 'test-results/soso-many.png', fullPage: true })
  await context.close()
})
