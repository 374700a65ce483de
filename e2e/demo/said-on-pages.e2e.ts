import { expect, onDemo, test } from '../journey.ts'
import { MEMBER, OPERATOR } from '../portico.ts'
import { done, pressItem, signIn, speak, visit } from '../shop.ts'

// What the specification says that a page shows or does, where no journey of its own passes by.
const portico = onDemo()

test('public pages show promotions with their end, the extension’s releases, and locations with their history', async ({ browser }) => {
  const page = await visit(browser, portico, 1440)
  await page.goto('/discount')
  const main = page.getByRole('main')
  await expect(main.getByText('A year of Plus').first()).toBeVisible()
  await expect(page.getByText(/\d\d:\d\d:\d\d/).first()).toBeVisible()
  await main.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/price/)

  await page.goto('/extension')
  for (const name of ['Chrome', 'Edge', 'Firefox']) await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('1.4.0')).toHaveCount(3)

  await speak(page.context(), portico, 'zh-CN')
  await page.goto('/service')
  await expect(main.getByText('日本').first()).toBeVisible()
  await expect(main.getByText('99.98%').first()).toBeVisible()
  await expect(main.getByRole('link', { name: 'help@example.com' })).toHaveAttribute('href', /^mailto:/)
  await expect(main.getByText(/^Portico/)).toBeVisible()
})

test('the member centre shows the account and the plan, the card page redeemed codes', async ({ browser }) => {
  const { page, call } = await signIn(portico, browser, MEMBER, 1440)
  await speak(page.context(), portico, 'zh-CN')
  const { userInfo } = await done(call('POST', '/muser/info'))
  await done(call('POST', '/muser/update', { country: 'JP' }))
  await page.goto('/user/center')
  const main = page.getByRole('main')
  for (const text of [userInfo.name, userInfo.email, '日本', /注册时间 20\d\d\s年\s\d+\s月\s\d+\s日$/])
    await expect(main.getByText(text).first()).toBeVisible()
  await page.goto('/user/cards')
  await expect(main.getByRole('row')).toHaveCount(4)
  await expect(main.getByRole('textbox')).toBeEditable()
})

test('a compensation is a banner on the member’s home, which a dismissal takes away for good', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  const operator = await signIn(portico, browser, OPERATOR, 1440)
  const { items } = await done(operator.call('GET', '/admin/outages'))
  for (const { id, compensation } of items)
    if (!compensation) await operator.call('POST', `/admin/outages/${id}/compensation`, { kind: 'days', days: 2 })
  await page.goto('/dashboard')
  const list = page.getByRole('list', { name: 'Notifications' })
  await expect(async () => {
    await page.reload()
    await expect(list.getByRole('listitem')).not.toHaveCount(0, { timeout: 4000 })
  }).toPass()
  for (const before = list.getByRole('button', { name: 'Got it' }); (await before.count()) > 0;) {
    const banner = (await list.getByRole('listitem').first().textContent()) ?? ''
    await before.first().click()
    await expect(list.getByText(banner, { exact: true })).toHaveCount(0)
    await page.waitForLoadState('domcontentloaded')
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Usage' })).toBeVisible()
  await expect(list).toHaveCount(0)
})

test('plans are sorted by dragging and by keyboard; Escape and a failed save leave them as they were', async ({ browser }) => {
  const { page } = await signIn(portico, browser, OPERATOR, 1440)
  await page.goto('/admin/plan_manage')
  const rows = page.getByRole('row').filter({ has: page.getByRole('switch') })
  const names = () => rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('td')[1]?.innerText.trim().split('\n')[0]))
  const sold = async () => (await done(portico.call('GET', '/api/plan/list'))).items.map(({ name }: { name: string }) => name)
  await expect(rows).toHaveCount(4)
  const drag = async (from: number, to: number, end: 'drop' | 'Escape'): Promise<void> => {
    const handle = await rows.nth(from).getByTitle('Drag to move').boundingBox()
    const target = await rows.nth(to).boundingBox()
    if (!handle || !target) throw new Error('nothing to drag')
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(handle.x, target.y + target.height * (from < to ? 0.8 : 0.2), { steps: 8 })
    if (end === 'Escape') await page.keyboard.press('Escape')
    await page.mouse.up()
  }
  await drag(0, 2, 'Escape')
  expect(await names()).toEqual(['Light', 'Plus', 'Studio', 'Nomad'])
  await drag(0, 2, 'drop')
  await expect.poll(names).toEqual(['Plus', 'Studio', 'Light', 'Nomad'])
  await expect.poll(sold).toEqual(['Plus', 'Studio', 'Light', 'Nomad'])

  const moveUp = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Light' }).press('Enter')
    await pressItem(page, 'Move up')
  }
  await moveUp()
  await expect.poll(sold).toEqual(['Plus', 'Light', 'Studio', 'Nomad'])

  await page.route('**/admin/plans/sort', (route) => route.fulfill({ status: 409, json: { code: 'conflict', message: 'Not now.' } }))
  await moveUp()
  await expect(page.getByText('(409) Not now.')).toBeVisible()
  await expect.poll(names).toEqual(['Plus', 'Light', 'Studio', 'Nomad'])
  await page.unroute('**/admin/plans/sort')
  await moveUp()
  await expect.poll(sold).toEqual(['Light', 'Plus', 'Studio', 'Nomad'])
})
