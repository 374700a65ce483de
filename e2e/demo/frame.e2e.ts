import type { Browser, Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER, OPERATOR } from '../portico.ts'
import { fitsScreen, signIn, speak, visit } from '../shop.ts'

// What the specification says of the header, the menus, the tabs and the settings around every page.
const portico = onDemo()

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true })
const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Open pages' })
const sidebarOf = (page: Page) => page.getByRole('complementary').filter({ has: page.getByRole('navigation') })
const open = async (browser: Browser, who: typeof MEMBER, path: string): Promise<Page> => {
  const { page } = await signIn(portico, browser, who, 1440)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

test('a member’s menu greets by name and starts with what the specification names, in its order', async ({ browser }) => {
  for (const [language, hello, names] of [
    ['en', 'Hello,', ['Member centre', 'Message centre', 'Buy and renew', 'Redeem plan', 'My orders', 'Promotion rebate', 'Log out']],
    ['zh-CN', '您好，', ['会员中心', '消息中心', '购买与续费', '兑换套餐', '我的订单', '推广返利', '退出登录']],
  ] as const) {
    const { page } = await signIn(portico, browser, MEMBER, 1440)
    await speak(page.context(), portico, language)
    await page.goto('/user/center')
    const sidebar = sidebarOf(page)
    await expect(sidebar.getByText(new RegExp(`^${hello}\\s*\\S`))).toBeVisible()
    const entries = sidebar.locator('nav a > span:first-of-type, nav button > span:first-of-type')
    await expect.poll(async () => (await entries.allTextContents()).slice(0, 7)).toEqual(names)
    await page.context().close()
  }
})

test('operators have the console’s menu, members their own; collapsed it is a rail of icons, and the cookie remembers it', async ({
  browser,
}) => {
  const desk = await open(browser, OPERATOR, '/dashboard')
  const groups = ['Settings', 'Servers', 'Finance', 'Members', 'Articles', 'Other']
  await expect(menuOf(desk).getByRole('button')).toHaveText(groups.map((name) => new RegExp(`^${name}`)))
  await expect(menuOf(desk).getByRole('link', { name: 'Buy and renew' })).toHaveCount(0)

  const page = await open(browser, MEMBER, '/user/center')
  await expect(menuOf(page).getByRole('link', { name: 'Buy and renew' })).toBeVisible()
  await expect(menuOf(page).getByRole('button', { name: 'Settings' })).toHaveCount(0)
  expect((await sidebarOf(page).boundingBox())?.width).toBe(238)
  const toggle = page.getByRole('button', { name: 'Show or hide the menu' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(async () => (await sidebarOf(page).boundingBox())?.width).toBe(64)
  await expect(sidebarOf(page).getByText('Hello,')).toHaveCount(0)
  await expect(menuOf(page).getByRole('link', { name: 'Buy and renew' })).toBeVisible()
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  expect((await page.context().cookies()).find(({ name }) => name === 'sidebar')?.value).toBe('0')
})

test('on a narrow screen the menu lies over the page, closes when another page opens, and leaves the cookie alone', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 390)
  await page.goto('/user/center')
  const toggle = page.getByRole('button', { name: 'Show or hide the menu' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await toggle.click()
  await expect.poll(async () => (await sidebarOf(page).boundingBox())?.x).toBe(0)
  // While a page loads, the menu does not lead away from it.
  await expect(async () => {
    await menuOf(page).getByRole('link', { name: 'My orders' }).click({ timeout: 2000 })
    await expect(page).toHaveURL(`${portico.base}/user/orders`, { timeout: 2000 })
  }).toPass()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sidebar')
})

test('on a phone staff move with the bar at the bottom, whose last button opens the menu with the other pages', async ({ browser }) => {
  const { page } = await signIn(portico, browser, OPERATOR, 390)
  await page.goto('/dashboard')
  const bar = page.getByRole('navigation', { name: 'Main pages' })
  await expect(bar.getByRole('link')).toHaveText([/^Home/, /^Members/, /^Orders/, /^Tickets/])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await bar.getByRole('link', { name: /^Orders/ }).click()
  await expect(page).toHaveURL(`${portico.base}/admin/order`)
  await expect(bar.getByRole('link', { name: /^Orders/ })).toHaveAttribute('aria-current', 'page')
  await fitsScreen(page)
  await bar.getByRole('button', { name: 'Menu' }).click()
  await expect.poll(async () => (await sidebarOf(page).boundingBox())?.x).toBe(0)
  await expect(menuOf(page).getByRole('button', { name: /^Servers/ })).toBeVisible()
})

test('until the site’s title is known, the tab says "user centre" and the sidebar "Admin system"', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  let answer = (): void => {}
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/api/comm/config*', async (route) => {
    await held
    await route.continue()
  })
  await page.route('**/user/center', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/<title>.*<\/title>/, '<title></title>') })
  })
  await page.goto('/user/center')
  await expect(page).toHaveTitle('Member centre - user centre')
  await expect(sidebarOf(page).getByText('Admin system')).toBeVisible()
  answer()
  await expect(page).toHaveTitle('Member centre - Portico')
  await expect(sidebarOf(page).getByText('Portico')).toBeVisible()
})

test('the bar above the page says where one is, and its menu leads to the password and out', async ({ browser }) => {
  const page = await open(browser, MEMBER, '/user/orders')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText(['Finance', 'My orders'])
  const account = page.getByRole('button', { name: /^Account menu/ })
  // It opens under a pointer that moves, without a click.
  const { x = 0, y = 0, width = 0 } = (await account.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + 60)
  await page.mouse.move(x + width / 2, y + 10, { steps: 5 })
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await expect(page).toHaveURL(`${portico.base}/user/profile/index#password`)
  await expect(page.getByLabel('Current password')).toBeVisible()
  await account.click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${portico.base}/login?redirect=%2Fuser%2Fprofile%2Findex%23password`)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('AdminToken')
})

test('tabs are refreshed and closed one by one, all others or all at once, and a wheel scrolls them', async ({ browser }) => {
  const page = await open(browser, MEMBER, '/user/center')
  const names = ['Buy and renew', 'My orders', 'Promotion rebate', 'Nodes', 'Traffic details', 'Account centre', 'Invoices']
  // A click while the page before it loads is refused.
  const goTo = (name: string): Promise<void> =>
    expect(async () => {
      await menuOf(page).getByRole('link', { name, exact: true }).click()
      await expect(tabsOf(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page', { timeout: 2000 })
    }).toPass()
  for (const name of names) await goTo(name)
  await expect(tabsOf(page).getByRole('link')).toHaveText(['Member centre', ...names])

  await page.setViewportSize({ width: 1000, height: 700 })
  const strip = tabsOf(page).locator('div').first()
  const first = tabsOf(page).getByRole('link', { name: 'Member centre' })
  await strip.hover()
  const before = await page.evaluate(() => scrollY)
  for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(0, 100)
  await expect(first).not.toBeInViewport()
  for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(0, -100)
  await expect(first).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.setViewportSize({ width: 1440, height: 900 })

  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for open pages' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const fetched = page.waitForResponse((response) => response.url().includes('/muser/invoice'))
  await act('Refresh')
  expect((await fetched).status()).toBe(200)
  await expect(page).toHaveURL(`${portico.base}/user/invoices`)
  await act('Close')
  await expect(page).toHaveURL(`${portico.base}/user/profile/index`)
  // The tab of a filtered page stays as well.
  await goTo('Traffic details')
  await page.getByText('7 days', { exact: true }).click()
  await expect(page).toHaveURL(/\/user\/traffics\?.*from=/)
  await act('Close others')
  // One page needs no tab, nor the menu with their actions.
  await expect(tabsOf(page)).toBeHidden()
  await goTo('Nodes')
  await expect(tabsOf(page).getByRole('link')).toHaveText(['Traffic details', 'Nodes'])
  await act('Close all')
  await expect(page).toHaveURL(`${portico.base}/dashboard`)
  await expect(tabsOf(page)).toBeHidden()
})

test('the appearance settings change the page at once and stay', async ({ browser }) => {
  const page = await open(browser, MEMBER, '/user/center')
  // The menu takes no click while the page still loads.
  await expect(async () => {
    await menuOf(page).getByRole('link', { name: 'My orders', exact: true }).click({ timeout: 2000 })
    await expect(tabsOf(page)).toBeVisible({ timeout: 2000 })
  }).toPass()
  const handle = page.getByRole('button', { name: 'Appearance settings' })
  await page.setViewportSize({ width: 390, height: 900 })
  await expect(handle).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.mouse.move(700, 400)
  await expect(handle).not.toBeInViewport()
  await handle.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => handle.boundingBox()).toMatchObject({ x: 1412, y: 250 })
  await page.mouse.move(1430, 600)
  await handle.evaluate((button) => button.blur())
  await expect.poll(() => handle.boundingBox()).toMatchObject({ x: 1412, y: 250 })
  await handle.click()
  const panel = page.getByRole('dialog', { name: 'Appearance' })
  await expect(panel.getByRole('radio', { name: /^#/ })).toHaveCount(8)
  await expect(panel.getByRole('radio', { name: '#409EFF' })).toBeChecked()
  await expect(panel.getByText('Search by pinyin')).toHaveCount(0)
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())
  expect((await colour()).toUpperCase()).toBe('#409EFF')
  const other = (await panel.getByRole('radio', { name: /^#/ }).nth(3).getAttribute('aria-label')) ?? ''
  await panel.getByRole('radio', { name: other }).check({ force: true })
  const look = async (): Promise<unknown[]> => [
    await colour(),
    await tabsOf(page).isVisible(),
    await page
      .locator('header')
      .first()
      .evaluate((header) => getComputedStyle(header.parentElement ?? header).position),
    await sidebarOf(page).getByRole('link', { name: 'Portico' }).count(),
  ]
  expect(await look()).toEqual([other, true, 'sticky', 1])
  for (const name of ['Page tabs', 'Fixed header', 'Logo in the sidebar'])
    await panel.getByRole('switch', { name }).uncheck({ force: true })
  await expect.poll(look).toEqual([other, false, 'static', 0])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(look).toEqual([other, false, 'static', 0])

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Appearance settings' }).click()
  await panel.getByText('简体中文').click()
  await expect(page.getByRole('dialog', { name: '界面设置' }).getByRole('switch', { name: '支持拼音搜索' })).toBeChecked()
})

test('below 900 px the public header is a button and a menu of 230 px that slides in', async ({ browser }) => {
  const page = await visit(browser, portico, 900, { reducedMotion: 'no-preference' })
  await page.goto('/index')
  const wide = page.getByRole('banner').getByRole('navigation', { name: 'Main menu' })
  const button = page.getByRole('button', { name: 'Open menu' })
  await expect(wide.getByRole('link')).toHaveText(['Home', 'Price'])
  await expect(wide.getByRole('link', { name: 'Price' })).toHaveAttribute('href', '/grammaly')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(button).toBeHidden()
  await page.setViewportSize({ width: 899, height: 800 })
  await expect(wide).toBeHidden()
  const panel = page.locator('nav[aria-label="Main menu"]').last()
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: -230, width: 230 })
  const slid = panel.evaluate(
    (menu: HTMLElement) =>
      new Promise((done) => menu.addEventListener('transitionend', (event) => event.target === menu && done(event.propertyName))),
  )
  await button.click()
  expect(await slid).toBe('transform')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect.poll(() => menu.boundingBox()).toMatchObject({ x: 0, width: 230 })
  await expect(menu.getByRole('link')).toHaveText([/Home/, /Price/, /.*/, 'Log in', 'Create account'])
  await fitsScreen(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('the public header of a member leads to where they can buy, ends with the member centre and logging out, and its home is the home page', async ({
  browser,
}) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  await page.goto('/price')
  const header = page.getByRole('banner')
  const doors = header.locator('a[href="/user/center"], button', { hasText: /^(Member centre|Log out)$/ })
  await expect(doors).toHaveText(['Member centre', 'Log out'])
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveCount(0)
  await expect(header.getByRole('link', { name: 'Price' })).toHaveAttribute('href', '/user/plans')
  await header.getByRole('link', { name: 'Portico' }).click()
  await expect(page).toHaveURL(`${portico.base}/index`)
  await page.goto('/')
  await expect(page).toHaveURL(`${portico.base}/dashboard`)
})

test('an error while a page is drawn is logged to the console of the built app, and the page says so', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  const logged: string[] = []
  page.on('console', (line) => line.type() === 'error' && logged.push(line.text()))
  await page.route('**/muser/invoice*', (route) => route.fulfill({ json: { items: [null], total: 1 } }))
  await page.goto('/user/invoices')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(logged.join('\n')).toMatch(/TypeError/)
})
