import { expect, test } from '@playwright/test'
import { gradient } from '../apps/server/test/pictures.ts'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { passesAxe, signIn } from './shop.ts'

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico()
})
test.afterAll(() => portico.stop())

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
  const { page } = await signIn(portico, browser, OPERATOR, 1440)
  await page.goto('/admin/games')
  await page.getByRole('button', { name: 'Import names' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Games').fill('Chess\nGenshin Impact | GI\nPoker\nchess\n')
  await dialog.getByRole('button', { name: 'Import 4 games' }).click()
  await expect(page.getByText('3 games added. Already listed: chess.')).toBeVisible()

  await page.getByRole('button', { name: 'Genshin Impact', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Choose a picture' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a picture' }).click()
  await (await chooser).setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await gradient(960, 540).png().toBuffer() })
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

  const visitor = await (await browser.newContext({ baseURL: portico.base, viewport: { width: 390, height: 844 } })).newPage()
  const titles = visitor.getByRole('article').getByRole('heading')
  await visitor.goto('/index')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Supported games' }).click()
  await expect(visitor.getByRole('main').getByRole('status')).toHaveText('2 games')
  await expect(titles).toHaveText(['Genshin Impact', 'Chess'])
  await passesAxe(visitor)
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
