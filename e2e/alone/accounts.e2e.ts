import type { Browser, Page } from '@playwright/test'
import { publishArticle } from '../../apps/server/test/publish-article.ts'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'
import { change, done, type Person, signIn, visit } from '../shop.ts'

let operator: Person
const portico: Portico = alone(async (_, browser) => {
  operator = await signIn(portico, browser, OPERATOR, 1440)
  await change(operator, { 'account.verify_email': true, 'account.register_with': 'both' })
  await publishArticle(operator, { kind: 'terms', type: 'tos', en: { title: 'Terms' }, zh: { title: '条款' } })
})

const PASSWORD = 'a quiet harbour at dusk'
const NEW_PASSWORD = 'another harbour at dawn'

let visitors = 0

/** Each visitor comes from a network of their own: several codes to one network need a solved challenge. */
const arrive = (browser: Browser): Promise<Page> =>
  visit(browser, portico, 390, { extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${++visitors}` } })

const main = (page: Page) => page.locator('#main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
const email = 'visitor@example.com'
const byCode = async (page: Page, address: string, submit: string) => {
  await field(page, 'Six-digit code').fill(await portico.codeTo(address))
  await button(page, submit).click()
}

test('a visitor who opened an invite link looks around, registers with a code, and counts for the inviter', async ({ browser }) => {
  const { code } = await done(operator.call('GET', '/muser/invite/save'))
  const page = await arrive(browser)
  const counted = page.waitForResponse((response) => response.url().endsWith('/comm/pv'))
  await page.goto(`/index?code=${code}`)
  await counted
  // Neither walking through the site nor a reload loses it.
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click()
  await page.waitForURL('**/register')
  await page.goto('/price')
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click()
  await expect(field(page, 'Invite code (optional)')).toHaveValue(code)
  await field(page, 'E-mail').fill(`first-${email}`)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await button(page, 'Continue').click()
  await expect(main(page).getByText('Please accept the terms of service.')).toBeVisible()
  await main(page).getByLabel('I accept the').check()
  await button(page, 'Continue').click()
  await expect(main(page).getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()

  // The address was wrong. The other fields are still there.
  await button(page, 'Wrong address? Change it').click()
  await field(page, 'E-mail').fill(email)
  await button(page, 'Continue').click()
  const right = await portico.codeTo(email)
  await field(page, 'Six-digit code').fill(right === '111111' ? '222222' : '111111')
  await button(page, 'Create account').click()
  await expect(main(page).getByText('This code is wrong or has expired').first()).toBeVisible()
  await field(page, 'Six-digit code').fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await button(page, 'Create account').click()
  await page.waitForURL('**/dashboard')
  const { codes } = await done(operator.call('GET', '/muser/invite/fetch'))
  expect(codes.find((one: { code: string }) => one.code === code)).toMatchObject({ uses: 1, page_views: 1 })
  expect(await page.evaluate(() => document.cookie)).not.toContain('invite_code')
})

async function enterPhone(page: Page): Promise<void> {
  await button(page, 'Use a phone number').click()
  await field(page, 'Country or region').selectOption('CN')
  await field(page, 'Phone number').fill('138 1234 5678')
  await field(page, 'Password').fill(PASSWORD)
}

test('a visitor registers with a phone number, and logs in with it', async ({ browser }) => {
  const page = await arrive(browser)
  await page.goto('/register')
  await enterPhone(page)
  await field(page, 'Confirm password').fill(PASSWORD)
  await main(page).getByLabel('I accept the').check()
  await button(page, 'Continue').click()
  await byCode(page, '+8613812345678', 'Create account')
  await page.waitForURL('**/dashboard')

  const other = await arrive(browser)
  await other.goto('/login')
  await enterPhone(other)
  await button(other, 'Log in').click()
  await other.waitForURL('**/dashboard')
})

test('a member logs in with a code; an unknown address looks the same and gets none', async ({ browser }) => {
  const page = await arrive(browser)
  await page.goto('/login?redirect=/user/invites')
  await main(page).getByRole('link', { name: 'Log in with a code' }).click()
  await page.waitForURL('**/login2?**')
  // The address changes before the page does.
  await expect(button(page, 'Send code')).toBeVisible()
  const said = async (address: string): Promise<string> => {
    await field(page, 'E-mail').fill(address)
    await button(page, 'Send code').click()
    await expect(field(page, 'Six-digit code')).toBeFocused()
    return (await main(page).innerText()).replaceAll(address, '…').replace(/\d+/g, 'n')
  }
  const unknown = await said('nobody@example.com')
  await button(page, 'Wrong address? Change it').click()
  // The code of the registration may be younger than a minute: this address waits like any other.
  const member = await newMember(`code-${email}`)
  expect(await said(member)).toBe(unknown)
  await byCode(page, member, 'Log in')
  await page.waitForURL('**/user/invites')
  // Unlike /login and /register, these pages open with a session.
  await page.goto('/login2')
  await expect(button(page, 'Send code')).toBeVisible()
  await page.goto('/login')
  await page.waitForURL('**/dashboard')
})

test('a member who forgot the password sets a new one; the browser that was logged in is out', async ({ browser }) => {
  const member = await newMember(`reset-${email}`)
  const inside = await signIn(portico, browser, { email: member, password: PASSWORD }, 390)
  const page = await arrive(browser)
  await page.goto('/login')
  await field(page, 'E-mail').fill(member)
  await main(page).getByRole('link', { name: 'Forgot password?' }).click()
  await page.waitForURL('**/getPasswd')
  await expect(button(page, 'Send code')).toBeVisible()
  // The login page handed it on, and the URL does not show it.
  await expect(field(page, 'E-mail')).toHaveValue(member)
  expect(page.url()).not.toContain('@')
  await button(page, 'Send code').click()
  await field(page, 'Six-digit code').fill(await portico.codeTo(member))
  await field(page, 'New password').fill(NEW_PASSWORD)
  await button(page, 'Change password').click()
  await page.waitForURL('**/login')
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await expect(button(page, 'Log in')).toBeVisible()
  expect((await inside.call('POST', '/muser/info', { roles: [] })).status).toBe(403)
  await field(page, 'E-mail').fill(member)
  await field(page, 'Password').fill(NEW_PASSWORD)
  await button(page, 'Log in').click()
  await page.waitForURL('**/dashboard')
})

/** A member made by the operator, who has asked for no code yet. */
async function newMember(email: string): Promise<string> {
  await done(operator.call('POST', '/admin/users', { email, password: PASSWORD }))
  return email
}
