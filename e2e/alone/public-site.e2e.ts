import type { Page } from '@playwright/test'
import { publishArticle } from '../../apps/server/test/publish-article.ts'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'
import { chooseFiles, done, passesAxe, pictureOf, type Person, signIn, visit } from '../shop.ts'

let operator: Person
const portico: Portico = alone(async (_, browser) => {
  operator = await signIn(portico, browser, OPERATOR, 1440)
  await publishArticle(operator, { kind: 'terms', type: 'tos', en: { title: 'Terms of service', body: '<p>Our terms.</p>' } })
})

const none = { en: { label: '' }, 'zh-CN': { label: '' } }
const footerOf = (page: Page) => page.getByRole('contentinfo')

test('without games, no page leads to them, and their own page says what to do', async ({ page }) => {
  await page.goto(`${portico.base}/sup_game`)
  await expect(page.getByText('No games listed yet')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Status' })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Supported games' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask customer service' }).click()
  await expect(page).toHaveURL(/\/service$/)
})

test('an editor pastes names, gives a game its picture and texts, moves, hides and deletes one; visitors search them in both languages', async ({
  browser,
}) => {
  const { page } = operator
  await page.goto('/admin/games')
  await page.getByRole('button', { name: 'Import names' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Games').fill('Chess\nGenshin Impact | GI\nPoker\nchess\n')
  await dialog.getByRole('button', { name: 'Import 4 games' }).click()
  await expect(page.getByText('3 games added. Already listed: chess.')).toBeVisible()

  await page.getByRole('button', { name: 'Genshin Impact', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Choose a picture' }).click()
  await chooseFiles(page, page.getByRole('button', { name: 'Upload a picture' }), await pictureOf('cover.png', 960, 540))
  await expect(drawer.getByRole('img', { name: 'Chosen picture' })).toBeVisible()
  await drawer.getByRole('radio', { name: '中文' }).first().check()
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('原神')
  await drawer.getByRole('combobox', { name: 'Platforms' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Windows' }).click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('textbox', { name: 'Recommended locations' }).fill('Hong Kong')
  await passesAxe(page)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer).toHaveCount(0)

  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await row('Genshin')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Genshin Impact')
  await row('Poker').getByRole('switch').press('Space')
  await expect(row('Poker').getByRole('switch')).not.toBeChecked()

  const visitor = await visit(browser, portico, 390)
  const titles = visitor.getByRole('article').getByRole('heading')
  await visitor.goto('/index')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Supported games' }).click()
  await expect(visitor.getByRole('main').getByRole('status')).toHaveText('2 games')
  await expect(titles).toHaveText(['Genshin Impact', 'Chess'])
  const search = visitor.getByRole('searchbox', { name: 'Search games' })
  await search.fill('原神')
  await expect(titles).toHaveText(['Genshin Impact'])
  await expect(visitor).toHaveURL(/q=/)
  await search.fill('no such game')
  await expect(visitor.getByText('No game found for “no such game”')).toBeVisible()
  await visitor.context().addCookies([{ name: 'language', value: 'zh-CN', url: portico.base }])
  await visitor.goto('/sup_game?q=yuanshen')
  await expect(visitor.getByRole('heading', { level: 2, name: '原神' })).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('status')).toHaveText('1 个游戏')

  await row('Chess')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row('Chess')).toHaveCount(0)
})

test('an operator fills in the footer, the channels and the header on the settings page', async () => {
  const { page } = operator
  await page.goto('/admin/setting?group=footer')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await chooseFiles(page, page.getByRole('button', { name: 'Upload a picture' }), await pictureOf('qr.png', 300, 300))
  await expect(page.getByRole('img', { name: 'Chosen picture' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Official account', exact: true }).fill('Portico Daily')
  await page.getByRole('textbox', { name: 'Filing number', exact: true }).fill('ICP 12345')
  await page.getByRole('textbox', { name: 'Link of the filing number' }).fill('https://beian.example.com/')

  await page.getByRole('searchbox', { name: 'Search settings' }).fill('channels')
  await page.getByRole('searchbox', { name: 'Search settings' }).press('Enter')
  const channels = page.getByRole('group', { name: 'Channels', exact: true })
  await channels.getByRole('button', { name: 'Add a channel' }).click()
  await channels.getByRole('combobox', { name: 'Kind' }).selectOption('Telegram')
  await channels.getByRole('textbox', { name: 'Address, number or name' }).fill('no such name!')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(channels.getByText('Enter a name such as @support')).toBeVisible()
  await channels.getByRole('textbox', { name: 'Address, number or name' }).fill('@portico_help')

  await page.getByRole('navigation', { name: 'Setting groups' }).getByRole('link', { name: 'Website' }).click()
  await page.getByRole('link', { name: 'Header of the site' }).click()
  const items = page.getByRole('group', { name: 'Items', exact: true })
  await items.getByRole('button', { name: 'Add an item' }).click()
  await items.getByRole('combobox', { name: 'Leads to' }).last().selectOption('Another site')
  await items.getByRole('textbox', { name: 'Address' }).fill('https://blog.example.com/')
  await items.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Blog')
  await items.getByRole('button', { name: 'Move Blog up' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  const settings = await done(operator.call('GET', '/admin/settings'))
  expect(settings['header.items'].map(({ to }: { to: string }) => to)).toEqual(['/index', 'https://blog.example.com/', '/grammaly'])
})

/** A promotion and a release of the extension: like games, pages with nothing to show have no link. */
async function fillPages(): Promise<void> {
  const when = { starts_at: null, ends_at: null, enabled: true }
  const promotion = { name: 'Autumn', content: '', percent: 10, plan_ids: null, periods: null, new_members_only: false, ...when }
  await done(operator.call('POST', '/admin/promotions', promotion))
  const texts = { minimum_version: null, mirrors: [], sha256: null, notes_en: '', notes_zh: '' }
  const release = { platform: 'chrome', version: '1.0.0', download_url: 'https://example.com/portico.zip', ...texts }
  const { id } = await done(operator.call('POST', '/admin/app-releases', release))
  await done(operator.call('PATCH', `/admin/app-releases/${id}`, { published: true }))
}

test('every item of the footer works for a visitor, in both languages', async ({ browser }) => {
  const channels = [
    { kind: 'telegram', value: '@portico_help', label: 'Support', translations: { ...none, 'zh-CN': { label: '技术支持' } } },
    { kind: 'wechat', value: 'portico-kf', label: '', translations: none },
  ]
  const settings = {
    'site.email': 'help@example.com',
    'service.channels': channels,
    'service.hours': '9:00 to 18:00',
    'service.hours_zh': '9:00–18:00',
    'footer.articles_url': 'https://blog.example.com/all',
    'footer.directory_url': 'https://sites.example.com/',
    'footer.licence': 'B2-2026',
    'footer.filing_zh': '京 ICP 备 12345 号',
  }
  await done(operator.call('PATCH', '/admin/settings', settings))
  await fillPages()
  const page = await visit(browser, portico, 390)
  await page.goto('/price')
  const footer = footerOf(page)
  const outside = {
    Articles: 'https://blog.example.com/all',
    'Site directory': 'https://sites.example.com/',
    'ICP 12345': 'https://beian.example.com/',
  }
  for (const [name, to] of Object.entries(outside)) await expect(footer.getByRole('link', { name })).toHaveAttribute('href', to)
  await expect(footer.getByText('B2-2026')).toBeVisible()
  await expect(footer.getByRole('link', { name: 'B2-2026' })).toHaveCount(0)

  const dialog = page.getByRole('dialog')
  await footer.getByRole('button', { name: 'Official account' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the official account' })).toHaveJSProperty('naturalWidth', 300)
  await expect(dialog.getByText('Portico Daily')).toBeVisible()
  await passesAxe(page)
  await page.keyboard.press('Escape')
  await footer.getByRole('button', { name: 'Customer service' }).click()
  await expect(dialog.getByRole('link', { name: '@portico_help' })).toHaveAttribute('href', 'https://t.me/portico_help')
  await expect(dialog.getByRole('link', { name: 'help@example.com' })).toHaveAttribute('href', 'mailto:help@example.com')
  await expect(dialog.getByRole('button', { name: 'Copy portico-kf' })).toBeVisible()
  await expect(dialog.getByText('Hours: 9:00 to 18:00')).toBeVisible()
  await passesAxe(page)
  await page.keyboard.press('Escape')
  await footer.getByRole('button', { name: 'Terms of service' }).click()
  await expect(dialog.locator('.prose')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const [name, path] of [
    ['Price', '/price'],
    ['Promotions', '/discount'],
    ['Browser extension', '/extension'],
    ['Grammar check', '/grammaly#check'],
    ['Supported games', '/sup_game'],
    ['Status', '/service'],
  ] as const) {
    await footerOf(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`${portico.base}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('main').getByRole('link', { name: '@portico_help' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img', { name: 'QR code of the official account' })).toBeVisible()

  await page.context().addCookies([{ name: 'language', value: 'zh-CN', url: portico.base }])
  await page.goto('/service')
  await expect(footerOf(page).getByText('京 ICP 备 12345 号')).toBeVisible()
  await footerOf(page).getByRole('button', { name: '客服' }).click()
  await expect(dialog.getByText('技术支持')).toBeVisible()
  await expect(dialog.getByText('服务时间：9:00–18:00')).toBeVisible()
})

test('the header draws the operator’s items at once, before the site’s values arrive, and does not change with them', async ({
  browser,
}) => {
  const items = [
    { to: '/price', label: '', translations: none },
    { to: 'https://blog.example.com/', label: 'Blog', translations: { ...none, 'zh-CN': { label: '博客' } } },
  ]
  await done(operator.call('PATCH', '/admin/settings', { 'header.items': items }))
  const page = await visit(browser, portico, 1440)
  let answer = (): void => {}
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/api/comm/config*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/discount')
  const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
  await expect(links).toHaveText(['Plans', 'Blog'])
  const before = await links.last().boundingBox()
  answer()
  await expect(page.getByRole('banner').getByText('Portico')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(links).toHaveText(['Plans', 'Blog'])
  expect((await links.last().boundingBox())?.width).toBe(before?.width)
  await expect(links.last()).toHaveAttribute('href', 'https://blog.example.com/')
  await page
    .getByRole('button', { name: /中文|Language/ })
    .first()
    .click()
  await expect(links).toHaveText(['套餐', '博客'])

  const phone = await visit(browser, portico, 390)
  await phone.goto('/price')
  await phone.getByRole('button', { name: 'Open menu' }).click()
  await expect(phone.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Plans' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})
