import type { Locator, Page } from '@playwright/test'
import { publishArticle, writeArticle } from '../../apps/server/test/publish-article.ts'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'
import { done, hasFocus, passesAxe, type Person, pressItem, signIn } from '../shop.ts'

let operator: Person
const portico: Portico = alone(async (_, browser) => {
  operator = await signIn(portico, browser, OPERATOR, 1440)
})

async function publish(title: string, place: { category?: number }): Promise<number> {
  const { id } = await publishArticle(operator, { ...place, audience: 'members', en: { title, body: `<p>${title}</p>` } })
  return id
}

async function makeCategory(page: Page, english: string, chinese: string): Promise<void> {
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog', { name: 'New category' })
  await dialog.getByLabel('English name').fill(english)
  await dialog.getByLabel('Chinese name').fill(chinese)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: english, exact: true })).toBeVisible()
}

/** Drags a row by its handle past the middle of another, whichever way. */
async function drag(page: Page, row: Locator, to: Locator): Promise<void> {
  const handle = row.getByTitle('Drag to move').first()
  // While the order before is being saved.
  await expect(handle).not.toHaveAttribute('data-waits')
  const [from, target] = [await handle.boundingBox(), await to.boundingBox()]
  if (!from || !target) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, target.y + target.height * (from.y < target.y ? 0.7 : 0.2), { steps: 6 })
  await page.mouse.up()
}

test('an operator sorts articles into categories by dragging and by keyboard, and members read them in that order', async ({ browser }) => {
  const { page, call } = operator
  await page.goto('/admin/content/categories')
  await expect(page.getByText('No categories yet')).toBeVisible()
  await makeCategory(page, 'Payment', '付款')
  await makeCategory(page, 'Start', '新手入门')
  await makeCategory(page, 'Windows', '')
  const rows = (): Promise<string[]> => page.getByRole('main').locator('li > div .text-button').allInnerTexts()
  const row = (name: string): Locator => page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
  const sorted = page.waitForResponse((response) => response.url().endsWith('/article-categories/order'))
  await drag(page, row('Payment'), row('Start'))
  await sorted
  await expect.poll(rows).toEqual(['Start', 'Payment', 'Windows'])
  // Below another by keyboard.
  await page.getByRole('button', { name: 'Windows', exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit category' })
  await hasFocus(form)
  await form.getByRole('combobox', { name: 'Below' }).press('Enter')
  await passesAxe(page)
  await page.getByRole('option', { name: 'Start' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(rows).toEqual(['Start', 'Windows', 'Payment'])
  await page.getByRole('button', { name: 'Actions for Start' }).click()
  // Disabled, but it says why.
  await page.getByRole('menuitem', { name: 'Delete' }).click({ force: true })
  await expect(page.getByText('It has categories below it. Move or delete them first.')).toBeVisible()

  await page.goto('/admin/content/tags')
  await expect(page.getByText('No tags yet')).toBeVisible()
  await page.getByRole('button', { name: 'New tag' }).click()
  const tag = page.getByRole('dialog', { name: 'New tag' })
  await tag.getByLabel('English name').fill('Routers')
  await tag.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Actions for Routers' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const renamed = page.getByRole('dialog', { name: 'Rename tag' })
  await renamed.getByLabel('English name').fill('Router')
  await renamed.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('cell', { name: 'Router', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Routers', exact: true })).toHaveCount(0)

  const categories = (await done(call('GET', '/admin/article-categories'))).items
  const under = (name: string) => ({ category: categories.find((one: { name_en: string }) => one.name_en === name).id })
  const pay = await publish('How to pay', under('Payment'))
  await publish('Refunds', under('Payment'))
  await publish('First steps', under('Start'))
  await publish('News', {})
  const tagId = (await done(call('GET', '/admin/article-tags'))).items[0].id
  await done(call('PATCH', `/admin/articles/${pay}`, { tag_ids: [tagId] }))

  await page.goto('/admin/article/list')
  const list = page.getByRole('list', { name: 'Reading order' })
  const shown = async (): Promise<string[]> => (await list.locator('h2, a').allInnerTexts()).map((text) => text.trim())
  await expect.poll(shown).toEqual(['Start', 'First steps', 'Start / Windows', 'Payment', 'How to pay', 'Refunds', 'No category', 'News'])
  const article = (name: string): Locator => list.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  const arranged = (): Promise<unknown> => page.waitForResponse((response) => response.url().endsWith('/articles/order') && response.ok())
  let saved = arranged()
  await drag(page, article('How to pay'), article('Refunds'))
  await saved
  await expect.poll(shown).toEqual(['Start', 'First steps', 'Start / Windows', 'Payment', 'Refunds', 'How to pay', 'No category', 'News'])
  saved = arranged()
  await drag(page, article('News'), list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Start / Windows' }) }))
  await saved
  const dragged = ['Start', 'First steps', 'News', 'Start / Windows', 'Payment', 'Refunds', 'How to pay']
  await expect.poll(shown).toEqual(dragged)
  await expect(page.getByText('“News” is now in Start.')).toBeVisible()
  saved = arranged()
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved
  await page.reload()
  await expect.poll(shown).toEqual(['Start', 'First steps', 'Start / Windows', 'Payment', 'Refunds', 'How to pay', 'No category', 'News'])
  saved = arranged()
  await drag(page, article('News'), list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Start / Windows' }) }))
  await saved
  await expect.poll(shown).toEqual(dragged)
  // Past a heading by keyboard, and straight into a category.
  saved = arranged()
  await page.getByRole('button', { name: 'Actions for News' }).press('Enter')
  await pressItem(page, 'Move down')
  await saved
  await expect.poll(shown).toEqual(['Start', 'First steps', 'Start / Windows', 'News', 'Payment', 'Refunds', 'How to pay'])
  await expect(page.getByRole('menu')).toHaveCount(0)
  saved = arranged()
  await page.getByRole('button', { name: 'Actions for First steps' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move to another category' }).click()
  const move = page.getByRole('dialog', { name: 'Move “First steps”' })
  await move.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Payment' }).click()
  await move.getByRole('button', { name: 'Move' }).click()
  await saved
  const wanted = ['News', 'Refunds', 'How to pay', 'First steps']
  await expect.poll(shown).toEqual(['Start', 'Start / Windows', 'News', 'Payment', ...wanted.slice(1)])

  const who = { email: 'reader@example.com', password: 'the password of reader' }
  await done(portico.call('POST', '/muser/auth/register', who))
  const member = await signIn(portico, browser, who, 390)
  const read = await done(member.call('GET', '/muser/knowledge/fetchList'))
  expect(read.items.map(({ title }: { title: string }) => title)).toEqual(wanted)
  expect(read.categories.map(({ name }: { name: string }) => name)).toEqual(['Start', 'Windows', 'Payment'])
  expect((await done(member.call('GET', '/muser/knowledge/fetchList', { tag: tagId }))).items).toHaveLength(1)
})

test('all content is found by state and category; several are published, taken back and deleted at once', async () => {
  const { page, call } = operator
  await writeArticle(operator, { kind: 'page', zh: { title: '关于我们', body: '<p>你好</p>' } })
  await done(call('POST', '/admin/articles', { kind: 'article', type: null, category_id: null }))
  await page.goto('/admin/content/contentlist?status=draft')
  await expect(page.getByRole('row', { name: /关于我们 ?Written in 中文/ })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select 关于我们' }).check()
  await page.getByRole('checkbox', { name: 'Select Untitled' }).check()
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected entries' })
  await bar.getByRole('button', { name: 'Publish newest version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish newest version' }).click()
  await expect(bar.getByRole('alert')).toContainText('1 done, 1 failed')
  await expect(bar.getByRole('alert')).toContainText('Untitled')
  await passesAxe(page)
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').filter({ hasText: 'Delete 1 entry?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 entry deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByRole('row', { name: /关于我们/ })).toContainText('Published')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Payment' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Actions for Refunds' }).click()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByRole('row', { name: /Refunds/ })).toContainText('Draft')

  await page.goto('/admin/content/tags')
  await page.getByRole('button', { name: 'Actions for Router' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog').filter({ hasText: 'Delete tag Router?' })
  await expect(question).toContainText('1 article loses it. The article itself stays.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No tags yet')).toBeVisible()
})
