import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { startEpay } from '../../test/gateways/epay.ts'
import { HOUR, openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { paymentAttempts } from './payments.table.ts'

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)

const numberIn = (url: string): string => new URL(url).searchParams.get('out_trade_no')!

test('many checkouts by balance at once charge once', async () => {
  const method = await shop.method({ driver: 'balance' })
  const { member, tradeNo } = await shop.order()
  await shop.give(member, 5000)
  const answers = await atOnce(() => shop.checkout(member, tradeNo, method))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toMatchObject([{ body: { type: -1, data: null, fee_amount: 0, pay_amount: 1000 } }])
  expect(answers.filter(({ body }) => body.code === 'order.wrong_status')).toHaveLength(RACES - 1)
  expect(await shop.balance(member, tradeNo)).toBe(4000)
  await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('completed')
})

test('a balance that does not cover order and fee buys nothing and stays unchanged; it pays in the currency of the order', async () => {
  const method = await shop.method({ driver: 'balance', fee_fixed: 1, currency: 'USD' })
  const { member, tradeNo } = await shop.order()
  await shop.give(member, 1000)
  expect(await shop.checkout(member, tradeNo, method)).toMatchObject({ status: 409, body: { code: 'balance.insufficient' } })
  expect(await shop.balance(member, tradeNo)).toBe(1000)
  expect((await shop.details(tradeNo)).attempts).toEqual([])
  await shop.give(member, 1)
  expect((await shop.checkout(member, tradeNo, method)).body).toMatchObject({ type: -1, pay_amount: 1001 })
  expect((await shop.details(tradeNo)).order).toMatchObject({ fee_amount: 1, payment_name: 'balance' })
})

test('a second checkout returns the same payment link; another method or fee makes another', async () => {
  const [method, other] = [await shop.epay(epay), await shop.epay(epay)]
  const { member, tradeNo } = await shop.order()
  const [first, second, elsewhere] = [
    await shop.checkout(member, tradeNo, method),
    await shop.checkout(member, tradeNo, method),
    await shop.checkout(member, tradeNo, other),
  ]
  expect(second.body).toEqual(first.body)
  expect(numberIn(elsewhere.body.data)).not.toBe(numberIn(first.body.data))
  await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { fee_fixed: 50 })
  expect((await shop.checkout(member, tradeNo, method)).body).toMatchObject({ fee_amount: 50, pay_amount: 1050 })
  // A payment is compared with its own attempt's amount, so the older, cheaper attempt also pays the order.
  expect((await epay.payAt(first.body.data)).answers.at(-1)?.body).toBe('success')
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'processing', fee_amount: 0 })
})

test('orders are listed, summed and exported by the method that paid them, not by one that was only tried', async () => {
  const [paid, tried] = [await shop.epay(epay), await shop.epay(epay)]
  const { member, tradeNo } = await shop.order()
  await shop.checkout(member, tradeNo, tried)
  await epay.payAt((await shop.checkout(member, tradeNo, paid)).body.data)
  const by = async ({ id }: { id: number }) => (await shop.admin.call('GET', '/admin/orders', { method_id: id })).body
  expect(await by(paid)).toMatchObject({ total: 1, items: [{ trade_no: tradeNo }], sums: [{ currency: 'CNY', paid: 1000 }] })
  expect(await by(tried)).toMatchObject({ total: 0, sums: [] })
  expect((await shop.admin.call('GET', '/admin/orders/export', { method_id: tried.id })).body.rows).toBe(0)
})

test('an attempt with settings since corrected is not offered again', async () => {
  const method = await shop.epay(epay, { config: { url: epay.url, pid: epay.pid, key: 'mistyped' } })
  const { member, tradeNo } = await shop.order()
  await expect(epay.payAt((await shop.checkout(member, tradeNo, method)).body.data)).rejects.toThrow('Wrong signature')
  await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { config: { url: epay.url, pid: epay.pid, key: epay.key } })
  await epay.payAt((await shop.checkout(member, tradeNo, method)).body.data)
  expect(await shop.status(member, tradeNo)).toBe('processing')
})

test('a second payment by another attempt goes to the balance, once', async () => {
  const [one, two] = [await shop.epay(epay), await shop.epay(epay, { fee_fixed: 30 })]
  const { member, tradeNo } = await shop.order()
  const first = await shop.checkout(member, tradeNo, one)
  const second = await shop.checkout(member, tradeNo, two)
  await epay.payAt(first.body.data)
  await t.runJobs()
  epay.behave({ parallel: RACES })
  const { answers } = await epay.payAt(second.body.data)
  epay.behave({})
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['success']))
  expect(await shop.balance(member, tradeNo)).toBe(1030)
  expect((await shop.details(tradeNo)).receipts).toMatchObject([{ outcome: 'credited' }, { outcome: 'settled' }])
})

test('of many cancellations and a payment, one wins, and the money is never lost', async () => {
  const method = await shop.epay(epay)
  const outcomes = new Set<string>()
  for (let round = 0; round < RACES; round++) {
    const { member, tradeNo } = await shop.order()
    const { body } = await shop.checkout(member, tradeNo, method)
    await fetch(body.data)
    const message = epay.notification(numberIn(body.data))
    // The two take turns to go first.
    const pay = () => epay.send(method.notify_url, message)
    const cancels = () => atOnce(() => member.call('POST', '/muser/order/cancel', { trade_no: tradeNo }))
    const ahead = async (): Promise<void> => void (await fetch(`${t.base}/healthz`))
    const [heard, cancelled] = await (round % 2
      ? Promise.all([
          pay(),
          ahead()
            .then(round % 4 === 1 ? ahead : () => {})
            .then(cancels),
        ])
      : Promise.all([cancels(), round % 4 === 0 ? ahead().then(ahead).then(ahead).then(pay) : pay()]).then(([a, b]) => [b, a] as const))
    expect(heard).toEqual({ status: 200, body: 'success' })
    const { order, receipts } = await shop.details(tradeNo)
    const won = cancelled.filter(({ status }) => status === 200).length
    expect([won, order.status]).toEqual(won === 1 ? [1, 'cancelled'] : [0, 'processing'])
    expect(receipts).toMatchObject([{ outcome: won === 1 ? 'credited' : 'settled' }])
    expect(await shop.balance(member, tradeNo)).toBe(won === 1 ? 1000 : 0)
    outcomes.add(order.status)
  }
  expect(outcomes).toEqual(new Set(['cancelled', 'processing']))
}, 60_000)

test('a paid, a cancelled and a free order cannot be checked out, nor one past its time, even before it is marked expired', async () => {
  const [balance, gateway] = [await shop.method({ driver: 'balance' }), await shop.epay(epay)]
  const [paid, cancelled, free] = [await shop.order(), await shop.order(), await shop.order(await t.plan({ month_price: 0 }))]
  const late = await shop.order()
  for (const { member } of [paid, late]) await shop.give(member, 2000)
  await shop.checkout(paid.member, paid.tradeNo, balance)
  await cancelled.member.call('POST', '/muser/order/cancel', { trade_no: cancelled.tradeNo })
  t.travel(HOUR / 2)
  for (const { member, tradeNo } of [paid, cancelled, free, late])
    for (const method of [balance, gateway]) expect((await shop.checkout(member, tradeNo, method)).body.code).toBe('order.wrong_status')
  expect((await late.member.call('GET', '/muser/order/getPaymentMethod', { trade_no: late.tradeNo })).body.items).toEqual([])
  expect(await shop.status(late.member, late.tradeNo)).toBe('pending')
})

test('the list of payment methods says what each adds, and never its configuration; one in another currency without a rate is not in it', async () => {
  const method = await shop.epay(epay, { name: 'Dear', fee_percent: 250, fee_fixed: 30 })
  const disabled = await shop.epay(epay, { enabled: false })
  const manual = await shop.method({ driver: 'manual', config: { instructions: 'Bring it.' }, currency: 'USD' })
  const { member, tradeNo } = await shop.order()
  const { body } = await member.call('GET', '/muser/order/getPaymentMethod', { trade_no: tradeNo })
  const mine = body.items.find(({ id }: { id: number }) => id === method.id)
  expect(mine).toEqual({ id: method.id, name: 'Dear', driver: 'epay', icon: null, fee_amount: 55, pay_amount: 1055, can_save_card: false })
  const offered = body.items.map(({ id }: { id: number }) => id)
  for (const { id } of [disabled, manual]) expect(offered).not.toContain(id)
  expect(JSON.stringify(body)).not.toContain(epay.key)
  expect(await shop.checkout(member, tradeNo, manual)).toMatchObject({ status: 409, body: { code: 'payment.no_rate' } })
})

test('a quote says how its total can be paid and with what fee, without the balance; with nothing to pay there is no way', async () => {
  const [method, balance] = await Promise.all([shop.epay(epay, { fee_percent: 250 }), shop.method({ driver: 'balance' })])
  const [member, plan] = await Promise.all([t.member(), t.plan()])
  const quote = async (): Promise<{ total_amount: number; methods: { id: number }[] }> =>
    (await member.call('POST', '/muser/order/quote', { plan_id: plan.id, period: 'month_price' })).body
  const { methods } = await quote()
  expect(methods.find(({ id }) => id === method.id)).toMatchObject({ fee_amount: 25, pay_amount: 1025, driver: 'epay' })
  expect(methods.map(({ id }) => id)).not.toContain(balance.id)
  expect(JSON.stringify(methods)).not.toContain(epay.key)
  await shop.give(member, 1000)
  expect(await quote()).toMatchObject({ total_amount: 0, methods: [] })
})

test('the payment started last is open until its price changes, its method is switched off or the order ends', async () => {
  const [first, second] = [await shop.epay(epay), await shop.method({ driver: 'manual', config: { instructions: 'Account 1-2-3' } })]
  const { member, tradeNo } = await shop.order()
  const open = async () => (await member.call('GET', '/muser/order/getPaymentMethod', { trade_no: tradeNo })).body.open
  const set = (id: number, values: Record<string, unknown>) => shop.admin.call('PATCH', `/admin/payment-methods/${id}`, values)
  expect(await open()).toBeNull()
  const { body } = await shop.checkout(member, tradeNo, first)
  expect(await open()).toEqual({ method: first.id, ...body })
  await shop.checkout(member, tradeNo, second)
  expect(await open()).toEqual({
    method: second.id,
    type: 2,
    data: 'Account 1-2-3',
    reference: expect.any(String),
    fee_amount: 0,
    pay_amount: 1000,
  })
  expect((await set(second.id, { fee_fixed: 10 })).status).toBe(200)
  expect(await open()).toBeNull()
  await set(second.id, { fee_fixed: 0 })
  expect(await open()).toMatchObject({ method: second.id })
  await set(second.id, { enabled: false })
  expect(await open()).toBeNull()
  await shop.checkout(member, tradeNo, first)
  await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
  expect(await open()).toBeNull()
})

test('a manual method shows its instructions; an operator confirms the payment once, with its fee', async () => {
  const method = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'Account 1-2-3' }, fee_fixed: 20 })
  const { member, tradeNo } = await shop.order()
  const asked = (await shop.checkout(member, tradeNo, method)).body
  expect(asked).toEqual({ type: 2, data: 'Account 1-2-3', reference: expect.any(String), fee_amount: 20, pay_amount: 1020 })
  const revenue = await shop.ledger('revenue')
  const answers = await atOnce(() => shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'Statement 7' }))
  expect(answers.filter(({ status }) => status === 200)).toMatchObject([
    { body: { status: 'processing', fee_amount: 20, payment_name: 'Bank' } },
  ])
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(RACES - 1)
  const rows = await audited(t, 'order', tradeNo)
  expect(rows).toMatchObject([{ action: 'order.mark_paid', actorKind: 'staff', actorId: shop.admin.id, reason: 'Statement 7' }])
  const untouched = { paidAt: null, feeAmount: 0, cashAmount: 0, paymentName: null, paymentMethodId: null }
  expect(rows[0]!.before).toEqual({ status: 'pending', ...untouched })
  const paid = { status: 'processing', feeAmount: 20, cashAmount: 1000, paymentName: 'Bank' }
  expect(rows[0]!.after).toEqual({ ...paid, paymentMethodId: expect.any(Number), paidAt: expect.any(String) })
  expect(await shop.ledger('revenue')).toBe(revenue + 1020)
  await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('completed')
  const { confirmed } = (await shop.admin.call('GET', `/admin/orders/${tradeNo}`)).body
  expect(confirmed).toEqual({ name: shop.admin.email, at: rows[0]!.at.toISOString(), note: 'Statement 7' })
  const { tradeNo: unpaid } = await shop.order()
  expect((await shop.admin.call('GET', `/admin/orders/${unpaid}`)).body.confirmed).toBeNull()
})

test('confirming by hand needs a note, an unpaid order and an operator', async () => {
  const { member, tradeNo } = await shop.order()
  const path = `/admin/orders/${tradeNo}/payment`
  expect((await shop.admin.call('POST', path, { note: '  ' })).status).toBe(422)
  expect((await member.call('POST', path, { note: 'x' })).status).toBe(404)
  expect((await shop.admin.call('POST', '/admin/orders/NOSUCHORDER/payment', { note: 'x' })).status).toBe(404)
  await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
  expect((await shop.admin.call('POST', path, { note: 'x' })).body.code).toBe('order.wrong_status')
  expect((await audited(t, 'order', tradeNo)).map(({ action }) => action)).toEqual(['order.cancel'])
})

test('the reference of a transfer is short, has no signs that look alike, stays, and finds its order', async () => {
  const method = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'Account 1-2-3' } })
  const made = await Promise.all(Array.from({ length: 5 }, () => shop.order()))
  const ask = async ({ member, tradeNo }: (typeof made)[0]): Promise<string> =>
    (await shop.checkout(member, tradeNo, method)).body.reference
  const references = await Promise.all(made.map(ask))
  for (const reference of references) expect(reference).toMatch(/^[A-HJ-KM-NP-Z][2-9A-HJ-KM-NP-Z]{7}$/)
  expect(new Set(references).size).toBe(5)
  const [first] = made as [(typeof made)[0]]
  expect(await ask(first), 'asked again').toBe(references[0])
  expect((await shop.details(first.tradeNo)).attempts).toMatchObject([{ reference: references[0] }])
  const found = (await shop.admin.call('GET', '/admin/search', { q: references[0]!.toLowerCase() })).body
  expect(JSON.stringify(found)).toContain(first.tradeNo)
  const list = async (q: string) => (await shop.admin.call('GET', '/admin/orders', { q })).body.items
  expect(await list(` ${references[0]!.toLowerCase()} `)).toMatchObject([
    { trade_no: first.tradeNo, transfer: { reference: references[0], amount: 1000 } },
  ])
  expect(await list('NOSUCHREFERENCE')).toEqual([])
})

test('an order waits for a transfer only while that is what its member chose last, and only until it is paid', async () => {
  const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'Account 1-2-3' } })
  const card = await shop.epay(epay)
  const { member, tradeNo } = await shop.order()
  const transfer = async () => (await shop.admin.call('GET', '/admin/orders', { q: tradeNo })).body.items[0].transfer
  expect(await transfer()).toBeNull()
  const { reference } = (await shop.checkout(member, tradeNo, bank)).body
  expect(await transfer()).toEqual({ reference, amount: 1000 })
  await shop.checkout(member, tradeNo, card)
  await t.database.db.update(paymentAttempts).set({ externalId: 'GATEWAY-1' }).where(eq(paymentAttempts.methodId, card.id))
  expect(await transfer(), 'a gateway’s own number is no reference').toBeNull()
  const other = await shop.order()
  await shop.checkout(other.member, other.tradeNo, bank)
  await shop.admin.call('POST', `/admin/orders/${other.tradeNo}/payment`, { note: 'cash' })
  expect((await shop.admin.call('GET', '/admin/orders', { q: other.tradeNo })).body.items[0].transfer).toBeNull()
})
