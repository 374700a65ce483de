import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { mailSettings, startSmtp } from '../apps/server/test/smtp.ts'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { passesAxe } from './shop.ts'

let portico: Portico
let smtp: Awaited<ReturnType<typeof startSmtp>>
test.beforeAll(async () => {
  ;[portico, smtp] = await Promise.all([startPortico(), startSmtp()])
  const operator = await portico.call('POST', '/muser/auth/login', OPERATOR)
  const saved = await portico.call('PATCH', '/admin/settings', mailSettings(smtp.port), operator.body.x_token)
  expect(saved.status).toBe(200)
})
test.afterAll(async () => {
  await portico.stop()
  await smtp.stop()
})

/** What the newest mail to an address has of this form, once it came; '' until then. */
const inMail = (address: string, pattern: RegExp): string =>
  pattern.exec(smtp.mails.findLast(({ recipients }) => recipients.includes(address))?.text ?? '')?.[0] ?? ''
const CODE = /(?<!\d)\d{6}(?!\d)/
const LINK = /\/undo#\S+/

const words = {
  en: {
    name: 'Name',
    save: 'Save',
    change: 'Change e-mail address',
    address: 'New e-mail address',
    send: 'Send code',
    code: 'Code',
    undo: 'Put my address back',
    password: 'New password',
    savePassword: 'Save password',
    safe: 'Your account is safe',
    download: 'Download my data',
    close: 'Close my account…',
    closeLater: 'Close in 24 hours',
    pending: /Your account closes on/,
    keep: 'Keep my account',
    kept: 'Your account stays open.',
    confirm: "Confirm it's you",
    own: 'Password',
  },
  'zh-CN': {
    name: '名称',
    save: '保存',
    change: '更换邮箱',
    address: '新邮箱',
    send: '发送验证码',
    code: '验证码',
    undo: '恢复原来的地址',
    password: '新密码',
    savePassword: '保存密码',
    safe: '您的账号已恢复安全',
    download: '下载我的数据',
    close: '注销我的账号…',
    closeLater: '24 小时后注销',
    pending: /您的账号将于/,
    keep: '保留我的账号',
    kept: '账号已保留。',
    confirm: '验证身份',
    own: '密码',
  },
}

for (const language of ['en', 'zh-CN'] as const) {
  test(`a member sets a name, changes the address, undoes it, asks to close the account, and keeps it (${language})`, async ({
    browser,
  }) => {
    const w = words[language]
    const [email, other] = [`own.${language}@example.com`, `other.${language}@example.com`]
    const registered = await portico.call('POST', '/muser/auth/register', { email, password: 'a member password' })
    const { context, page } = await signedIn(browser.newContext({ locale: language }), language, registered.body)
    await page.goto(`${portico.base}/user/profile/index`)
    await page.getByRole('textbox', { name: w.name, exact: true }).fill('Ada Lovelace')
    await page.locator('#profile').getByRole('button', { name: w.save }).click()
    await expect.poll(async () => (await info(registered.body.x_token)).name).toBe('Ada Lovelace')
    await passesAxe(page)

    await page.getByRole('button', { name: w.change }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(w.address).fill(other)
    await dialog.getByRole('button', { name: w.send }).click()
    await expect(dialog.getByLabel(w.code, { exact: true })).toBeFocused()
    await dialog.getByLabel(w.code, { exact: true }).fill('000000')
    await dialog.getByRole('button', { name: w.save }).click()
    await expect(dialog.locator('[class*="error"]').first()).toBeVisible()
    await expect.poll(() => inMail(other, CODE), { timeout: 20_000 }).not.toBe('')
    await dialog.getByLabel(w.code, { exact: true }).fill(inMail(other, CODE))
    await dialog.getByRole('button', { name: w.save }).click()
    await expect(page.locator('#ways').getByText(other)).toBeVisible()

    // The old address undoes it, in a browser that knows nothing of the account.
    const elsewhere = await (await visitor(browser.newContext({ locale: language }), language)).newPage()
    await expect.poll(() => inMail(email, LINK), { timeout: 20_000 }).not.toBe('')
    await elsewhere.goto(portico.base + inMail(email, LINK))
    await passesAxe(elsewhere)
    await elsewhere.getByRole('button', { name: w.undo }).click()
    await elsewhere.getByLabel(w.password, { exact: true }).fill('chosen after the undo')
    await elsewhere.getByRole('button', { name: w.savePassword }).click()
    await expect(elsewhere.getByRole('heading', { name: w.safe })).toBeVisible()
    expect((await portico.call('POST', '/muser/info', {}, registered.body.x_token)).status).toBe(403)
    await context.close()

    const entered = await portico.call('POST', '/muser/auth/login', { email, password: 'chosen after the undo' })
    const back = await signedIn(browser.newContext({ locale: language }), language, entered.body)
    await back.page.goto(`${portico.base}/user/my`)
    await passesAxe(back.page)
    await back.page.goto(`${portico.base}/user/profile/index`)
    const [download] = await Promise.all([back.page.waitForEvent('download'), back.page.getByRole('button', { name: w.download }).click()])
    expect(
      readFileSync(await download.path())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\x03\x04')
    await back.page.getByRole('button', { name: w.close }).click()
    await passesAxe(back.page)
    await back.page.getByRole('button', { name: w.closeLater }).click()
    // However young the session is.
    const asked = back.page.getByRole('dialog', { name: w.confirm })
    await asked.getByLabel(w.own, { exact: true }).fill('chosen after the undo')
    await asked.locator('button[type=submit]').click()
    await expect(back.page.getByText(w.pending)).toBeVisible()
    await passesAxe(back.page)
    await back.page.getByRole('button', { name: w.keep }).click()
    await expect(back.page.getByText(w.kept)).toBeVisible()
    await expect(back.page.getByRole('button', { name: w.close })).toBeVisible()
    expect((await portico.call('POST', '/muser/auth/login', { email, password: 'chosen after the undo' })).status).toBe(200)
  })
}

async function visitor(opening: Promise<BrowserContext>, language: string): Promise<BrowserContext> {
  const context = await opening
  await context.addCookies([{ name: 'language', value: language, url: portico.base }])
  return context
}

async function signedIn(opening: Promise<BrowserContext>, language: string, entered: { x_token: string; name: string }) {
  const context = await visitor(opening, language)
  const cookies = { AdminToken: entered.x_token, username: entered.name }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: portico.base })))
  const page: Page = await context.newPage()
  return { context, page }
}

async function info(token: string): Promise<{ name: string }> {
  return (await portico.call('POST', '/muser/info', {}, token)).body.userInfo
}
