import { type Browser, expect, type Page, test } from '@playwright/test'
import { MEMBER, OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, passesAxe, signIn, speak } from './shop.ts'

let portico: Portico
test.beforeAll(async () => void (portico = await startPortico('--demo')))
test.afterAll(() => portico.stop())

const enter = async (browser: Browser, who: typeof MEMBER, language: 'en' | 'zh-CN' = 'en') => {
  const person = await signIn(portico, browser, who, 1440)
  await speak(person.page.context(), portico, language)
  return person
}

/** What is on the paper: the texts in sight, and the colours of texts and grounds. */
const paperOf = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => one.checkVisibility())
    const written = shown.filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    // Dark on white: every channel of a text is dark, every ground is white or none.
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const isDark = (colour: string): boolean => colour === 'rgb(0, 0, 0)' || Math.max(...channels(colour).slice(0, 3)) <= 0x60
    return {
      text: document.body.innerText,
      faint: written.filter((one) => !isDark(getComputedStyle(one).color)).map((one) => one.textContent),
      tinted: shown
        .filter((one) => !/^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/.test(getComputedStyle(one).backgroundColor))
        .map((one) => one.outerHTML.slice(0, 90)),
      chrome: shown
        .filter((one) => one.matches(':is(aside, header, nav):not([data-print] *), button:not(:has(img)), [role=dialog]'))
        .map((one) => one.outerHTML.slice(0, 90)),
    }
  })

for (const scheme of ['light', 'dark'] as const) {
  test(`an order is printed black on white, without menus and buttons (${scheme})`, async ({ browser }) => {
    const { page, call } = await enter(browser, MEMBER)
    await page.addInitScript((chosen) => localStorage.setItem('portico.settings', JSON.stringify({ scheme: chosen })), scheme)
    const { items } = await done(call('GET', '/muser/order/fetch'))
    const settled = items.find(({ status }: { status: string }) => status === 'completed')
    await page.goto(`/user/order/${settled.trade_no}`)
    await expect(page.getByText(settled.trade_no)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const { text, ...rest } = await paperOf(page)
    expect(text).toContain(settled.trade_no)
    expect(rest).toEqual({ faint: [], tinted: [], chrome: [] })
  })

  test(`an article is printed black on white, with the addresses of its links (${scheme})`, async ({ browser }) => {
    const { page, call } = await enter(browser, MEMBER)
    await page.addInitScript((chosen) => localStorage.setItem('portico.settings', JSON.stringify({ scheme: chosen })), scheme)
    const { items } = await done(call('GET', '/muser/knowledge/fetchList'))
    await page.goto(`/article/articleRead/${items[0].id}`)
    await expect(page.getByRole('heading', { level: 1, name: items[0].title })).toBeVisible()
    await page
      .getByRole('article')
      .locator('.prose')
      .evaluate((prose) => {
        prose.insertAdjacentHTML('beforeend', '<p><a id="away" href="https://example.com/app">the app</a></p>')
      })
    await page.emulateMedia({ media: 'print' })
    const { text, ...rest } = await paperOf(page)
    expect(text).toContain(items[0].title)
    expect(rest).toEqual({ faint: [], tinted: [], chrome: [] })
    const after = await page.locator('#away').evaluate((link) => getComputedStyle(link, '::after').content)
    expect(after).toContain('https://example.com/app')
  })
}

for (const [language, title, search, inbox] of [
  ['en', 'Keyboard shortcuts', 'Search or jump to', 'Next ticket'],
  ['zh-CN', '键盘快捷键', '搜索或跳转', '下一个工单'],
] as const) {
  test(`? shows the shortcuts that exist, and not while typing (${language})`, async ({ browser }) => {
    for (const [who, has] of [
      [MEMBER, false],
      [OPERATOR, true],
    ] as const) {
      const { page } = await enter(browser, who, language)
      await page.goto('/dashboard')
      const opener = page.getByRole('button', { name: search })
      await opener.focus()
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: title })
      await expect(help.getByText(search)).toBeVisible()
      await expect(help.getByText(inbox)).toHaveCount(has ? 1 : 0)
      await passesAxe(page)
      await page.keyboard.press('Escape')
      await expect(help).toHaveCount(0)
      await expect(opener).toBeFocused()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: search })).toBeFocused()
      await page.keyboard.type('??')
      await expect(page.getByRole('combobox', { name: search })).toHaveValue('??')
      await expect(help).toHaveCount(0)
      await page.context().close()
    }
  })
}
