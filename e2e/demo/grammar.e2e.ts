import type { Browser, Page } from '@playwright/test'
import { inLanguage, matchOf, startLanguageTool } from '../../apps/server/test/language-tool.ts'
import { expect, onDemo, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'
import { change, done, passesAxe, type Person, signIn, visit } from '../shop.ts'
import { watched } from '../watched.ts'
import { payloads } from '../xss-payloads.ts'
import { slowness } from '../../scripts/slowness.ts'

// The grammar page, with the built-in checker and with a LanguageTool server.

const MEMBER = { email: 'writer@example.com', password: 'a long enough password' }

let tool: Awaited<ReturnType<typeof startLanguageTool>>
let operator: Person
const portico: Portico = onDemo(async (_, browser) => {
  tool = await startLanguageTool()
  operator = await signIn(portico, browser, OPERATOR, 1440)
  await done(portico.call('POST', '/muser/auth/register', { ...MEMBER, terms: true }))
  const back = await change(operator, { 'grammar.server_url': '' })
  return async () => {
    await back()
    await tool.stop()
  }
})

const useServer = (url: string): Promise<unknown> => done(operator.call('PATCH', '/admin/settings', { 'grammar.server_url': url }))
const box = (page: Page) => page.getByRole('textbox', { name: 'Your text' })
const check = (page: Page): Promise<void> => page.getByRole('button', { name: 'Check the text' }).click()
const asMember = async (browser: Browser, width: 390 | 1440 = 1440): Promise<Page> => (await signIn(portico, browser, MEMBER, width)).page

test('a visitor types and logs in; the text is still there and is checked; suggestions are accepted, taken back and copied', async ({
  browser,
}) => {
  const page = await visit(browser, portico, 390, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/grammaly')
  await expect(page.getByRole('heading', { level: 1, name: 'Price' })).toBeVisible()
  const plan = await page
    .getByRole('link', { name: /Choose this plan/ })
    .first()
    .boundingBox()
  expect(plan?.y).toBeLessThan((await box(page).boundingBox())?.y ?? 0)
  await box(page).fill('I has an test, and teh end.')
  await expect(page.getByText('7 words')).toBeVisible()
  await check(page)
  await page.getByRole('textbox', { name: /e-mail/i }).fill(MEMBER.email)
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).last().click()

  await expect(page).toHaveURL(/\/grammaly#check$/)
  await expect(box(page)).toHaveValue('I has an test, and teh end.')
  await expect(page.getByText('3 suggestions')).toBeVisible({ timeout: 40_000 * slowness })
  await page.getByRole('button', { name: 'Replace “teh” with “the”' }).click()
  await expect(box(page)).toHaveValue('I has an test, and the end.')
  await page.getByRole('button', { name: 'Accept all' }).click()
  await expect(box(page)).toHaveValue('I have a test, and the end.')
  await expect(page.getByText('That was the last suggestion.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(box(page)).toHaveValue('I has an test, and the end.')
  await box(page).press('Control+Shift+Z')
  await expect(box(page)).toHaveValue('I have a test, and the end.')
  await page.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('I have a test, and the end.')

  // The next visitor of this browser does not get it.
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).last().click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/grammaly')
  await expect(box(page)).toHaveValue('')
})

test('the cursor on a mark shows its suggestion; ignored ones go; typing moves the others along', async ({ browser }) => {
  await useServer(tool.base)
  const page = await asMember(browser)
  await page.goto('/grammaly')
  await box(page).fill('teh first, and teh second.')
  await check(page)
  await expect(page.getByText('2 suggestions')).toBeVisible()
  const items = page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem')
  await box(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(16, 16))
  await box(page).dispatchEvent('click')
  await expect(items.nth(1)).toHaveAttribute('data-active')
  await items.first().getByRole('button', { name: 'Ignore “teh”' }).click()
  await expect(items).toHaveCount(1)
  await box(page).press('Home')
  await box(page).pressSequentially('So: ')
  await items.first().getByRole('button', { name: 'Replace “teh” with “the”' }).click()
  await expect(box(page)).toHaveValue('So: teh first, and the second.')
  await passesAxe(page)
})

test('the page says so when the checker cannot be reached, is down, knows no Chinese, or the text is too long', async ({ browser }) => {
  await useServer(tool.base)
  tool.state.fault = 'error'
  const page = await asMember(browser, 390)
  await page.goto('/grammaly')
  await expect(page.getByText('sent to the LanguageTool server')).toBeVisible()
  await box(page).fill('teh')
  await check(page)
  await expect(page.getByRole('alert')).toHaveText(/isn't available right now\. Your text is still here/)
  tool.state.fault = 'none'
  await check(page)
  await expect(page.getByText('1 suggestion', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await useServer('')
  await page.reload()
  await expect(box(page)).toHaveValue('teh')
  await expect(page.getByText('checked on our own server')).toBeVisible()
  await box(page).fill('今天天气很好，我们去公园散步吧。')
  await check(page)
  await expect(page.getByText('knows English only, so this text was not checked')).toBeVisible()
  await box(page).fill('x'.repeat(20_001))
  await expect(page.getByRole('alert')).toHaveText('20,001 characters: a text may have 20,000 at most')
  await expect(page.getByRole('button', { name: 'Check the text' })).toBeDisabled()
})

test('no payload runs: in the text, in suggestions, or in what a hostile server says of them', async ({ browser }) => {
  await useServer(tool.base)
  const text = payloads.join('\n').replaceAll('\0', '').slice(0, 20_000)
  tool.state.answer = (form) => {
    const written = form.get('text') ?? ''
    const matches = payloads.map((payload, i) => ({ ...matchOf(i * 20, 10, [payload, `${payload}!`], payload), shortMessage: payload }))
    return { ...inLanguage('<img src=x onerror=pwned(1)>'), matches: matches.filter(({ offset }) => offset + 10 <= written.length) }
  }
  const page = await asMember(browser)
  const found = await watched(page)
  await page.goto('/grammaly')
  await box(page).fill(text)
  await check(page)
  await expect(page.getByText(/^\d+ suggestions$/)).toBeVisible()
  while (await page.getByRole('button', { name: /^Show more/ }).isVisible()) await page.getByRole('button', { name: /^Show more/ }).click()
  const items = page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem')
  expect(await items.count()).toBeGreaterThanOrEqual(150)
  const dangers = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter(
          (element) =>
            /^(script|iframe|object|embed|form|base|img|math|video|style)$/i.test(element.tagName) ||
            element.getAttributeNames().some((name) => name.startsWith('on')),
        )
        .map((element) => element.outerHTML.slice(0, 200)),
    )
  expect(await dangers()).toEqual([])
  await page.getByRole('button', { name: 'Accept all' }).click()
  await expect(page.getByText('That was the last suggestion.')).toBeVisible()
  expect(await dangers()).toEqual([])
  expect(found).toEqual([])
  tool.state.answer = null
})

test('an operator sets a LanguageTool server in the console and tests it', async () => {
  await useServer('')
  const { page } = operator
  await page.goto('/admin/setting?group=grammar')
  const group = page.locator('#setting-grammar')
  await group.getByLabel('LanguageTool server').fill(tool.base)
  await expect(group.getByRole('button', { name: 'Test the server' })).toBeDisabled()
  await page.getByRole('button', { name: /^Save/ }).click()
  await group.getByRole('button', { name: 'Test the server' }).click()
  await expect(group.getByText('The server works.')).toBeVisible()
})
