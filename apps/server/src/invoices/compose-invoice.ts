import type { LineKind, OrderLine } from '@portico/contract/orders'
import type { Settings } from '@portico/contract/settings-admin'
import { LANGUAGES } from '@portico/contract/translations'
import { and, eq, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods } from '../payments/payments.table.ts'
import { readBuyer } from './buyer.ts'
import { containedTax } from './contained-tax.ts'
import type { InvoiceContent, InvoiceRow } from './invoices.table.ts'
import { sellerOf } from './seller.ts'

export type Composed = Pick<InvoiceRow, 'totalAmount' | 'taxedAmount' | 'taxAmount' | 'content'>
type Payments = InvoiceContent['payments']

/** The invoice of a paid order; null if nobody paid anything for it. */
export async function composeInvoice(db: Db, order: OrderRow, settings: Settings): Promise<Composed | null> {
  const payments = await paymentsOf(db, order)
  const totalAmount = sumOf(payments)
  if (totalAmount === 0) return null
  const { seller, tax } = sellerOf(settings)
  const lines = chargesOf(order)
  const asked = sumOf(lines)
  const content: InvoiceContent = {
    seller,
    tax,
    buyer: await readBuyer(db, order.accountId),
    order: { ...described(order), paidAt: (order.paidAt ?? order.createdAt).toISOString() },
    lines,
    payments,
    waived: Math.max(0, asked - totalAmount),
    corrects: null,
  }
  const taxedAmount = outsideOf(payments)
  return { totalAmount, taxedAmount, taxAmount: containedTax(taxedAmount, tax?.rate ?? 0), content }
}

/** The order's lines without its ways of payment. */
function chargesOf(order: OrderRow): OrderLine[] {
  const charges: [LineKind, number][] = [
    ['price', order.priceAmount],
    ['promotion', -order.promotionAmount],
    ['coupon', -order.couponAmount],
    ['personal', -order.personalAmount],
    ['surplus', order.creditAmount - order.surplusAmount],
    ['fee', order.feeAmount],
    ['shortfall', -order.shortfallAmount],
  ]
  return charges.flatMap(([kind, amount]) => (kind === 'price' || amount !== 0 ? [{ kind, amount }] : []))
}

async function paymentsOf(db: Db, order: OrderRow): Promise<Payments> {
  const [checkout] = await db
    .select({ amount: sum(paymentAttempts.amount).mapWith(Number) })
    .from(paymentAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentAttempts.methodId))
    .where(and(eq(paymentAttempts.orderId, order.id), eq(paymentMethods.driver, 'balance'), eq(paymentAttempts.status, 'succeeded')))
  const outside = order.cashAmount > 0 ? order.cashAmount + order.feeAmount : 0
  const payments: Payments = [
    { way: 'balance', amount: order.balanceAmount + (checkout?.amount ?? 0), method: null },
    { way: 'outside', amount: outside, method: methodOf(order) },
  ]
  return payments.filter(({ amount }) => amount > 0)
}

function methodOf({ paymentName, translations }: OrderRow) {
  return paymentName === null ? null : { name: paymentName, translations: namesIn((language) => translations[language]?.paymentName) }
}

export function described({ tradeNo, type, period, snapshot, translations }: OrderRow) {
  const names = namesIn((language) => translations[language]?.planName)
  return { tradeNo, type, period, plan: { name: snapshot?.planName ?? '', translations: names } }
}

export function namesIn(nameIn: (language: (typeof LANGUAGES)[number]) => string | undefined) {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const name = nameIn(language)
      return name === undefined ? [] : [[language, name]]
    }),
  )
}

function outsideOf(payments: Payments): number {
  return sumOf(payments.filter(({ way }) => way === 'outside'))
}

function sumOf(rows: { amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
