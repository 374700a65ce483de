import type { Driver, PaymentMethod, PaymentMethodInput } from '@portico/contract/payments-admin'
import { afterEach, expect, test } from 'vitest'
import { atOnce } from '../at-once.ts'
import type { DriverConfig, Payment, RefundInput, Reversal } from '../../src/payment-drivers/driver.ts'
import { expireOrders } from '../../src/orders/cancel-order.ts'
import { drivers } from '../../src/payment-drivers/drivers.ts'
import { forFile, type Member, startApp, type TestApp } from '../harness.ts'
import { type Heard, post, type Sent } from './listen.ts'
import { HOUR, openShop } from './shop.ts'

const BROKEN = /503|broken/

/** How a payment differs from a correct one; empty: correct. `amount` in minor units. `to`: another notification address. */
export type Flaw = { amount?: number; currency?: string; merchant?: true; forged?: true; unpaid?: true; to?: string }

/** A gateway as the cases need it. `asked`: the charge for an order of 10.00 CNY. */
export type Rig = {
  driver: Driver
  config: DriverConfig
  method?: Partial<PaymentMethodInput>
  asked: { amount: number; currency: string }
  answer: string
  /** Where notifications go, for gateways whose payments do not carry the address. */
  listenAt?: (notifyUrl: string) => void
  setDown: (down: boolean) => void
  pay: (attemptNo: string, flaw?: Flaw) => Promise<Heard>
  /** A partial payment: booked and set aside, or not reported as paid. */
  underpaid: 'set aside' | 'ignored'
  /** Whether a notification names a currency; without one there can be only one. */
  namesCurrency: boolean
  /** Whether checkout calls the gateway. */
  calledAtCheckout: boolean
  /** The signed notification of a refund of `amount` as `refundNo`, or of a dispute. */
  takeBack?: (attemptNo: string, amount: number, refundNo: string) => Sent | Promise<Sent>
  returned?: (attemptNo: string) => number
  refundsParts?: boolean
  stop: () => Promise<unknown>
}
export type Order = {
  method: PaymentMethod
  member: Member
  tradeNo: string
  attempt: { attemptNo: string; externalId: string | null; payCurrency: string }
}

/** The cases every driver must pass, over HTTP against our notification address. Returns what the driver's other tests need. */
export async function driverCases(driver: Driver, open: (t: TestApp) => Promise<Rig>) {
  const t = await forFile(startApp())
  const [shop, rig] = await Promise.all([openShop(t), forFile(open(t))])
  const { verify, query, refund, close } = drivers[driver]
  afterEach(() => rig.setDown(false))

  async function newMethod(): Promise<PaymentMethod> {
    const method = await shop.method({ driver, config: rig.config, ...rig.method })
    rig.listenAt?.(method.notify_url)
    return method
  }

  async function checkedOut(): Promise<Order> {
    const method = await newMethod()
    const { member, tradeNo } = await shop.order()
    const { status, body } = await shop.checkout(member, tradeNo, method)
    expect([status, body.code]).toEqual([200, undefined])
    if (body.type === 1 && drivers[driver].start && !rig.calledAtCheckout) await fetch(body.data)
    const { rows } = await t.database.pool.query(
      `select a.attempt_no, a.external_id, a.pay_currency from payment_attempts a join orders o on o.id = a.order_id where o.trade_no = $1`,
      [tradeNo],
    )
    const { attempt_no: attemptNo, external_id: externalId, pay_currency: payCurrency } = rows[0]
    return { method, member, tradeNo, attempt: { attemptNo, externalId, payCurrency } }
  }

  async function expectUnpaid({ tradeNo }: Pick<Order, 'tradeNo'>): Promise<void> {
    await t.runJobs()
    const { order, receipts } = await shop.details(tradeNo)
    expect(order).toMatchObject({ status: 'pending', paid_at: null })
    expect(receipts).toEqual([])
  }

  /** What the driver makes of a notification. */
  const verified = ({ headers, body }: Sent, config = rig.config) => {
    const given = { config, method: 'POST', query: new URLSearchParams(), now: t.app.now() } as const
    return verify!({ ...given, rawBody: Buffer.from(body), headers: new Headers(headers) })
  }
  const well = (): Heard => ({ status: 200, body: rig.answer })

  test('paid: the order is opened and the amount is booked', async () => {
    const order = await checkedOut()
    expect(await rig.pay(order.attempt.attemptNo)).toEqual(well())
    await t.runJobs()
    const { order: seen, receipts, attempts } = await shop.details(order.tradeNo)
    expect(seen).toMatchObject({ status: 'completed', payment_name: driver })
    expect(attempts).toMatchObject([{ attempt_no: order.attempt.attemptNo, status: 'succeeded' }])
    expect(receipts).toMatchObject([{ ...rig.asked, outcome: 'settled' }])
    expect(await shop.ledger('gateway', order.method.id)).toBe(-1000)
  })

  test('repeated: many at once, and another days later, open it once, and all are acknowledged', async () => {
    const order = await checkedOut()
    const heard = await atOnce(() => rig.pay(order.attempt.attemptNo))
    expect(new Set(heard.map(({ body }) => body))).toEqual(new Set([rig.answer]))
    await t.runJobs()
    const before = await shop.term(order.member)
    t.travel(48 * HOUR)
    expect(await rig.pay(order.attempt.attemptNo)).toEqual(well())
    t.travel(-48 * HOUR)
    await t.runJobs()
    expect((await shop.details(order.tradeNo)).receipts).toHaveLength(1)
    expect(await shop.term(order.member)).toEqual(before)
    expect(await shop.ledger('gateway', order.method.id)).toBe(-1000)
  })

  test('reported before it is paid: nothing opens until then; reported out of order: nothing closes', async () => {
    const order = await checkedOut()
    expect((await rig.pay(order.attempt.attemptNo, { unpaid: true })).status).toBe(200)
    await expectUnpaid(order)
    expect(await rig.pay(order.attempt.attemptNo)).toEqual(well())
    expect((await rig.pay(order.attempt.attemptNo, { unpaid: true })).status).toBe(200)
    await t.runJobs()
    expect(await shop.status(order.member, order.tradeNo)).toBe('completed')
    expect((await shop.details(order.tradeNo)).receipts).toHaveLength(1)
  })

  test.each([
    ['underpaid', -1],
    ['overpaid', 1],
  ] as const)('%s by the smallest unit: opens nothing', async (outcome, by) => {
    const order = await checkedOut()
    const amount = rig.asked.amount + by
    expect(await rig.pay(order.attempt.attemptNo, { amount })).toEqual(well())
    if (by < 0 && rig.underpaid === 'ignored') return expectUnpaid(order)
    const { order: seen, receipts } = await shop.details(order.tradeNo)
    expect(seen.status).toBe('pending')
    expect(receipts).toMatchObject([{ outcome, amount, currency: rig.asked.currency }])
  })

  test('in another currency: opens nothing', async () => {
    if (!rig.namesCurrency) return expect(['CNY', 'USD', 'EUR', 'JPY'].filter(drivers[driver].canCharge)).toEqual(['CNY'])
    const order = await checkedOut()
    const currency = rig.asked.currency === 'JPY' ? 'EUR' : 'JPY'
    await rig.pay(order.attempt.attemptNo, { currency })
    const { order: seen, receipts } = await shop.details(order.tradeNo)
    expect(seen.status).toBe('pending')
    expect(receipts.map(({ outcome }: { outcome: string }) => outcome)).not.toContain('settled')
  })

  test('of another merchant, forged, to the address of another method, empty, meaningless or by GET: refused', async () => {
    const other = await newMethod()
    const order = await checkedOut()
    const url = order.method.notify_url
    for (const flaw of [{ merchant: true }, { forged: true }] as const) {
      const heard = await rig.pay(order.attempt.attemptNo, flaw)
      expect([400, 404]).toContain(heard.status)
      expect(heard.body).toBe('fail')
    }
    const noise = ['', '{}', '[]', 'null', 'a=b&sign=c&sign_type=RSA2', '{"signature":null}', '\u0000\u00ff']
    for (const body of noise) expect((await post(url, { headers: {}, body })).status).toBe(400)
    expect((await fetch(url)).status).toBe(400)
    expect((await rig.pay(order.attempt.attemptNo, { to: other.notify_url })).status).toBe(400)
    await expectUnpaid(order)
  })

  test('late: a payment for an expired order goes to the balance, once', async () => {
    const order = await checkedOut()
    t.travel(HOUR)
    await expireOrders(t.database, t.app.now())
    await t.runJobs()
    expect(await shop.status(order.member, order.tradeNo)).toBe('expired')
    for (const _ of [1, 2]) expect(await rig.pay(order.attempt.attemptNo)).toEqual(well())
    expect(await shop.balance(order.member, order.tradeNo)).toBe(1000)
    expect((await shop.details(order.tradeNo)).receipts).toMatchObject([{ outcome: 'credited' }])
    t.travel(-HOUR)
  })

  test('a failing gateway leaves the order unchanged', async () => {
    const method = await newMethod()
    const { member, tradeNo } = await shop.order()
    rig.setDown(true)
    const refused = await shop.checkout(member, tradeNo, method)
    expect([refused.status, refused.body.code]).toEqual(rig.calledAtCheckout ? [409, 'payment.gateway_failed'] : [200, undefined])
    expect(await shop.status(member, tradeNo)).toBe('pending')
    rig.setDown(false)
    expect((await shop.checkout(member, tradeNo, method)).status).toBe(200)
  })

  test('reversed: the notification names the payment, the amount and the refund; a forged one is refused', async () => {
    if (!rig.takeBack) return
    const order = await checkedOut()
    await rig.pay(order.attempt.attemptNo)
    const refundNo = `R${order.tradeNo}`
    const callbackNo = (await shop.details(order.tradeNo)).receipts[0].callback_no
    const amount = Math.floor(rig.asked.amount / 4)
    const { headers, body } = await rig.takeBack(order.attempt.attemptNo, amount, refundNo)
    const expected: Partial<Reversal> = { callbackNo, amount, currency: rig.asked.currency, refundNo, cause: 'refund' }
    expect(await verified({ headers, body })).toMatchObject({ kind: 'reversed', reversal: expected })
    expect(await post(order.method.notify_url, { headers, body })).toEqual(well())
    expect((await post(order.method.notify_url, { headers, body: body.replace(/\d/, (d) => String((Number(d) + 1) % 10)) })).status).toBe(
      400,
    )
    expect((await shop.details(order.tradeNo)).receipts).toHaveLength(1)
  })

  test('queried: an attempt is pending, then paid as in the notification; a failing gateway gives no result', async () => {
    if (!query) return
    const order = await checkedOut()
    expect(await query(rig.config, order.attempt)).toEqual({ kind: 'pending' })
    rig.setDown(true)
    await expect(query(rig.config, order.attempt)).rejects.toThrow(BROKEN)
    rig.setDown(false)
    await rig.pay(order.attempt.attemptNo)
    const callbackNo: string = (await shop.details(order.tradeNo)).receipts[0].callback_no
    const payment: Payment = { attemptNo: order.attempt.attemptNo, callbackNo, ...rig.asked }
    expect(await query(rig.config, order.attempt)).toEqual({ kind: 'paid', payment })
  })

  test('closed: a closed attempt says so; closing it again, or closing a paid one, is no error', async () => {
    if (!close) return
    const [order, paid] = [await checkedOut(), await checkedOut()]
    await rig.pay(paid.attempt.attemptNo)
    rig.setDown(true)
    await expect(close(rig.config, order.attempt.externalId!)).rejects.toThrow(BROKEN)
    rig.setDown(false)
    for (const { attempt } of [order, order, paid]) await close(rig.config, attempt.externalId!)
    // A page that was never opened has no trade to close.
    if (query && rig.calledAtCheckout) expect((await query(rig.config, order.attempt)).kind).toMatch(/closed|pending/)
  })

  test('refunded: each number once, in parts if the gateway can, never more than was paid', async () => {
    if (!refund || !rig.returned) return
    const order = await checkedOut()
    await rig.pay(order.attempt.attemptNo)
    const { attemptNo, externalId } = order.attempt
    const callbackNo: string = (await shop.details(order.tradeNo)).receipts[0].callback_no
    const { amount: total, currency } = rig.asked
    const about = { attemptNo, externalId, callbackNo, total, currency, reason: 'Changed their mind' }
    const whole: RefundInput = { ...about, refundNo: `R1${order.tradeNo}`, amount: total }
    rig.setDown(true)
    await expect(refund(rig.config, whole)).rejects.toThrow(BROKEN)
    rig.setDown(false)
    const part = Math.floor(total / 4)
    const first = await refund(rig.config, { ...whole, amount: part })
    if (!rig.refundsParts) {
      expect(first.status).toBe('failed')
      for (const _ of [1, 2]) expect((await refund(rig.config, whole)).status).toBe('succeeded')
      return expect(rig.returned(attemptNo)).toBe(total)
    }
    expect(first).toMatchObject({ status: 'succeeded', externalId: expect.any(String) })
    expect(await refund(rig.config, { ...whole, amount: part })).toEqual(first)
    expect(rig.returned(attemptNo)).toBe(part)
    expect(await refund(rig.config, { ...whole, refundNo: `R2${order.tradeNo}` })).toMatchObject({ status: 'failed' })
    expect(await refund(rig.config, { ...whole, refundNo: `R3${order.tradeNo}`, amount: total - part })).toMatchObject({
      status: 'succeeded',
    })
    expect(rig.returned(attemptNo)).toBe(total)
  })

  return { t, shop, rig, checkedOut, expectUnpaid, verified }
}
