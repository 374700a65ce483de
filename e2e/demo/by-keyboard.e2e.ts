import type { Browser, Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { onlyByPointer } from '../pages/measured.ts'
import { MEMBER, OPERATOR } from '../portico.ts'
import { passesAxe, signIn } from '../shop.ts'

const portico = onDemo()

const open = async (browser: Browser, who: typeof MEMBER, path: string): Promise<Page> => {
  const { page } = await signIn(portico, browser, who, 1440)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

test('the first stop is the way past the menus, into the page', async ({ browser }) => {
  for (const page of [await open(browser, MEMBER, '/user/orders'), await open(browser, OPERATOR, '/admin/user')]) {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  }
})

test('what only a pointer reaches would be noticed', async ({ browser }) => {
  const page = await open(browser, MEMBER, '/user/orders')
  await page.locator('main').evaluate((main) => {
    main.append(Object.assign(document.createElement('p'), { textContent: 'Click' }))
    const added = main.lastElementChild as HTMLElement
    added.style.cursor = 'pointer'
  })
  expect(await onlyByPointer(page)).toEqual([expect.stringContaining('Click')])
})

test('Escape closes what was opened by keyboard, and the focus is back where it was', async ({ browser }) => {
  const page = await open(browser, OPERATOR, '/admin/server/manage')
  // The second page brings the tabs.
  // While it loads, the menu does not lead away from it.
  await expect(async () => {
    await page.getByRole('link', { name: 'Permission groups', exact: true }).click({ timeout: 2000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Permission groups' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  const row = page.getByRole('row').nth(1).getByRole('button').first()
  for (const [opener, role] of [
    [page.getByRole('button', { name: 'Search or jump to' }), 'dialog'],
    [page.getByRole('button', { name: /^Account menu/ }), 'menu'],
    [page.getByRole('button', { name: 'Actions for open pages' }), 'menu'],
    [page.getByRole('button', { name: 'Appearance settings' }), 'dialog'],
    [page.getByRole('button', { name: 'New group' }), 'dialog'],
    [row, 'dialog'],
  ] as const) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole(role)).toBeVisible()
    // The focus is inside before the key can be meant for it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog], [role=menu], [aria-modal]') !== null))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0)
    await expect(opener).toBeFocused()
  }

  // A menu of choices begins at what is chosen, wherever that stands.
  await page.goto('/admin/ticket')
  await page.locator('[data-ticket]').first().press('Enter')
  for (const name of [/^Topic: /, /^Priority: /]) {
    const opener = page.getByRole('button', { name })
    await opener.press('Enter')
    await expect(page.getByRole('menuitemradio', { checked: true }).and(page.locator(':focus'))).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { checked: false }).and(page.locator(':focus'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }

  const own = await open(browser, MEMBER, '/user/subscribe/index')
  const reset = own.getByRole('button', { name: /^Reset/ }).first()
  await reset.focus()
  await own.keyboard.press('Enter')
  const question = own.getByRole('alertdialog', { name: /Reset/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await passesAxe(own)
  await own.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(reset).toBeFocused()
})

test('a chart tells its values to arrow keys and to a finger, adds them up or not, and has a table', async ({ browser }) => {
  const page = await open(browser, OPERATOR, '/dashboard')
  const card = page.getByRole('region', { name: 'Income by day' })
  const chart = card.getByRole('slider')
  const said = (): Promise<string | null> => chart.getAttribute('aria-valuetext')
  await chart.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  const sum = await said()
  await expect(card.getByText('Running total')).toBeVisible()
  await card.getByRole('radio', { name: 'By day' }).check()
  await chart.focus()
  await page.keyboard.press('Home')
  const first = await said()
  await page.keyboard.press('ArrowRight')
  const second = await said()
  expect(new Set([sum, first, second]).size).toBe(3)
  await page.keyboard.press('Escape')
  await expect(chart.locator('[data-chosen]')).toHaveCount(0)

  await card.getByRole('button', { name: 'Table' }).press('Enter')
  const cells = await card.getByRole('row').nth(2).locator('th, td').allTextContents()
  for (const cell of cells) expect(second).toContain(cell)

  const { x, y, width } = (await chart.boundingBox())!
  const finger = await page.context().newCDPSession(page)
  const at = (part: number) => [{ x: x + width * part, y: y + 20 }]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.5) })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.3) })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.001) })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(chart).toHaveAttribute('aria-valuetext', first ?? '')
  await expect(chart.getByText(first?.split(' ¥')[0] ?? '', { exact: true })).toBeVisible()
})
