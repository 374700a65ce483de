import { expect, test } from '@playwright/test'
import { startEpay } from '../apps/server/test/gateways/epay.ts'
import { type Portico, startPortico } from './portico.ts'
import { balanceOf, booksOf, done, type Gateway, openShop, passesAxe, payInBrowser } from './shop.ts'

let portico: Portico
let gateway: Gateway
test.beforeAll(async () => {
  ;[portico, gateway] = await Promise.all([startPortico(), startEpay()])
})
test.afterAll(async () => {
  await portico.stop()
  await gateway.stop()
})

test('a member invites, the invitee buys, and the commission is paid, withdrawn and paid out', async ({ browser }) => {
  const rules = { 'commission.rate': 10, 'commission.shares': [100, 0, 0], 'commission.freeze_days': 0 }
  const payout = { 'withdrawal.enabled': true, 'withdrawal.min': 100, 'withdrawal.fee_percent': 5, 'withdrawal.methods': ['USDT', 'Bank'] }
  const shop = await openShop(portico, gateway, browser, { ...rules, ...payout })
  const inviter = await shop.member('inviter')
  const { page } = inviter
  await page.goto('/user/invites')
  await passesAxe(page)
  await page.getByRole('button', { name: 'Get my link' }).click()
  const link = await page.getByRole('textbox', { name: 'Your invite link' }).inputValue()
  await passesAxe(page)

  // The invitee opens the link, registers and buys a plan.
  const friend = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await friend.goto(link)
  await passesAxe(friend)
  await friend.getByLabel('E-mail').fill('friend@example.com')
  await friend.getByLabel('Password', { exact: true }).fill('a friend’s password')
  await friend.getByLabel('Confirm password').fill('a friend’s password')
  await friend.getByRole('button', { name: 'Create account' }).click()
  await friend.waitForURL('**/dashboard')
  await friend.goto(`${portico.base}/user/plan/${shop.large.id}/1`)
  await payInBrowser(friend)

  // Ten percent of 30.00. The payment fee earns no commission.
  const stat = async () => (await done(inviter.call('GET', '/muser/invite/fetch'))).stat
  const earned = await stat()
  expect(earned).toMatchObject({ registered: 1 })
  expect(earned.pending + earned.available).toBe(300)
  await expect.poll(async () => (await stat()).available, { timeout: 30_000, intervals: [1000] }).toBe(300)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Commission history' }).getByText('Paid', { exact: true })).toBeVisible()
  expect(await booksOf(shop.operator)).toMatchObject({ commission: 300, held: 0 })
  await passesAxe(page)

  // The member requests all of it.
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Method').click()
  await page.getByRole('option', { name: 'USDT' }).click()
  await form.getByLabel('Account or address').fill('T-address of the inviter')
  await expect(form.getByLabel('Amount')).toHaveValue('3.00')
  await expect(form.getByText(/2\.85/)).toBeVisible()
  await form.getByRole('button', { name: 'Request withdrawal' }).click()
  await expect(page.getByText('Withdrawal requested.')).toBeVisible()
  expect(await stat()).toMatchObject({ available: 0, held: 300 })
  expect(await booksOf(shop.operator)).toMatchObject({ commission: 0, held: 300 })

  // The operator approves, pays outside, and notes how.
  const { page: desk } = shop.operator
  await desk.goto('/admin/tixian')
  await passesAxe(desk)
  await desk.getByRole('row').nth(1).getByRole('button').first().click()
  const drawer = desk.getByRole('dialog').first()
  await expect(drawer.getByText('T-address of the inviter')).toBeVisible()
  await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('Withdrawal approved.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Mark as paid out' }).click()
  const proof = desk.getByRole('dialog', { name: 'Mark as paid out' })
  await proof.getByLabel('Proof').fill('tx 0123456789')
  await passesAxe(desk)
  await proof.getByRole('button', { name: /2\.85 sent/ }).click()
  await expect(desk.getByText('Withdrawal marked as paid out.')).toBeVisible()
  await passesAxe(desk)

  await page.goto('/user/invites?tab=withdrawals')
  const row = page.getByRole('table', { name: 'Withdrawals' }).getByRole('row').nth(1)
  await expect(row.getByText('Paid out', { exact: true })).toBeVisible()
  await expect(row.getByText('tx 0123456789')).toBeVisible()
  await passesAxe(page)
  const { items } = await done(inviter.call('GET', '/muser/ticket/withdraw/fetch'))
  expect(items).toMatchObject([{ status: 'paid', amount: 300, fee_amount: 15, method: 'USDT' }])
  expect(await stat()).toMatchObject({ available: 0, held: 0, paid: 300 })
  expect(await balanceOf(inviter)).toBe(0)
  expect(await booksOf(shop.operator)).toMatchObject({ commission: 0, held: 0, member: 0 })
})
