import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { codeOf } from '../apps/server/test/authenticator-app.ts'
import { OPERATOR, type Portico, startPortico } from './portico.ts'

let portico: Portico
/** The same server by a name: passkeys do not work at an IP address. */
let site: string
test.beforeAll(async () => {
  portico = await startPortico()
  site = portico.base.replace('127.0.0.1', 'localhost')
  const { body } = await portico.call('POST', '/muser/auth/login', OPERATOR)
  await portico.call('PATCH', '/admin/settings', { 'site.url': site }, body.x_token)
})
test.afterAll(() => portico.stop())

const texts = {
  en: {
    email: 'E-mail',
    password: 'Password',
    login: 'Log in',
    byPasskey: 'Use a passkey',
    account: 'Account centre',
    addPasskey: 'Add a passkey',
    passkeyAdded: 'Passkey added. You can use it the next time you log in.',
    rename: 'Rename',
    name: 'Name',
    save: 'Save',
    remove: 'Delete',
    setUp: 'Set up',
    key: 'Key',
    code: 'Code from the app',
    turnOn: 'Turn on',
    saved: "I've saved them",
    left: 'Recovery codes left',
    oneMore: 'One more step',
    wrong: 'This code is wrong or has expired. Check it, or get a new one.',
    useRecovery: 'Use a recovery code instead',
    recovery: 'Recovery code',
    confirmTitle: "Confirm it's you",
    cancel: 'Cancel',
    confirm: 'Confirm',
    wrongPassword: 'Wrong password.',
  },
  'zh-CN': {
    email: '邮箱',
    password: '密码',
    login: '登录',
    byPasskey: '使用通行密钥',
    account: '账号中心',
    addPasskey: '添加通行密钥',
    passkeyAdded: '通行密钥已添加，下次登录即可使用。',
    rename: '重命名',
    name: '名称',
    save: '保存',
    remove: '删除',
    setUp: '开始设置',
    key: '密钥',
    code: '应用中的验证码',
    turnOn: '开启',
    saved: '我已保存',
    left: '剩余恢复代码',
    oneMore: '两步验证',
    wrong: '验证码错误或已过期，请核对后重试，或重新获取。',
    useRecovery: '改用恢复代码',
    recovery: '恢复代码',
    confirmTitle: '验证身份',
    cancel: '取消',
    confirm: '确定',
    wrongPassword: '密码错误。',
  },
}
type Language = keyof typeof texts

async function visit(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, url: site }])
}

async function logIn(page: Page, language: Language, email: string): Promise<void> {
  const t = texts[language]
  await page.goto(`${site}/login?redirect=/user/profile/index`)
  await page.getByLabel(t.email).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t.login, exact: true }).click()
}

const PASSWORD = 'a member password'
async function member(language: Language, about: string): Promise<string> {
  const email = `${about}-${language}@example.com`
  await portico.call('POST', '/muser/auth/register', { email, password: PASSWORD })
  return email
}

/** A phone that holds passkeys and recognises its owner. */
async function withPhone(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })
  return devtools
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'AdminToken' })
}

for (const language of ['en', 'zh-CN'] as const) {
  const t = texts[language]

  test(`a member adds a passkey and signs in with it, without an address (${language})`, async ({ page }) => {
    await visit(page, language)
    await withPhone(page)
    await logIn(page, language, await member(language, 'passkey'))
    await page.getByRole('button', { name: t.addPasskey }).click()
    await expect(page.getByText(t.passkeyAdded)).toBeVisible()
    await page.getByRole('button', { name: t.rename }).click()
    await page.getByRole('dialog').getByLabel(t.name).fill('My phone')
    await page.getByRole('dialog').getByRole('button', { name: t.save }).click()
    await expect(page.getByText('My phone')).toBeVisible()

    await logOut(page)
    await page.goto(`${site}/login?redirect=/user/profile/index`)
    await page.getByRole('button', { name: t.byPasskey }).click()
    await page.waitForURL(`${site}/user/profile/index`)
    await expect(page.getByText('My phone')).toBeVisible()

    await page.getByRole('button', { name: t.remove, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: t.remove }).click()
    await expect(page.getByText('My phone')).toBeHidden()
  })

  test(`an authenticator app is asked for after the password, and a recovery code replaces it (${language})`, async ({ page }) => {
    await visit(page, language)
    const email = await member(language, 'totp')
    await logIn(page, language, email)
    await page.getByRole('button', { name: t.setUp }).click()
    const key = await page.getByLabel(t.key, { exact: true }).inputValue()
    await page.getByLabel(t.code).fill(codeOf(key, new Date()))
    await page.getByRole('dialog').getByRole('button', { name: t.turnOn }).click()
    const codes = page.getByRole('dialog').getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const recovery = (await codes.first().textContent()) ?? ''
    await page.getByRole('button', { name: t.saved }).click()
    await expect(page.getByText(t.left)).toBeVisible()

    await logOut(page)
    await logIn(page, language, email)
    await expect(page.getByRole('heading', { name: t.oneMore })).toBeVisible()
    await expect(page.locator('input[name=code]')).toHaveAttribute('autocomplete', 'one-time-code')
    await page.locator('input[name=code]').fill('000000')
    await page.getByRole('button', { name: t.login, exact: true }).click()
    await expect(page.getByText(t.wrong)).toBeVisible()
    // The next code, because each works once. It is accepted half a minute early.
    await page.locator('input[name=code]').fill(codeOf(key, new Date(Date.now() + 30_000)))
    await page.getByRole('button', { name: t.login, exact: true }).click()
    await page.waitForURL(`${site}/user/profile/index`)

    await logOut(page)
    await logIn(page, language, email)
    await page.getByRole('button', { name: t.useRecovery }).click()
    await page.getByLabel(t.recovery).fill(recovery.toLowerCase())
    await page.getByRole('button', { name: t.login, exact: true }).click()
    await page.waitForURL(`${site}/user/profile/index`)
  })

  test(`an old session is confirmed in one dialog, and the call is repeated (${language})`, async ({ page }) => {
    await visit(page, language)
    await withPhone(page)
    await logIn(page, language, await member(language, 'fresh'))
    // As the server answers after a quarter of an hour, until the session is confirmed.
    let isOld = true
    page.on('response', (response) => {
      if (response.url().endsWith('/muser/auth/confirm') && response.ok()) isOld = false
    })
    await page.route('**/muser/passkeys/options', (route) =>
      isOld ? route.fulfill({ status: 409, json: { code: 'session.confirm_needed', message: '' } }) : route.continue(),
    )
    const dialog = page.getByRole('dialog', { name: t.confirmTitle })
    await page.getByRole('button', { name: t.addPasskey }).click()
    await dialog.getByRole('button', { name: t.cancel }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: t.addPasskey })).toBeEnabled()

    await page.getByRole('button', { name: t.addPasskey }).click()
    await dialog.getByLabel(t.password, { exact: true }).fill('not this one')
    await dialog.getByRole('button', { name: t.confirm }).click()
    await expect(dialog.getByText(t.wrongPassword)).toBeVisible()
    await dialog.getByLabel(t.password, { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: t.confirm }).click()
    await expect(page.getByText(t.passkeyAdded)).toBeVisible()
  })
}
