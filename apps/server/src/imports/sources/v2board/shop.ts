import { randomBytes } from 'node:crypto'
import type { Driver } from '@portico/contract/payments-admin'
import type { OldDatabase } from '../../old/old-database.ts'
import type { OldOrder, OldPaymentMethod, OldRecord } from '../../records.ts'
import { asText, Cells } from '../row.ts'
import { reference } from './members.ts'
import { periodOf } from './plans.ts'

/** Names of gateways there, their drivers here, and the fields that both have. */
const DRIVERS = new Map<string, { driver: Driver; fields: Record<string, string> }>([
  ['EPay', { driver: 'epay', fields: { url: 'url', pid: 'pid', key: 'key' } }],
  ['AlipayF2F', { driver: 'alipay_f2f', fields: { app_id: 'app_id', private_key: 'private_key', public_key: 'alipay_public_key' } }],
])

export async function* readPayments(old: OldDatabase): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_payment')) {
    const cells = new Cells('v2_payment', row)
    const method = methodOf(cells)
    yield* cells.found()
    yield method
  }
}

function methodOf(cells: Cells): OldPaymentMethod {
  const [payment, given] = [cells.text('payment'), cells.object('config')]
  const known = DRIVERS.get(payment)
  const config = Object.entries(known?.fields ?? {}).map(([from, to]) => [to, asText(given[from])] as const)
  return {
    kind: 'payment_method',
    at: cells.at,
    key: cells.text('id'),
    uuid: cells.textOrNull('uuid') ?? randomBytes(16).toString('hex'),
    driver: known?.driver ?? null,
    oldDriver: payment,
    name: cells.text('name'),
    config: Object.fromEntries(config.filter(([, value]) => value !== '')),
    feePercent: Number(cells.text('handling_fee_percent') || '0') || 0,
    feeFixed: cells.big('handling_fee_fixed'),
    enabled: cells.flag('enable'),
    sort: cells.int('sort'),
  }
}

const TYPES = new Map<number, OldOrder['type']>([
  [1, 'new'],
  [2, 'renew'],
  [3, 'change'],
  [4, 'reset'],
  [9, 'topup'],
])
const STATUSES: readonly OldOrder['status'][] = ['open', 'unopened', 'cancelled', 'completed', 'absorbed']
const COMMISSIONS = ['pending', 'confirmed', 'paid', 'void'] as const

export async function* readOrders(old: OldDatabase): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_order')) {
    const cells = new Cells('v2_order', row)
    const order = orderOf(cells)
    yield* cells.found()
    if (order) yield order
    else yield { kind: 'finding', code: 'row_odd', at: cells.at, what: `status ${cells.text('status')}` }
  }
}

function orderOf(cells: Cells): OldOrder | null {
  const status = STATUSES[cells.int('status')]
  const createdAt = cells.unix('created_at')
  if (!status || !createdAt) return null
  const [period, inviter] = [cells.text('period'), reference(cells, 'invite_user_id')]
  const type = period === 'deposit' ? 'topup' : (TYPES.get(cells.int('type')) ?? 'new')
  const state = COMMISSIONS[cells.int('commission_status')]
  return {
    kind: 'order',
    at: cells.at,
    key: cells.text('id'),
    member: cells.text('user_id'),
    number: cells.text('trade_no'),
    plan: reference(cells, 'plan_id'),
    planName: null,
    type,
    period: periodOf(period),
    status,
    total: cells.big('total_amount'),
    fee: cells.big('handling_amount'),
    discount: cells.big('discount_amount'),
    surplus: cells.big('surplus_amount'),
    refund: cells.big('refund_amount'),
    balance: cells.big('balance_amount'),
    coupon: reference(cells, 'coupon_id'),
    method: reference(cells, 'payment_id'),
    callbackNo: cells.textOrNull('callback_no'),
    commission: inviter === null || !state ? null : { member: inviter, amount: cells.big('commission_balance'), state },
    createdAt,
    paidAt: cells.unix('paid_at'),
  }
}

export async function* readCoupons(old: OldDatabase): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_coupon')) {
    const cells = new Cells('v2_coupon', row)
    const [plans, periods] = [cells.list('limit_plan_ids'), cells.list('limit_period')]
    const known = periods.flatMap((period) => periodOf(period) ?? [])
    const coupon: OldRecord = {
      kind: 'coupon',
      at: cells.at,
      key: cells.text('id'),
      code: cells.text('code'),
      name: cells.text('name'),
      type: cells.int('type') === 2 ? 'percent' : 'amount',
      value: cells.big('value'),
      usesLeft: cells.intOrNull('limit_use'),
      usesPerMember: cells.intOrNull('limit_use_with_user'),
      plans: plans.length > 0 ? plans : null,
      periods: known.length > 0 ? known : null,
      startsAt: cells.unix('started_at'),
      endsAt: cells.unix('ended_at'),
      // `show` hides a coupon; its code works all the same.
      enabled: true,
    }
    yield* cells.found()
    yield coupon
  }
}

const GIFTS = ['balance', 'days', 'traffic', 'reset', 'plan'] as const
const GIB = 1024n ** 3n

/** Gift cards of wyx2685's. */
export async function* readGiftCards(old: OldDatabase): AsyncGenerator<OldRecord> {
  if (!old.tables.has('v2_giftcard')) return
  for await (const row of old.rows('v2_giftcard')) {
    const cells = new Cells('v2_giftcard', row)
    const gives = GIFTS[cells.int('type') - 1]
    const value = cells.big('value')
    const card: OldRecord = {
      kind: 'redeem_code',
      at: cells.at,
      key: cells.text('id'),
      code: cells.text('code'),
      name: cells.text('name'),
      gives: gives ?? 'balance',
      value: gives === 'traffic' ? value * GIB : gives ? value : 0n,
      plan: reference(cells, 'plan_id'),
      usesLeft: cells.intOrNull('limit_use'),
      usedBy: cells.list('used_user_ids'),
      startsAt: cells.unix('started_at'),
      endsAt: cells.unix('ended_at'),
      enabled: true,
    }
    yield* cells.found()
    yield card
  }
}
