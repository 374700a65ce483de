import { expect, onShop, test } from '../journey.ts'
import { balanceOf, booksOf, change, done, passesAxe, payInBrowser, type Shop, visit } from '../shop.ts'

const shop: Shop = onShop(async () => {
  const rules = { 'commission.rate': 10, 'commission.shares': [100, 0, 0], 'commission.freeze_days': 0 }
  const payout = { 'withdrawal.enabled': true, 'withdrawal.min': 100, 'withdrawal.fee_percent': 5, 'withdrawal.methods': ['USDT', 'Bank'] }
  return change(shop.operator, { ...rules, ...payout })
})

test('a member invites, the invitee buys, and the commission is paid, withdrawn and paid out', async ({ browser }) => {
  const before = await booksOf(shop.operator)
  const inviter = await shop.member('inviter')
  const { page } = inviter
  await page.goto('/user/invites')
  await page.getByRole('button', { name: 'Get my link' }).click()
  const link = await page.getByRole('textbox', { name: 'Your invite link' }).inputValue()

  // The invitee opens the link, registers and buys a plan.
  const friend = await visit(browser, shop.portico, 390)
  await friend.goto(link)
  await friend.getByLabel('E-mail').fill('friend@example.com')
  await friend.getByLabel('Password', { exact: true }).fill('a friend’s password')
  await friend.getByLabel('Confirm password').fill('a friend’s password')
  await friend.getByRole('button', { name: 'Create account' }).click()
  await friend.waitForURL('**/dashboard')
  await friend.goto(`/user/plan/${shop.large.id}/1`)
  await payInBrowser(friend)

  // Ten percent of 30.00. The payment fee earns no commission.
  const stat = async () => (await done(inviter.call('GET', '/muser/invite/fetch'))).stat
  const earned = await stat()
  expect(earned).toMatchObject({ registered: 1 })
  expect(earned.pending + earned.available).toBe(300)
  await expect.poll(async () => (await stat()).available, { intervals: [1000] }).toBe(300)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Commission history' }).getByText('Paid', { exact: true })).toBeVisible()
  const owed = async () => {
    const { commission, held, member } = await booksOf(shop.operator)
    return [commission - before.commission, held - before.held, member - before.member]
  }
  expect(await owed()).toEqual([300, 0, 0])

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
  expect(await owed()).toEqual([0, 300, 0])

  // The operator approves, pays outside, and notes how.
  const { page: desk } = shop.operator
  await desk.goto('/admin/tixian')
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

  await page.goto('/user/invites?tab=withdrawals')
  const row = page.getByRole('table', { name: 'Withdrawals' }).getByRole('row').nth(1)
  await expect(row.getByText('Paid out', { exact: true })).toBeVisible()
  await expect(row.getByText('tx 0123456789')).toBeVisible()
  const { items } = await done(inviter.call('GET', '/muser/ticket/withdraw/fetch'))
  expect(items).toMatchObject([{ status: 'paid', amount: 300, fee_amount: 15, method: 'USDT' }])
  expect(await stat()).toMatchObject({ available: 0, held: 0, paid: 300 })
  expect(await balanceOf(inviter)).toBe(0)
  expect(await owed()).toEqual([0, 0, 0])
})
