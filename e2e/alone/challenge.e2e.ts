import type { Page, Request } from '@playwright/test'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'

let token: string
const portico: Portico = alone(async () => {
  token = (await portico.call('POST', '/muser/auth/login', OPERATOR)).body.x_token
  await set({ 'challenge.on_registration': true })
})

async function set(settings: Record<string, unknown>): Promise<void> {
  expect((await portico.call('PATCH', '/admin/settings', settings, token)).status).toBe(200)
}

async function fill(page: Page, email: string): Promise<void> {
  await page.goto(`${portico.base}/register`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a member password')
  await page.getByLabel('Confirm password').fill('a member password')
}
const isRegistration = (request: Request): boolean => request.url().endsWith('/muser/auth/register')

test('a challenge is solved without a question, under the strict policy', async ({ page }) => {
  const faults: string[] = []
  page.on('console', (line) => line.type() === 'error' && !/422/.test(line.text()) && faults.push(line.text()))
  await fill(page, 'quick@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  expect(faults).toEqual([])
})

test('a slow challenge shows its progress, and Escape or a button ends it', async ({ page }) => {
  // The solver waits for its worker until the panel has been seen.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/altcha-worker/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await fill(page, 'slow@example.com')
  const submit = page.getByRole('button', { name: 'Create account' })
  const panel = page.getByRole('dialog', { name: 'Checking…' })
  for (const end of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Cancel' }).click()]) {
    await submit.click()
    await expect(panel).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Cancel' }), 'the keyboard is inside').toBeFocused()
    await end()
    await expect(panel).toBeHidden()
    await expect(page.getByText('Please confirm that you are not a robot.')).toBeVisible()
  }
  await submit.click()
  await expect(panel).toBeVisible()
  release()
  await page.waitForURL('**/dashboard')
})

test('a provider’s script is loaded only when its challenge is needed, and its token is sent', async ({ page }) => {
  await set({ 'challenge.provider': 'turnstile', 'challenge.site_id': 'public-id', 'challenge.secret': 'a secret' })
  const loaded: string[] = []
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    loaded.push(route.request().url())
    const body = `window.turnstile = { render: (place, o) => {
      const b = document.createElement('button'); b.textContent = 'I am human ' + o.sitekey + ' ' + o.action; b.onclick = () => o.callback('token-1'); place.append(b) } }`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await fill(page, 'widget@example.com')
  expect(loaded).toEqual([])
  await page.getByRole('button', { name: 'Create account' }).click()
  const sent = page.waitForRequest((request) => isRegistration(request) && request.postDataJSON().challenge !== undefined)
  await page.getByRole('button', { name: 'I am human public-id register' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ email: 'widget@example.com', challenge: 'token-1' })
  expect(loaded).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'])
})
