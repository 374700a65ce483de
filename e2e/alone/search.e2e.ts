import type { Browser, Page } from '@playwright/test'
import { publishArticle } from '../../apps/server/test/publish-article.ts'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'
import { done, fitsScreen, signIn, speak, visit } from '../shop.ts'

const MEMBER = { email: 'searcher@example.com', password: 'a long enough password' }

const portico: Portico = alone(async (_, browser) => {
  const operator = await signIn(portico, browser, OPERATOR, 1440)
  const body = '<p>Three days before your plan ends you get a mail. Follow its link, choose a period and pay.</p>'
  const zh = {
    title: '什么时候需要续费',
    summary: '',
    body: '<p>套餐到期前三天，您会收到一封邮件。点击其中的链接，选择时长并付款即可续费。</p>',
  }
  await publishArticle(operator, { en: { title: 'When a renewal is due', summary: 'How to renew in time', body }, zh })
  const gated = { en: { title: 'Lighthouse for members' }, zh: { title: '会员专用灯塔' } }
  await publishArticle(operator, { audience: 'members', ...gated })
  for (let n = 1; n <= 14; n++) await publishArticle(operator, { en: { title: `Carillon ${n}` }, zh: { title: `钟琴 ${n}` } })
  await done(portico.call('POST', '/muser/auth/register', MEMBER))
})

async function ask(page: Page, q: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: '您想找什么？' })
  await field.fill(q)
  await field.press('Enter')
}

async function arrive(browser: Browser, width: number): Promise<Page> {
  const page = await visit(browser, portico, width)
  await speak(page.context(), portico, 'zh-CN')
  return page
}

test('a visitor on a phone searches in either language and opens what was found', async ({ browser }) => {
  const page = await arrive(browser, 390)
  await page.goto('/help')
  await page.getByRole('link', { name: '搜索全站' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '搜索' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '从这些文章开始' })).toBeVisible()

  await ask(page, '续费')
  await expect(page).toHaveURL(new RegExp(`/soso\\?q=${encodeURIComponent('续费')}`))
  for (const kind of ['文章', '页面']) await expect(page.getByRole('heading', { level: 2, name: kind })).toBeVisible()
  const link = page.getByRole('link', { name: '什么时候需要续费' })
  await expect(link.locator('mark').first()).toBeVisible()
  await fitsScreen(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: '什么时候需要续费' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: '您想找什么？' })).toHaveValue('续费')

  // In the other language, and mistyped: the article opens in the language it was found in.
  await ask(page, 'renewl')
  await page.getByRole('link', { name: 'When a renewal is due' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'When a renewal is due' })).toBeVisible()

  await page.goto('/soso?q=qzxqzx')
  await expect(page.getByText('没有找到“qzxqzx”').last()).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '从这些文章开始' })).toBeVisible()
})

test('a member finds an article for members, which a visitor does not', async ({ browser }) => {
  const outside = await arrive(browser, 1440)
  await outside.goto(`/soso?q=${encodeURIComponent('灯塔')}`)
  await expect(outside.getByRole('heading', { level: 2, name: '从这些文章开始' })).toBeVisible()
  await expect(outside.getByText('会员专用灯塔')).toHaveCount(0)

  const { page } = await signIn(portico, browser, MEMBER, 1440)
  await speak(page.context(), portico, 'zh-CN')
  await page.goto('/article/list')
  await page.getByRole('link', { name: '搜索全站' }).click()
  await ask(page, '灯塔')
  await page.getByRole('link', { name: '会员专用灯塔' }).click()
  await expect(page).toHaveURL(/\/article\/articleRead\/\d+/)
  await expect(page.getByRole('heading', { level: 1, name: '会员专用灯塔' })).toBeVisible()
})

test('more articles follow on request, and all of them are counted', async ({ browser }) => {
  const page = await visit(browser, portico, 1440)
  await page.goto('/soso?q=carillon')
  await expect(page.getByRole('link', { name: /^Carillon/ })).toHaveCount(10)
  await page.getByRole('button', { name: 'More articles' }).click()
  await expect(page.getByRole('link', { name: /^Carillon/ })).toHaveCount(14)
  await expect(page.getByText('14 results')).toBeVisible()
})
