import { objects } from '@portico/contract/plain-object'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import type { OldOrder } from '../../records.ts'
import { readJson, textOf } from '../xray/fields.ts'
import { minorIn } from './money.ts'
import { secondsIn } from './read-members.ts'

type Status = OldOrder['status']
const STATUS = new Map<string, Status>([
  ['pending_payment', 'open'],
  ['pending_activation', 'unopened'],
  ['activated', 'completed'],
  ['expired', 'completed'],
  ['cancelled', 'cancelled'],
])
const TYPES = new Map<string, OldOrder['type']>([
  ['time', 'renew'],
  ['topup', 'topup'],
])

type Paid = { amount: bigint; gateway: string; number: string }
type Invoice = { id: string; isPaid: boolean; paidAt: Date | null; discount: bigint }

/** Orders with what their invoices say of the payment. What no gateway brought came from the balance, or was settled by the staff. */
export async function* readOrders(old: OldDatabase, currency: string): AsyncGenerator<OldOrder> {
  const [invoices, paid] = [await readInvoices(old, currency), await readPayments(old, currency)]
  const commissions = await readCommissions(old, currency)
  for await (const row of old.rows('order')) {
    const invoice = invoices.get(row['id'] ?? '')
    const payment = invoice && paid.get(invoice.id)
    yield orderOf(row, invoice, payment, { commission: invoice ? (commissions.get(invoice.id) ?? null) : null, currency })
  }
}

type More = Pick<OldOrder, 'commission'> & { currency: string }

function orderOf(row: OldRow, invoice: Invoice | undefined, payment: Paid | undefined, { commission, currency }: More): OldOrder {
  const price = minorIn(row['price'], currency) ?? 0n
  const outside = payment && payment.amount < price ? payment.amount : payment ? price : 0n
  const isOpen = row['status'] === 'pending_payment' || row['status'] === 'cancelled'
  const product = row['product_id'] ?? '0'
  return {
    kind: 'order',
    at: `order ${row['id'] ?? ''}`,
    key: row['id'] ?? '',
    member: row['user_id'] ?? '',
    number: row['id'] ?? '',
    plan: row['product_type'] === 'tabp' && product !== '0' ? product : null,
    planName: row['product_name'] ?? null,
    type: TYPES.get(row['product_type'] ?? '') ?? 'new',
    period: null,
    status: STATUS.get(row['status'] ?? '') ?? 'cancelled',
    total: isOpen ? price : outside,
    fee: 0n,
    discount: invoice?.discount ?? 0n,
    surplus: 0n,
    refund: 0n,
    balance: isOpen ? 0n : price - outside,
    coupon: row['coupon'] || null,
    method: payment?.gateway ?? null,
    callbackNo: payment?.number ?? null,
    commission,
    createdAt: secondsIn(row['create_time']) ?? new Date(0),
    paidAt: invoice?.isPaid ? (invoice.paidAt ?? secondsIn(row['update_time'])) : null,
  }
}

async function readInvoices(old: OldDatabase, currency: string): Promise<Map<string, Invoice>> {
  const found = new Map<string, Invoice>()
  for await (const row of old.rows('invoice')) {
    const lines = objects(readJson(`{"lines":${row['content'] || '[]'}}`)?.['lines'])
    const amounts = lines.map(({ price }) => minorIn(textOf(price), currency) ?? 0n)
    found.set(row['order_id'] ?? '', {
      id: row['id'] ?? '',
      isPaid: row['status']?.startsWith('paid_') ?? false,
      paidAt: secondsIn(row['pay_time']),
      discount: -amounts.filter((amount) => amount < 0n).reduce((sum, amount) => sum + amount, 0n),
    })
  }
  return found
}

/** Payments that arrived, by invoice. */
async function readPayments(old: OldDatabase, currency: string): Promise<Map<string, Paid>> {
  const found = new Map<string, Paid>()
  for await (const row of old.rows('paylist')) {
    if (row['status'] !== '1') continue
    const invoice = row['invoice_id'] ?? ''
    const amount = (minorIn(row['total'], currency) ?? 0n) + (found.get(invoice)?.amount ?? 0n)
    found.set(invoice, { amount, gateway: row['gateway'] ?? '', number: row['tradeno'] ?? '' })
  }
  return found
}

/** Commission went to the inviter's balance at once. */
async function readCommissions(old: OldDatabase, currency: string): Promise<Map<string, OldOrder['commission']>> {
  const found = new Map<string, OldOrder['commission']>()
  for await (const { invoice_id: invoice, ref_by: member, ref_get: amount } of old.rows('payback')) {
    found.set(invoice ?? '', { member: member ?? '', amount: minorIn(amount, currency) ?? 0n, state: 'paid' })
  }
  return found
}
