import type { Browser, Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER, OPERATOR } from '../portico.ts'
import { done, passesAxe, signIn } from '../shop.ts'

const portico = onDemo()

/** What should not be on the paper: faint texts, tinted grounds, and what one presses. */
const paperOf = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => one.checkVisibility())
    const written = shown.filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    // Dark on white: every channel of a text is dark, every ground is white or none.
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const isDark = (colour: string): boolean => colour === 'rgb(0, 0, 0)' || Math.max(...channels(colour).slice(0, 3)) <= 0x60
    return {
      faint: written.filter((one) => !isDark(getComputedStyle(one).color)).map((one) => one.textContent),
      tinted: shown
        .filter((one) => !/^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/.test(getComputedStyle(one).backgroundColor))
        .map((one) => one.outerHTML.slice(0, 90)),
      chrome: shown
        .filter((one) => one.matches(':is(aside, header, nav):not([data-print] *), button:not(:has(img)), [role=dialog]'))
        .map((one) => one.outerHTML.slice(0, 90)),
    }
  })

/** A member who has chosen a colour scheme. */
async function reader(browser: Browser, scheme: 'light' | 'dark') {
  const person = await signIn(portico, browser, MEMBER, 1440)
  await person.page.addInitScript((chosen) => localStorage.setItem('portico.settings', JSON.stringify({ scheme: chosen })), scheme)
  return person
}

test('an order is printed black on white, without menus and buttons', async ({ browser }) => {
  const { page, call } = await reader(browser, 'dark')
  const { items } = await done(call('GET', '/muser/order/fetch'))
  const settled = items.find(({ status }: { status: string }) => status === 'completed')
  await page.goto(`/user/order/${settled.trade_no}`)
  await expect(page.getByText(settled.trade_no)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => paperOf(page)).toEqual({ faint: [], tinted: [], chrome: [] })
  expect(await page.locator('body').innerText()).toContain(settled.trade_no)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`an article is printed black on white, with the addresses of its links (${scheme})`, async ({ browser }) => {
    const { page, call } = await reader(browser, scheme)
    const { items } = await done(call('GET', '/muser/knowledge/fetchList'))
    await page.goto(`/article/articleRead/${items[0].id}`)
    await expect(page.getByRole('heading', { level: 1, name: items[0].title })).toBeVisible()
    const prose = page.getByRole('article').locator('.prose')
    await prose.evaluate((one) => one.insertAdjacentHTML('beforeend', '<p><a id="away" href="https://example.com/app">the app</a></p>'))
    await page.emulateMedia({ media: 'print' })
    // Colours may be on their way.
    await expect.poll(() => paperOf(page)).toEqual({ faint: [], tinted: [], chrome: [] })
    expect(await page.locator('body').innerText()).toContain(items[0].title)
    const after = await page.locator('#away').evaluate((link) => getComputedStyle(link, '::after').content)
    expect(after).toContain('https://example.com/app')
  })
}

for (const [who, name, has] of [
  [MEMBER, 'a member', false],
  [OPERATOR, 'an operator', true],
] as const) {
  test(`? shows ${name} the shortcuts that exist, and not while typing`, async ({ browser }) => {
    const { page } = await signIn(portico, browser, who, 1440)
    await page.goto('/dashboard')
    const opener = page.getByRole('button', { name: 'Search or jump to' })
    await opener.focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help.getByText('Search or jump to')).toBeVisible()
    await expect(help.getByText('Next ticket')).toHaveCount(has ? 1 : 0)
    if (has) await passesAxe(page)
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
    await page.keyboard.type('??')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('??')
    await expect(help).toHaveCount(0)
  })
}
