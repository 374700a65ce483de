import type { CDPSession, Page } from '@playwright/test'
import { codeOf } from '../../apps/server/test/authenticator-app.ts'
import { expect, onShop, test } from '../journey.ts'
import { change, type Shop } from '../shop.ts'

/** The same server by a name: passkeys do not work at an IP address. */
let site: string
const shop: Shop = onShop(async () => {
  site = shop.portico.base.replace('127.0.0.1', 'localhost')
  return change(shop.operator, { 'site.url': site })
})

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${site}/login?redirect=/user/profile/index`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const PASSWORD = 'a member password'
async function member(about: string): Promise<string> {
  const email = `${about}@example.com`
  await shop.portico.call('POST', '/muser/auth/register', { email, password: PASSWORD })
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

test('a member adds a passkey and signs in with it, without an address', async ({ page }) => {
  await withPhone(page)
  await logIn(page, await member('passkey'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added. You can use it the next time you log in.')).toBeVisible()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('My phone')).toBeVisible()

  await logOut(page)
  await page.goto(`${site}/login?redirect=/user/profile/index`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${site}/user/profile/index`)
  await expect(page.getByText('My phone')).toBeVisible()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('My phone')).toBeHidden()
})

test('an authenticator app is asked for after the password, and a recovery code replaces it', async ({ page }) => {
  const email = await member('totp')
  await logIn(page, email)
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = await page.getByLabel('Key', { exact: true }).inputValue()
  await page.getByLabel('Code from the app').fill(codeOf(key, new Date()))
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog').getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('Recovery codes left')).toBeVisible()

  await logOut(page)
  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.locator('input[name=code]')).toHaveAttribute('autocomplete', 'one-time-code')
  await page.locator('input[name=code]').fill('000000')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('This code is wrong or has expired. Check it, or get a new one.')).toBeVisible()
  // The next code, because each works once. It is accepted half a minute early.
  await page.locator('input[name=code]').fill(codeOf(key, new Date(Date.now() + 30_000)))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${site}/user/profile/index`)

  await logOut(page)
  await logIn(page, email)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recovery.toLowerCase())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${site}/user/profile/index`)
})

test('an old session is confirmed in one dialog, and the call is repeated', async ({ page }) => {
  await withPhone(page)
  await logIn(page, await member('fresh'))
  // As the server answers after a quarter of an hour, until the session is confirmed.
  let isOld = true
  page.on('response', (response) => {
    if (response.url().endsWith('/muser/auth/confirm') && response.ok()) isOld = false
  })
  await page.route('**/muser/passkeys/options', (route) =>
    isOld ? route.fulfill({ status: 409, json: { code: 'session.confirm_needed', message: '' } }) : route.continue(),
  )
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeEnabled()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Wrong password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Passkey added. You can use it the next time you log in.')).toBeVisible()
})
