import { type Browser, expect, type Page, test } from '@playwright/test'
import { publishArticle } from '../apps/server/test/publish-article.ts'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, passesAxe, type Person, signIn } from './shop.ts'

let portico: Portico
let operator: Person
test.beforeAll(async ({ browser }) => {
  portico = await startPortico()
  operator = await signIn(portico, browser, OPERATOR, 1440)
  const rules = {
    'account.verify_email': true,
    'account.register_with': 'both',
  }
  await done(operator.call('PATCH', '/admin/settings', rules))
  await publishArticle(operator, { kind: 'terms', type: 'tos', en: { title: 'Terms' }, zh: { title: '条款' } })
})
test.afterAll(() => portico.stop())

const PASSWORD = 'a quiet harbour at dusk'
const NEW_PASSWORD = 'another harbour at dawn'

// The visible names of one language. The journeys themselves are the same.
const words = {
  en: {
    locale: 'en-GB',
    register: 'Create account',
    email: 'E-mail',
    phone: 'Phone number',
    country: 'Country or region',
    china: 'CN',
    byPhone: 'Use a phone number',
    password: 'Password',
    again: 'Confirm password',
    invite: 'Invite code (optional)',
    terms: 'I accept the',
    termsNeeded: 'Please accept the terms of service.',
    next: 'Continue',
    code: 'Six-digit code',
    wrongCode: 'This code is wrong or has expired',
    againIn: /^Send again in \d+ s$/,
    change: 'Wrong address? Change it',
    login: 'Log in',
    byCode: 'Log in with a code',
    forgot: 'Forgot password?',
    send: 'Send code',
    newPassword: 'New password',
    changePassword: 'Change password',
    changed: 'Your password has been changed',
    number: '138 1234 5678',
    e164: '+8613812345678',
  },
  'zh-CN': {
    locale: 'zh-CN',
    register: '注册',
    email: '邮箱',
    phone: '手机号',
    country: '国家/地区',
    china: 'CN',
    byPhone: '改用手机号',
    password: '密码',
    again: '确认密码',
    invite: '邀请码（选填）',
    terms: '我已阅读并同意',
    termsNeeded: '请先同意服务条款。',
    next: '下一步',
    code: '6 位验证码',
    wrongCode: '验证码错误或已过期',
    againIn: /^\d+ 秒后可重新发送$/,
    change: '邮箱有误？修改',
    login: '登录',
    byCode: '验证码登录',
    forgot: '忘记密码？',
    send: '发送验证码',
    newPassword: '新密码',
    changePassword: '修改密码',
    changed: '密码已修改',
    number: '139 1234 5678',
    e164: '+8613912345678',
  },
}

let visitors = 0

async function visit(browser: Browser, locale: string): Promise<Page> {
  // Each visitor comes from a network of their own: several codes to one network need a solved challenge.
  const extraHTTPHeaders = { 'x-forwarded-for': `198.51.100.${++visitors}` }
  const context = await browser.newContext({ baseURL: portico.base, locale, extraHTTPHeaders, viewport: { width: 390, height: 844 } })
  return context.newPage()
}

for (const [language, w] of Object.entries(words)) {
  const main = (page: Page) => page.locator('#main')
  const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
  const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
  const email = `visitor-${language.toLowerCase()}@example.com`
  const byCode = async (page: Page, address: string, submit: string) => {
    await field(page, w.code).fill(await portico.codeTo(address))
    await button(page, submit).click()
  }

  test(`${language}: a visitor who opened an invite link looks around, registers with a code, and counts for the inviter`, async ({
    browser,
  }) => {
    const { code } = await done(operator.call('GET', '/muser/invite/save'))
    const page = await visit(browser, w.locale)
    const counted = page.waitForResponse((response) => response.url().endsWith('/comm/pv'))
    await page.goto(`/index?code=${code}`)
    await counted
    // Neither walking through the site nor a reload loses it.
    await page.getByRole('banner').getByRole('link', { name: w.register }).click()
    await page.waitForURL('**/register')
    await page.goto('/price')
    await page.getByRole('banner').getByRole('link', { name: w.register }).click()
    await expect(field(page, w.invite)).toHaveValue(code)
    await passesAxe(page)
    await field(page, w.email).fill(`first-${email}`)
    await field(page, w.password).fill(PASSWORD)
    await field(page, w.again).fill(PASSWORD)
    await button(page, w.next).click()
    await expect(main(page).getByText(w.termsNeeded)).toBeVisible()
    await main(page).getByLabel(w.terms).check()
    await button(page, w.next).click()
    await passesAxe(page)
    await expect(main(page).getByRole('button', { name: w.againIn })).toBeDisabled()

    // The address was wrong. The other fields are still there.
    await button(page, w.change).click()
    await field(page, w.email).fill(email)
    await button(page, w.next).click()
    const right = await portico.codeTo(email)
    await field(page, w.code).fill(right === '111111' ? '222222' : '111111')
    await button(page, w.register).click()
    await expect(main(page).getByText(w.wrongCode).first()).toBeVisible()
    await field(page, w.code).fill(`${right.slice(0, 3)} ${right.slice(3)}`)
    await button(page, w.register).click()
    await page.waitForURL('**/dashboard')
    const { codes } = await done(operator.call('GET', '/muser/invite/fetch'))
    expect(codes.find((one: { code: string }) => one.code === code)).toMatchObject({ uses: 1, page_views: 1 })
    expect(await page.evaluate(() => document.cookie)).not.toContain('invite_code')
  })

  test(`${language}: a visitor registers with a phone number, and logs in with it`, async ({ browser }) => {
    const page = await visit(browser, w.locale)
    await page.goto('/register')
    await button(page, w.byPhone).click()
    await field(page, w.country).selectOption('CN')
    await field(page, w.phone).fill(w.number)
    await passesAxe(page)
    await field(page, w.password).fill(PASSWORD)
    await field(page, w.again).fill(PASSWORD)
    await main(page).getByLabel(w.terms).check()
    await button(page, w.next).click()
    await byCode(page, w.e164, w.register)
    await page.waitForURL('**/dashboard')

    const other = await visit(browser, w.locale)
    await other.goto('/login')
    await button(other, w.byPhone).click()
    await field(other, w.country).selectOption('CN')
    await field(other, w.phone).fill(w.number)
    await field(other, w.password).fill(PASSWORD)
    await passesAxe(other)
    await button(other, w.login).click()
    await other.waitForURL('**/dashboard')
  })

  test(`${language}: a member logs in with a code; an unknown address looks the same and gets none`, async ({ browser }) => {
    const page = await visit(browser, w.locale)
    await page.goto('/login?redirect=/user/invites')
    await main(page).getByRole('link', { name: w.byCode }).click()
    await page.waitForURL('**/login2?**')
    // The address changes before the page does.
    await expect(button(page, w.send)).toBeVisible()
    const said = async (address: string): Promise<string> => {
      await field(page, w.email).fill(address)
      await button(page, w.send).click()
      await expect(field(page, w.code)).toBeFocused()
      return (await main(page).innerText()).replaceAll(address, '…').replace(/\d+/g, 'n')
    }
    const unknown = await said('nobody@example.com')
    await button(page, w.change).click()
    // The code of the registration may be younger than a minute: this address waits like any other.
    const member = await newMember(`code-${email}`)
    expect(await said(member)).toBe(unknown)
    await passesAxe(page)
    await byCode(page, member, w.login)
    await page.waitForURL('**/user/invites')
    // Unlike /login and /register, these pages open with a session.
    await page.goto('/login2')
    await expect(button(page, w.send)).toBeVisible()
    await page.goto('/login')
    await page.waitForURL('**/dashboard')
  })

  test(`${language}: a member who forgot the password sets a new one; the browser that was logged in is out`, async ({ browser }) => {
    const member = await newMember(`reset-${email}`)
    const inside = await signIn(portico, browser, { email: member, password: PASSWORD }, 390)
    const page = await visit(browser, w.locale)
    await page.goto('/login')
    await field(page, w.email).fill(member)
    await main(page).getByRole('link', { name: w.forgot }).click()
    await page.waitForURL('**/getPasswd')
    await expect(button(page, w.send)).toBeVisible()
    // The login page handed it on, and the URL does not show it.
    await expect(field(page, w.email)).toHaveValue(member)
    expect(page.url()).not.toContain('@')
    await button(page, w.send).click()
    await field(page, w.code).fill(await portico.codeTo(member))
    await field(page, w.newPassword).fill(NEW_PASSWORD)
    await passesAxe(page)
    await button(page, w.changePassword).click()
    await page.waitForURL('**/login')
    await expect(page.getByText(w.changed)).toBeVisible()
    await expect(button(page, w.login)).toBeVisible()
    expect((await inside.call('POST', '/muser/info', { roles: [] })).status).toBe(403)
    await field(page, w.email).fill(member)
    await field(page, w.password).fill(NEW_PASSWORD)
    await button(page, w.login).click()
    await page.waitForURL('**/dashboard')
  })
}

/** A member made by the operator, who has asked for no code yet. */
async function newMember(email: string): Promise<string> {
  await done(operator.call('POST', '/admin/users', { email, password: PASSWORD }))
  return email
}
