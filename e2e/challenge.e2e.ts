import { expect, type Page, type Request, test } from '@playwright/test'
import { OPERATOR, type Portico, startPortico } from './portico.ts'

let portico: Portico
let token: string
test.beforeAll(async () => {
  portico = await startPortico()
  token = (await portico.call('POST', '/muser/auth/login', OPERATOR)).body.x_token
  await set({ 'challenge.on_registration': true })
})
test.afterAll(() => portico.stop())

async function set(settings: Record<string, unknown>): Promise<void> {
  expect((await portico.call('PATCH', '/admin/settings', settings, token)).status).toBe(200)
}

const words = {
  en: ['E-mail', 'Password', 'Confirm password', 'Create account', 'Checking…', 'Cancel', 'Please confirm that you are not a robot.'],
  'zh-CN': ['邮箱', '密码', '确认密码', '注册', '正在验证…', '取消', '请先完成人机验证。'],
} as const

async function fill(page: Page, language: keyof typeof words, email: string): Promise<void> {
  const [address, password, again] = words[language]
  await page.context().addCookies([{ name: 'language', value: language, url: portico.base }])
  await page.goto(`${portico.base}/register`)
  await page.getByLabel(address).fill(email)
  await page.getByLabel(password, { exact: true }).fill('a member password')
  await page.getByLabel(again).fill('a member password')
}
const isRegistration = (request: Request): boolean => request.url().endsWith('/muser/auth/register')

for (const language of ['en', 'zh-CN'] as const) {
  const [, , , submit, checking, cancel, needed] = words[language]

  test(`in ${language}, a challenge is solved without a question, under the strict policy`, async ({ page }) => {
    const faults: string[] = []
    page.on('console', (line) => line.type() === 'error' && !/422/.test(line.text()) && faults.push(line.text()))
    await fill(page, language, `quick-${language}@example.com`)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    expect(faults).toEqual([])
  })

  test(`in ${language}, a slow challenge shows its progress, and Escape or a button ends it`, async ({ page }) => {
    // The solver waits for its worker until the panel has been seen.
    let release = (): void => {}
    let held = new Promise<void>((done) => (release = done))
    await page.route(/altcha-worker/, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await fill(page, language, `slow-${language}@example.com`)
    for (const end of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: cancel }).click()]) {
      await page.getByRole('button', { name: submit }).click()
      const panel = page.getByRole('dialog', { name: checking })
      await expect(panel).toBeVisible()
      await expect(panel.getByRole('button', { name: cancel }), 'the keyboard is inside').toBeFocused()
      await end()
      await expect(panel).toBeHidden()
      await expect(page.getByText(needed)).toBeVisible()
    }
    await page.getByRole('button', { name: submit }).click()
    await expect(page.getByRole('dialog', { name: checking })).toBeVisible()
    release()
    await page.waitForURL('**/dashboard')
    held = Promise.resolve()
  })
}

test('a provider’s script is loaded only when its challenge is needed, and its token is sent', async ({ page }) => {
  await set({ 'challenge.provider': 'turnstile', 'challenge.site_id': 'public-id', 'challenge.secret': 'a secret' })
  const loaded: string[] = []
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    loaded.push(route.request().url())
    const body = `window.turnstile = { render: (place, o) => {
      const b = document.createElement('button'); b.textContent = 'I am human ' + o.sitekey + ' ' + o.action; b.onclick = () => o.callback('token-1'); place.append(b) } }`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await fill(page, 'en', 'widget@example.com')
  expect(loaded).toEqual([])
  await page.getByRole('button', { name: 'Create account' }).click()
  const sent = page.waitForRequest((request) => isRegistration(request) && request.postDataJSON().challenge !== undefined)
  await page.getByRole('button', { name: 'I am human public-id register' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ email: 'widget@example.com', challenge: 'token-1' })
  expect(loaded).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'])
  await set({ 'challenge.provider': 'altcha' })
})
