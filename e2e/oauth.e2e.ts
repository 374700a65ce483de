import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type RealIssuer, startIssuer } from '../apps/server/test/issuers/real-issuer.ts'
import { selfSigned } from '../apps/server/test/self-signed.ts'
import { OPERATOR, type Portico, startPorticoWith } from './portico.ts'
import { passesAxe } from './shop.ts'

const WORDS = {
  en: {
    locale: 'en-US',
    go: 'Continue with Harbour',
    create: 'Create account',
    isNew: "You're new here. You'll log in with Harbour, without a password.",
    has: 'You already have an account',
    login: 'Log in',
    email: 'E-mail',
    password: 'Password',
    connected: 'Connected. You can log in with it from now on.',
    connect: 'Connect Harbour',
    disconnect: 'Disconnect',
    cancelled: 'The login was cancelled at the other site.',
    ready: 'Works. Visitors see the button.',
    refused: 'The site refuses the client ID or the secret.',
    test: 'Test',
  },
  'zh-CN': {
    locale: 'zh-CN',
    go: '使用 Harbour 继续',
    create: '注册',
    isNew: '您是首次使用，今后可直接用 Harbour 登录，无需密码。',
    has: '您已有账号',
    login: '去登录',
    email: '邮箱',
    password: '密码',
    connected: '已绑定，今后可以用它登录。',
    connect: '绑定 Harbour',
    disconnect: '解除绑定',
    cancelled: '您在对方网站取消了登录。',
    ready: '可以使用，访客能看到登录按钮。',
    refused: '对方拒绝了客户端 ID 或密钥。',
    test: '测试',
  },
} as const
type Words = (typeof WORDS)[keyof typeof WORDS]

let portico: Portico
let issuer: RealIssuer
let operator: string
const folder = mkdtempSync(join(tmpdir(), 'portico-issuer-'))
test.use({ ignoreHTTPSErrors: true })
test.beforeAll(async () => {
  const certificate = selfSigned()
  writeFileSync(join(folder, 'issuer.pem'), certificate.cert)
  portico = await startPorticoWith({ NODE_EXTRA_CA_CERTS: join(folder, 'issuer.pem') })
  issuer = await startIssuer(() => `${portico.base}/auth-redirect`, certificate)
  operator = (await portico.call('POST', '/muser/auth/login', OPERATOR)).body.x_token
  await save({
    'site.url': portico.base,
    'oauth.oidc_on': true,
    'oauth.oidc_label': 'Harbour',
    'oauth.oidc_issuer': issuer.url,
    'oauth.oidc_client_id': issuer.clientId,
    'oauth.oidc_client_secret': issuer.clientSecret,
  })
})
test.afterAll(async () => {
  await Promise.all([portico.stop(), issuer.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const save = (change: object) => portico.call('PATCH', '/admin/settings', { ...change }, operator)
const open = async (browser: Browser, { locale }: Words): Promise<Page> =>
  (await browser.newContext({ locale, ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } })).newPage()

/** Forgets who is signed in at the issuer; the portal is on the same host. */
const leaveIssuer = (page: Page): Promise<void> => page.context().clearCookies({ name: /^_/ })

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${portico.base}/login`)
}

for (const [language, words] of Object.entries(WORDS)) {
  test(`somebody new comes by another site, comes back, and adds a second one with the same address (${language})`, async ({ browser }) => {
    const page = await open(browser, words)
    const first = {
      sub: `first-${language}`,
      email: `someone-${language.toLowerCase()}@example.org`,
      email_verified: true,
      name: 'Someone',
    }
    issuer.person = first
    await page.goto(`${portico.base}/register?code=&redirect=/user/plans`)
    await page.getByRole('button', { name: words.go }).click()
    await expect(page.getByText(words.isNew)).toBeVisible()
    expect(page.url()).toBe(`${portico.base}/auth-redirect`)
    await expect(page.getByText(first.email)).toBeVisible()
    await passesAxe(page)
    await page.getByRole('button', { name: words.create }).click()
    await page.waitForURL(`${portico.base}/user/plans`)

    // Another identity there with the same verified address: its owner signs in as usual first.
    await logOut(page)
    issuer.person = { ...first, sub: `second-${language}` }
    await page.getByRole('button', { name: words.go }).click()
    await expect(page.getByRole('heading', { name: words.has })).toBeVisible()
    await passesAxe(page)
    await page.getByRole('main').getByRole('link', { name: words.login }).click()
    await page.waitForURL('**/login?redirect=%2Fauth-redirect')
    await leaveIssuer(page)
    issuer.person = first
    await page.getByRole('button', { name: words.go }).click()
    await expect(page.getByText(words.connected)).toBeVisible()
    await page.waitForURL(`${portico.base}/dashboard`)
    await page.goto(`${portico.base}/user/profile/index`)
    await expect(page.getByRole('button', { name: words.disconnect })).toHaveCount(2)
  })

  test(`a member with a password connects another site and logs in with it (${language})`, async ({ browser }) => {
    const member = { email: `member-${language.toLowerCase()}@example.com`, password: 'a member’s password' }
    await portico.call('POST', '/muser/auth/register', member)
    const page = await open(browser, words)
    await page.goto(`${portico.base}/login?redirect=/user/profile/index`)
    await page.getByLabel(words.email).fill(member.email)
    await page.getByLabel(words.password, { exact: true }).fill(member.password)
    await page.locator('form button[type=submit]').click()
    await page.waitForURL(`${portico.base}/user/profile/index`)
    issuer.person = { sub: `member-${language}`, name: 'Harbour master' }
    await page.getByRole('button', { name: words.connect }).click()
    await expect(page.getByText(words.connected)).toBeVisible()
    await expect(page.getByText('Harbour master')).toBeVisible()
    await passesAxe(page)

    await logOut(page)
    await page.getByRole('button', { name: words.go }).click()
    await page.waitForURL(`${portico.base}/dashboard`)
    await page.goto(`${portico.base}/user/profile/index`)
    await expect(page.getByText(member.email).first()).toBeVisible()
  })

  test(`a cancelled login says so; the operator's test says what is wrong (${language})`, async ({ browser }) => {
    const page = await open(browser, words)
    await page.goto(`${portico.base}/auth-redirect?error=access_denied&state=x`)
    await expect(page.getByText(words.cancelled)).toBeVisible()
    await passesAxe(page)

    const desk = await (await browser.newContext({ locale: words.locale, viewport: { width: 1440, height: 900 } })).newPage()
    const { hostname } = new URL(portico.base)
    await desk.context().addCookies([{ name: 'AdminToken', value: operator, domain: hostname, path: '/' }])
    await desk.goto(`${portico.base}/admin/setting?group=oidc`)
    const card = desk.locator('#setting-oidc')
    await expect(
      card.getByRole('textbox', { name: language === 'en' ? 'Redirect URL to enter there' : '需在对方网站填写的回调地址' }),
    ).toHaveValue(`${portico.base}/auth-redirect`)
    await card.getByRole('button', { name: words.test, exact: true }).click()
    await expect(card.getByText(words.ready)).toBeVisible()
    await save({ 'oauth.oidc_client_secret': 'wrong' })
    await card.getByRole('button', { name: words.test, exact: true }).click()
    await expect(card.getByText(words.refused)).toBeVisible()
    await save({ 'oauth.oidc_client_secret': issuer.clientSecret })
  })
}
