import { orders, type PlanSnapshot } from '../../orders/orders.table.ts'
import { paymentAttempts, paymentReceipts } from '../../payments/payments.table.ts'
import type { OldOrder } from '../records.ts'
import type { Intake } from './ground.ts'
import { KeyIndex } from './key-index.ts'
import type { Post } from './opening.ts'
import { textOf, timeOf, wholeOf } from './values.ts'

/** Gateways repeat a notification for days; older payments are not asked for again. */
const NOTIFIED_MS = 30 * 86_400_000
const UNPAID_MS = 30 * 60_000
const NUMBER = /^[A-Za-z0-9]{6,62}$/

/**
 * Turns orders into closed history: each paid one is posted on the day it was paid, and none is settled again. Attempts and receipts of late
 * let a gateway's repetition be recognised under the old number.
 */
export function orderIntake(intake: Intake, post: Post) {
  const { ground, findings, sums, put, newId } = intake
  const numbers = new KeyIndex(false)

  function numberOf({ at, number, key }: OldOrder): string {
    const plain = number.replace(/[^A-Za-z0-9]/g, '').slice(0, 50)
    const fits = NUMBER.test(plain) ? plain : `old${plain}${key.replace(/[^A-Za-z0-9]/g, '')}`.padEnd(6, '0').slice(0, 60)
    if (numbers.add(fits, 1) === undefined) return fits
    findings.note('order_number_twice', at, number)
    let other = fits
    for (let i = 2; numbers.add(other, 1) !== undefined; i++) other = `${fits.slice(0, 50)}x${i}`
    return other
  }

  function snapshotOf(old: OldOrder): PlanSnapshot | null {
    if (old.type === 'topup') return null
    const plan = old.plan === null ? undefined : intake.plans.get(old.plan)
    return {
      planName: plan?.name ?? old.planName ?? (old.plan === null ? '' : `#${old.plan}`),
      groupId: plan?.groupId ?? 0,
      transferEnable: plan?.quota ?? 0,
      speedLimit: plan?.speed ?? null,
      deviceLimit: plan?.devices ?? null,
      resetMode: plan?.reset ?? ground.resetMode,
    }
  }

  return (old: OldOrder): void => {
    const { at, member, status, type } = old
    const accountId = intake.members.get(member)
    if (accountId === undefined) return findings.note('order_member_missing', at, member)
    if (status === 'open') findings.note('order_open', at, old.number)
    if (status === 'unopened') findings.note('order_unopened', at, old.number)
    const isPaid = status === 'completed' || status === 'unopened' || status === 'absorbed'
    const createdAt = timeOf(old.createdAt, findings, at) ?? ground.now
    const paidAt = isPaid ? (timeOf(old.paidAt, findings, at) ?? createdAt) : null
    const amounts = amountsOf(old)
    const { total, fee, balance } = amounts
    const id = newId(orders)
    const number = numberOf(old)
    const method = old.method === null ? undefined : intake.methods.get(old.method)
    const isCoupon = old.coupon !== null
    put(orders, {
      id,
      tradeNo: number,
      accountId,
      planId: (old.plan === null ? undefined : intake.plans.get(old.plan)?.id) ?? null,
      type,
      period: type === 'topup' ? null : (old.period ?? 'onetime_price'),
      status: status === 'open' ? 'expired' : status === 'unopened' ? 'completed' : status,
      currency: ground.currency,
      priceAmount: total + amounts.discount + amounts.surplus - amounts.credit + balance,
      totalAmount: total,
      feeAmount: fee,
      couponAmount: isCoupon ? amounts.discount : 0,
      personalAmount: isCoupon ? 0 : amounts.discount,
      surplusAmount: amounts.surplus,
      creditAmount: amounts.credit,
      balanceAmount: balance,
      cashAmount: isPaid ? total : 0,
      couponId: (isCoupon ? intake.coupons.get(old.coupon ?? '') : undefined) ?? null,
      snapshot: snapshotOf(old),
      // Nothing begins anew when its day comes.
      begunAt: isPaid ? paidAt : null,
      paymentName: method ? textOf(method.name, 60, findings, at) : null,
      paymentMethodId: method?.id ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + UNPAID_MS),
      paidAt,
      completedAt: paidAt,
    })
    sums.add('orders')
    if (paidAt !== null) {
      sums.add('orders_paid')
      sums.add('orders_amount', total + fee)
      bookPaid(id, { number, at: paidAt, methodId: method?.id ?? 0, ...amounts })
    }
    if (method?.id) noteAttempt(old, { id, number, methodId: method.id, createdAt, paidAt, total, fee })
    addCommission(old, id, paidAt)
  }

  type Paid = { number: string; at: Date; methodId: number; total: number; fee: number; balance: number }
  function bookPaid(orderId: number, { number, at, methodId, total, fee, balance }: Paid): void {
    const paid = total + fee + balance
    if (paid === 0) return
    const legs = [
      { kind: 'gateway' as const, ownerId: methodId, amount: -total - fee },
      // What was paid from the balance had come in before: the opening balances no longer have it.
      { kind: 'site' as const, ownerId: 0, amount: -balance },
      { kind: 'revenue' as const, ownerId: 0, amount: paid, orderId },
    ]
    post({ kind: 'order.paid', key: `moved_order:${orderId}`, note: number, at, legs })
  }

  type Tried = { id: number; number: string; methodId: number; createdAt: Date; paidAt: Date | null; total: number; fee: number }
  function noteAttempt({ callbackNo }: OldOrder, { id, number, methodId, createdAt, paidAt, total, fee }: Tried): void {
    if (ground.now.getTime() - (paidAt ?? createdAt).getTime() > NOTIFIED_MS) return
    const attemptId = newId(paymentAttempts)
    put(paymentAttempts, {
      id: attemptId,
      attemptNo: number,
      orderId: id,
      methodId,
      status: paidAt ? 'succeeded' : 'expired',
      amount: total + fee,
      feeAmount: fee,
      currency: ground.currency,
      payAmount: total + fee,
      payCurrency: ground.currency,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + UNPAID_MS),
      settledAt: paidAt,
    })
    if (paidAt === null || !callbackNo) return
    const receipt = { methodId, callbackNo, attemptId, amount: total + fee, currency: ground.currency, outcome: 'settled' as const }
    put(paymentReceipts, { id: newId(paymentReceipts), ...receipt, receivedAt: paidAt })
  }

  /** What the old panel would have paid out is added at once: nobody waits for it here. */
  function addCommission({ at, commission }: OldOrder, orderId: number, paidAt: Date | null): void {
    if (commission === null || paidAt === null || commission.amount <= 0n) return
    if (commission.state !== 'pending' && commission.state !== 'confirmed') return
    const inviterId = intake.members.get(commission.member)
    if (inviterId === undefined) return
    const amount = wholeOf(commission.amount, findings, at, 'commission')
    findings.note('commission_pending', at, String(amount))
    sums.add('commission', amount)
    const legs = [
      { kind: 'commission' as const, ownerId: inviterId, amount },
      { kind: 'site' as const, ownerId: 0, amount: -amount },
    ]
    post({ kind: 'balance.adjusted', key: `moved_commission:${orderId}`, note: '', at: ground.now, legs })
  }

  function amountsOf(old: OldOrder) {
    const given = { total: old.total, fee: old.fee, discount: old.discount, surplus: old.surplus, credit: old.refund, balance: old.balance }
    let isOdd = false
    const amount = (value: bigint, what: string): number => {
      if (value < 0n) isOdd = true
      return value < 0n ? 0 : wholeOf(value, findings, old.at, what)
    }
    const amounts = {
      total: amount(given.total, 'total'),
      fee: amount(given.fee, 'fee'),
      discount: amount(given.discount, 'discount'),
      surplus: amount(given.surplus, 'surplus'),
      credit: amount(given.credit, 'refund'),
      balance: amount(given.balance, 'balance'),
    }
    // More was credited than the earlier orders were worth.
    if (amounts.credit > amounts.surplus) {
      isOdd = true
      amounts.credit = amounts.surplus
    }
    if (isOdd) findings.note('order_amount_odd', old.at, old.number)
    return amounts
  }
}
