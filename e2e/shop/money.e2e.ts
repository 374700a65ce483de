import type { Locator } from '@playwright/test'
import { encodeText } from '../../apps/server/test/statement-corpus/statement-file.ts'
import { expect, onShop, test } from '../journey.ts'
import { balanceOf, booksOf, done, orderOf, passesAxe, payInBrowser, pictureOf } from '../shop.ts'

const shop = onShop()

test('a member changes plan: the rest of the old one reduces the price first, then goes to the balance', async () => {
  const member = await shop.member('changer')
  const old = await shop.buy(member, shop.small)
  const { page } = member
  await page.goto('/user/plans')
  await page.getByRole('link', { name: 'Switch to this plan Large' }).click()
  await expect(page.getByText(/Small ends now\. Its remaining value of .*(10\.00|9\.99) counts/)).toBeVisible()
  await expect(page.getByText('Credit from your old plan')).toBeVisible()
  const change = await orderOf(member, await payInBrowser(page))
  const surplus = -change.lines.find((line: { kind: string }) => line.kind === 'surplus').amount
  // A month for 10.00, of which only seconds are used.
  expect([999, 1000]).toContain(surplus)
  expect(change).toMatchObject({ type: 'change', status: 'completed', price_amount: 3000, total_amount: 3000 - surplus, credit_amount: 0 })
  expect((await orderOf(member, old)).status).toBe('absorbed')
  await expect(page.getByText('Plan change')).toBeVisible()

  // Back to the smaller plan: nothing to pay, and money is left over.
  await page.goto('/user/plans')
  await page.getByRole('link', { name: 'Switch to this plan Small' }).click()
  await expect(page.getByText(/more than this order costs, so it goes to your balance/)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm order' }).click()
  await page.waitForURL('**/user/order/*')
  await expect(page.getByText('Your plan has changed')).toBeVisible()
  const back = await orderOf(member, page.url().split('/').at(-1) ?? '')
  expect(back).toMatchObject({ type: 'change', status: 'completed', total_amount: 0 })
  expect(back.credit_amount).toBeGreaterThanOrEqual(1998)
  expect(await balanceOf(member)).toBe(back.credit_amount)
  expect(await done(member.call('GET', '/muser/getSubscribe'))).toMatchObject({ plan_name: 'Small', state: 'active' })
  await booksOf(shop.operator)
})

test('an operator creates a coupon; a member mistypes it, then pays less with it; the operator sees the use', async () => {
  const { page: desk } = shop.operator
  await desk.goto('/admin/coupon')
  // While the list loads, the button is in the heading.
  await expect(desk.getByText('No coupons yet')).toBeVisible()
  await desk.getByRole('button', { name: 'New coupon' }).click()
  const drawer = desk.getByRole('dialog')
  await drawer.getByLabel('Name', { exact: true }).fill('Spring')
  await drawer.getByLabel('Code', { exact: true }).fill('spring25')
  await drawer.getByText('Percentage', { exact: true }).click()
  await drawer.getByLabel('Percent off').fill('25')
  await drawer.getByLabel('Uses per member').fill('1')
  await passesAxe(desk)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('cell', { name: 'SPRING25 Spring' })).toBeVisible()

  const member = await shop.member('saver')
  const { page } = member
  await page.goto(`/user/plan/${shop.large.id}/1`)
  await page.getByLabel('Coupon code').fill('spring')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByLabel('Coupon code')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Coupon code').fill('Spring25 ')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('SPRING25')).toBeVisible()
  // The fee: one percent of 22.50, rounded half up.
  await expect(page.getByRole('button', { name: /Pay .*22\.73/ })).toBeVisible()
  const order = await orderOf(member, await payInBrowser(page))
  expect(order).toMatchObject({ status: 'completed', total_amount: 2250, fee_amount: 23 })
  expect(order.lines).toEqual([
    { kind: 'price', amount: 3000 },
    { kind: 'coupon', amount: -750 },
  ])
  await desk.reload()
  await desk.getByRole('button', { name: 'Uses of SPRING25' }).click()
  await expect(desk.getByRole('dialog').getByText(member.email)).toBeVisible()
  await expect(desk.getByRole('dialog').getByText(/7\.50/)).toBeVisible()

  // A member can use it only once.
  await page.goto(`/user/plan/${shop.large.id}/1`)
  await page.getByLabel('Coupon code').fill('SPRING25')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByLabel('Coupon code')).toHaveAttribute('aria-invalid', 'true')
  await booksOf(shop.operator)
})

test('an operator creates redeem codes; a member sees what one gives, redeems it, and cannot redeem it again', async () => {
  const { page: desk } = shop.operator
  const kind = { name: 'Gift card', kind: 'balance', value: 1500, plan_id: null, max_per_member: 1, new_members_only: false }
  await done(shop.operator.call('POST', '/admin/vipcard/templates', { ...kind, enabled: true, colour: null }))
  await desk.goto('/admin/vipcard')
  await desk.getByRole('button', { name: 'Actions for Gift card' }).click()
  await desk.getByRole('menuitem', { name: 'Generate codes' }).click()
  const drawer = desk.getByRole('dialog')
  await drawer.getByLabel('Quantity', { exact: true }).fill('3')
  await passesAxe(desk)
  await drawer.getByRole('button', { name: 'Generate codes' }).click()
  await expect(desk.getByText('3 codes generated.')).toBeVisible()
  await desk.getByRole('button', { name: 'Actions for Gift card' }).click()
  await desk.getByRole('menuitem', { name: 'Codes', exact: true }).click()
  const codes = desk.getByText(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/)
  await expect(codes).toHaveCount(3)
  const code = await codes.first().innerText()

  const member = await shop.member('gifted')
  const { page } = member
  const typed = code.replaceAll('-', ' ').toLowerCase()
  await page.goto('/user/cards')
  await page.getByLabel('Code', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Check code' }).click()
  await expect(page.getByText('Balance · Gift card')).toBeVisible()
  expect(await balanceOf(member)).toBe(0)
  await page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await expect(page.getByText(/You've received: .*15\.00/)).toBeVisible()
  expect(await balanceOf(member)).toBe(1500)

  await page.getByRole('button', { name: 'Redeem another code' }).click()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Check code' }).click()
  await expect(page.getByText(/cannot be used now|has been used|already/i).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Redeem', exact: true })).toHaveCount(0)
  expect(await balanceOf(member)).toBe(1500)

  // The added balance pays for a plan.
  await page.goto(`/user/plan/${shop.small.id}/1`)
  await expect(page.getByText('Nothing left to pay.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm order' }).click()
  await expect(page.getByText('Your plan is ready')).toBeVisible()
  expect(await balanceOf(member)).toBe(500)
  await booksOf(shop.operator)
})

test('an operator refunds an order through its gateway: the member’s term ends and the ledger balances as before', async () => {
  const before = await booksOf(shop.operator)
  const member = await shop.member('leaver')
  const tradeNo = await shop.buy(member, shop.large)
  const { page: desk } = shop.operator
  const form = await openRefund(tradeNo)
  await expect(form.getByRole('combobox', { name: 'Refund method' })).toHaveValue('Original payment method (Wallet)')
  await expect(form.getByLabel('Amount')).toHaveValue('30.30')
  await expect(form.getByLabel('Also end the remaining term of this order')).toBeChecked()
  await form.getByLabel('Reason').fill('Asked to leave')
  await passesAxe(desk)
  await form.getByRole('button', { name: 'Refund', exact: true }).click()
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: /Refund .*30\.30/ })
    .click()
  const drawer = desk.getByRole('dialog', { name: `Order ${tradeNo}` })
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Asked to leave' }).getByText('Refunded')).toBeVisible()
  await expect(drawer.getByText('Refunded').first()).toBeVisible()
  expect(shop.gateway.refunded().at(-1)?.money).toBe('30.30')

  const { page } = member
  await page.goto(`/user/order/${tradeNo}`)
  await expect(page.getByText('This order was refunded')).toBeVisible()
  expect(await orderOf(member, tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 3030 })
  expect(await done(member.call('GET', '/muser/getSubscribe'))).toMatchObject({ state: 'expired' })
  expect(await booksOf(shop.operator)).toEqual(before)
})

test('a partial refund goes to the balance; a gateway that only refunds in full is not offered for the rest', async () => {
  const member = await shop.member('keeper')
  const tradeNo = await shop.buy(member, shop.large)
  const before = await booksOf(shop.operator)
  const { page: desk } = shop.operator
  const form = await openRefund(tradeNo)
  await form.getByRole('combobox', { name: 'Refund method' }).click()
  await desk.getByRole('option', { name: "Member's balance" }).click()
  await form.getByLabel('Amount').fill('30.31')
  await form.getByLabel('Reason').fill('Two days without service')
  await form.getByLabel('Also end the remaining term of this order').uncheck()
  await form.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(form.getByText(/At most .*30\.30\.$/)).toBeVisible()
  await form.getByLabel('Amount').fill('5.00')
  await form.getByRole('button', { name: 'Refund', exact: true }).click()
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: /Refund .*5\.00/ })
    .click()
  await expect(desk.getByText('Refunded.', { exact: true })).toBeVisible()
  expect(await balanceOf(member)).toBe(500)
  expect(await orderOf(member, tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 500 })
  const after = await booksOf(shop.operator)
  expect(after).toEqual({ ...before, member: before.member + 500, revenue: before.revenue - 500 })

  // This gateway refunds payments only in full. After a partial refund, only the balance can take the rest.
  await desk.getByRole('button', { name: 'Refund…' }).click()
  await expect(form.getByLabel('Amount')).toHaveValue('25.30')
  expect(await booksOf(shop.operator)).toEqual(after)

  const { page } = member
  await page.goto(`/user/order/${tradeNo}`)
  await expect(page.getByText(/5\.00 of what you paid has been refunded/)).toBeVisible()
  expect(await done(member.call('GET', '/muser/getSubscribe'))).toMatchObject({ plan_name: 'Large', state: 'active' })
})

test('an operator imports a GBK statement: they see what was found, then our number books, an equal amount only after confirmation', async () => {
  const order = async (name: string) => {
    const member = await shop.member(name)
    const { trade_no } = await done(member.call('POST', '/muser/order/save', { plan_id: shop.small.id, period: 'month_price' }))
    await done(member.call('POST', '/muser/order/checkout', { trade_no, method: shop.byHand }))
    return { member, tradeNo: trade_no as string, status: async () => (await orderOf(member, trade_no)).status as string }
  }
  const before = await booksOf(shop.operator)
  const [careful, hasty, spender] = [await order('careful'), await order('hasty'), await order('spender')]
  // Today at the site, where a statement's times are read.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format()
  const csv = [
    '支付宝交易记录明细查询',
    '账号:[shop@example.com]',
    '------------交易记录明细列表------------',
    '交易时间,商品说明,收/支,金额（元）,交易状态,交易订单号,备注,',
    `${day} 00:00:01,套餐 ${careful.tradeNo},收入,10.00,交易成功,R1\t,,`,
    `${day} 00:00:02,谢谢,收入,10.00,交易成功,R2\t,,`,
    `${day} 00:00:03,${spender.tradeNo},支出,10.00,交易成功,R3\t,,`,
    `${day} 00:00:04,套餐,收入,十元,交易成功,R4\t,,`,
    '------------------------------------',
    '共4笔记录',
  ].join('\r\n')

  const { page } = shop.operator
  await page.goto('/admin/reconciliation?tab=statements')
  await page.getByRole('button', { name: 'Import statement' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Payment method' }).click()
  await page.getByRole('option', { name: 'By hand' }).click()
  await drawer.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: encodeText(csv, 'gb18030') })
  await passesAxe(page)
  await drawer.getByRole('button', { name: 'Read file' }).click()
  const found = page.getByRole('dialog', { name: 'bank.csv' })
  await expect(found.getByText(/20\.00/).first()).toBeVisible()
  await expect(found.getByText(`${day} to ${day}`)).toBeVisible()
  await expect(found.getByText("The amount can't be read.")).toBeVisible()
  await found.getByText('How the file is read').click()
  await expect(found.getByRole('combobox', { name: 'Encoding' })).toHaveValue('GBK / GB18030')
  expect(await careful.status()).toBe('pending')
  await found.getByRole('button', { name: 'Import 2 payments' }).click()
  await expect(found.getByText('Finished')).toBeVisible()
  await expect(found.getByText("The amount can't be read.")).toBeVisible()
  await passesAxe(page)
  await found.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('1 line needs a decision.')).toBeVisible()
  await expect.poll(careful.status).toBe('completed')
  expect([await hasty.status(), await spender.status()]).toEqual(['pending', 'pending'])

  await page.getByRole('button', { name: `Confirm ${hasty.tradeNo}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(`Order ${hasty.tradeNo}. Pays for the order.`)).toBeVisible()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/waits? for a decision/)).toHaveCount(0)
  await expect.poll(hasty.status).toBe('completed')
  expect(await spender.status()).toBe('pending')
  expect(await booksOf(shop.operator)).toEqual({ ...before, gateway: before.gateway - 2000, revenue: before.revenue + 2000 })
})

test('a member transfers by hand: what to pay, then the proof, then the wait, all of it still there after a reload', async () => {
  const member = await shop.member('patient')
  const { page } = member
  await page.goto(`/user/plan/${shop.small.id}/1`)
  await page.getByText('By hand').click()
  await page.getByRole('button', { name: /^Pay .*10\.00/ }).click()
  await expect(page.getByRole('heading', { name: 'Pay with By hand' })).toBeVisible()
  const tradeNo = page.url().split('/').at(-1) ?? ''
  await page.reload()
  await expect(page.getByText('Account 1-2-3')).toBeVisible()
  await expect(page.getByText('Reference').first()).toBeVisible()
  await page.getByLabel('Payment details').fill('Transfer 77')
  await page.locator('input[type=file]').setInputFiles(await pictureOf('slip.png', 300, 200))
  await page.getByRole('button', { name: 'Send proof' }).click()
  await expect(page.getByText('Transfer 77')).toBeVisible()
  await expect(page.getByText("We're checking your payment")).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)

  // Another method can still be chosen; for this one there is nothing more to pay.
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expect(page.getByRole('button', { name: 'Back to the transfer details' })).toBeVisible()
  await page.getByRole('radio', { checked: false, disabled: false }).first().check({ force: true })
  await expect(page.getByRole('button', { name: /^Pay .*10/ })).toBeVisible()

  // The operator confirms it from the row.
  const { page: desk } = shop.operator
  await desk.goto('/admin/order')
  await desk.getByRole('combobox', { name: 'Status' }).click()
  await desk.getByRole('option', { name: 'Proof sent' }).click()
  await expect(desk).toHaveURL(/status=proof_sent/)
  const row = desk.getByRole('row').filter({ hasText: tradeNo })
  await expect(row).toContainText('Proof sent')
  await row.getByRole('button', { name: 'Confirm payment' }).click()
  const form = desk.getByRole('dialog', { name: 'Confirm payment' })
  await expect(form.getByLabel('Note')).toHaveValue(/^Transfer 77 · .*10\.00$/)
  await expect(form.getByRole('button', { name: 'Open image 1 in full size' }), 'what the member sent').toBeVisible()
  await passesAxe(desk)
  await form.getByRole('button', { name: /^Confirm .*10\.00/ }).click()
  await expect(desk.getByText('Order marked as paid.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Your plan is ready')).toBeVisible()
  await desk.goto(`/admin/order?q=${tradeNo}`)
  await desk.getByRole('button', { name: tradeNo }).click()
  await expect(desk.getByText(/Confirmed by /)).toBeVisible()
})

/** Opens the order's refund form from the console's order list. */
async function openRefund(tradeNo: string): Promise<Locator> {
  const { page } = shop.operator
  await page.goto(`/admin/order?q=${tradeNo}`)
  await page.getByRole('button', { name: tradeNo }).click()
  await page.getByRole('button', { name: 'Refund…' }).click()
  return page.getByRole('dialog', { name: 'Refund order' })
}
