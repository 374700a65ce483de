import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { type RealIssuer, startIssuer } from '../../apps/server/test/issuers/real-issuer.ts'
import { selfSigned } from '../../apps/server/test/self-signed.ts'
import { aloneWith, expect, test } from '../journey.ts'
import { OPERATOR, type Portico, startPorticoWith } from '../portico.ts'
import { type Person, signIn, speak, visit } from '../shop.ts'

let issuer: RealIssuer
let operator: Person
const folder = mkdtempSync(join(tmpdir(), 'portico-issuer-'))
const certificate = selfSigned()
const start = (): Promise<Portico> => {
  writeFileSync(join(folder, 'issuer.pem'), certificate.cert)
  return startPorticoWith({ NODE_EXTRA_CA_CERTS: join(folder, 'issuer.pem') })
}
const portico: Portico = aloneWith(start, async (_, browser) => {
  issuer = await startIssuer(() => `${portico.base}/auth-redirect`, certificate)
  operator = await signIn(portico, browser, OPERATOR, 1440)
  await save({
    'site.url': portico.base,
    'oauth.oidc_on': true,
    'oauth.oidc_label': 'Harbour',
    'oauth.oidc_issuer': issuer.url,
    'oauth.oidc_client_id': issuer.clientId,
    'oauth.oidc_client_secret': issuer.clientSecret,
  })
  return async () => {
    await issuer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const save = (change: object) => operator.call('PATCH', '/admin/settings', { ...change })
const open = (browser: Browser): Promise<Page> => visit(browser, portico, 390, { locale: 'zh-CN', ignoreHTTPSErrors: true })

/** Forgets who is signed in at the issuer; the portal is on the same host. */
const leaveIssuer = (page: Page): Promise<void> => page.context().clearCookies({ name: /^_/ })

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
}

test('somebody new comes by another site, comes back, and adds a second one with the same address', async ({ browser }) => {
  const page = await open(browser)
  const first = { sub: 'first', email: 'someone@example.org', email_verified: true, name: 'Someone' }
  issuer.person = first
  await page.goto('/register?code=&redirect=/user/plans')
  await page.getByRole('button', { name: '使用 Harbour 继续' }).click()
  await expect(page.getByText('您是首次使用，今后可直接用 Harbour 登录，无需密码。')).toBeVisible()
  expect(page.url()).toBe(`${portico.base}/auth-redirect`)
  await expect(page.getByText(first.email)).toBeVisible()
  await page.getByRole('button', { name: '注册' }).click()
  await page.waitForURL(`${portico.base}/user/plans`)

  // Another identity there with the same verified address: its owner signs in as usual first.
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route(/assets\/.*\.js$/, async (route) => {
    await pressed
    await route.continue()
  })
  await page.context().clearCookies()
  await page.goto('/login', { waitUntil: 'commit' })
  issuer.person = { ...first, sub: 'second' }
  // Before the page works, and the buttons' own code is there.
  await page.getByRole('button', { name: '使用 Harbour 继续' }).click()
  press()
  await expect(page.getByRole('heading', { name: '您已有账号' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '去登录' }).click()
  await page.waitForURL('**/login?redirect=%2Fauth-redirect')
  await leaveIssuer(page)
  issuer.person = first
  await page.getByRole('button', { name: '使用 Harbour 继续' }).click()
  await expect(page.getByText('已绑定，今后可以用它登录。')).toBeVisible()
  await page.waitForURL(`${portico.base}/dashboard`)
  await page.goto('/user/profile/index')
  await expect(page.getByRole('button', { name: '解除绑定' })).toHaveCount(2)
})

test('a member with a password connects another site and logs in with it', async ({ browser }) => {
  const member = { email: 'member@example.com', password: 'a member’s password' }
  await portico.call('POST', '/muser/auth/register', member)
  const page = await open(browser)
  await page.goto('/login?redirect=/user/profile/index')
  await page.getByLabel('邮箱').fill(member.email)
  await page.getByLabel('密码', { exact: true }).fill(member.password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(`${portico.base}/user/profile/index`)
  issuer.person = { sub: 'member', name: 'Harbour master' }
  await page.getByRole('button', { name: '绑定 Harbour' }).click()
  await expect(page.getByText('已绑定，今后可以用它登录。')).toBeVisible()
  await expect(page.getByText('Harbour master')).toBeVisible()

  await logOut(page)
  await page.getByRole('button', { name: '使用 Harbour 继续' }).click()
  await page.waitForURL(`${portico.base}/dashboard`)
  await page.goto('/user/profile/index')
  await expect(page.getByText(member.email).first()).toBeVisible()
})

test('a cancelled login says so; the operator’s test says what is wrong', async ({ browser }) => {
  const page = await open(browser)
  await page.goto('/auth-redirect?error=access_denied&state=x')
  await expect(page.getByText('您在对方网站取消了登录。')).toBeVisible()

  const { page: desk } = operator
  await speak(desk.context(), portico, 'zh-CN')
  await desk.goto('/admin/setting?group=oidc')
  const card = desk.locator('#setting-oidc')
  await expect(card.getByRole('textbox', { name: '需在对方网站填写的回调地址' })).toHaveValue(`${portico.base}/auth-redirect`)
  await card.getByRole('button', { name: '测试', exact: true }).click()
  await expect(card.getByText('可以使用，访客能看到登录按钮。')).toBeVisible()
  await save({ 'oauth.oidc_client_secret': 'wrong' })
  await card.getByRole('button', { name: '测试', exact: true }).click()
  await expect(card.getByText('对方拒绝了客户端 ID 或密钥。')).toBeVisible()
})
