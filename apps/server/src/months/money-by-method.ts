import type { Movement } from '@portico/contract/ledger-admin'
import type { MonthGateway, MonthMoney } from '@portico/contract/months-admin'
import type { LedgerSum } from '../ledger/sums-between.ts'

const REFUNDS: Movement[] = ['order.refunded', 'payment.refunded', 'payment.returned']
const CAME_BACK: Movement[] = ['payment.restored', 'order.refund_failed']

type Way = 'received' | 'refunded' | 'charged_back' | 'came_back' | 'paid_out'

/** What a movement of a gateway's account means. Money in is negative there. */
export function wayOf(movement: LedgerSum['movement']): Way {
  if (movement === 'payment.charged_back') return 'charged_back'
  if (movement === 'withdrawal.paid') return 'paid_out'
  if (REFUNDS.includes(movement as Movement)) return 'refunded'
  return CAME_BACK.includes(movement as Movement) ? 'came_back' : 'received'
}

const isIn = (way: Way): boolean => way === 'received' || way === 'came_back'

type Fee = { methodId: number; currency: string; amount: number }
export type Entered = { methodId: number; currency: string; kind: 'cost' | 'payout'; amount: number }
type Names = Map<number, string>

/** Money by method. `sums`: of the month. `costs`: what gateways kept, in their currency. */
export function moneyByMethod(sums: LedgerSum[], fees: Fee[], costs: Fee[], names: Names): MonthMoney[] {
  const rows = new Map<string, MonthMoney>()
  const none = { received: 0, refunded: 0, charged_back: 0, came_back: 0, paid_out: 0, net: 0, fees: 0, costs: 0 }
  const row = (methodId: number, currency: string) => rowOf(rows, { ...named(methodId, currency, names), ...none })
  for (const { kind, methodId, movement, currency, amount } of sums) {
    if (kind === 'revenue' && movement === 'withdrawal.paid') row(0, currency).fees += amount
    if (kind !== 'gateway') continue
    const way = wayOf(movement)
    const of = row(methodId, currency)
    of[way] += isIn(way) ? 0 - amount : amount
    of.net -= amount
  }
  for (const { methodId, currency, amount } of fees) row(methodId, currency).fees += amount
  for (const { methodId, currency, amount } of costs) row(methodId, currency).costs += amount
  return sorted(rows, Object.keys(none))
}

type Period = { sums: LedgerSum[]; entered: Entered[] }

/** Balance at each gateway in its currency: before the month, movements, and after. */
export function moneyAtGateways(before: Period, during: Period, names: Names): MonthGateway[] {
  const rows = new Map<string, MonthGateway>()
  const none = { opening: 0, received: 0, refunded: 0, charged_back: 0, came_back: 0, costs: 0, payouts: 0, closing: 0 }
  const row = (methodId: number, currency: string) => rowOf(rows, { ...named(methodId, currency, names), ...none })
  const move = (part: 'opening' | Exclude<Way, 'paid_out'>, of: MonthGateway, amount: number): void => {
    of[part] += part === 'refunded' || part === 'charged_back' ? amount : 0 - amount
    of.closing -= amount
  }
  for (const { methodId, payCurrency, payAmount } of before.sums.filter(isAtGateway)) move('opening', row(methodId, payCurrency), payAmount)
  for (const { methodId, payCurrency, payAmount, movement } of during.sums.filter(isAtGateway)) {
    const way = wayOf(movement)
    if (way !== 'paid_out') move(way, row(methodId, payCurrency), payAmount)
  }
  for (const { methodId, currency, amount } of before.entered) move('opening', row(methodId, currency), amount)
  for (const { methodId, currency, kind, amount } of during.entered) {
    const of = row(methodId, currency)
    of[kind === 'cost' ? 'costs' : 'payouts'] += amount
    of.closing -= amount
  }
  return sorted(rows, Object.keys(none))
}

/** Whether the sum is a gateway's, not booked by hand. */
function isAtGateway({ kind, methodId }: LedgerSum): boolean {
  return kind === 'gateway' && methodId !== 0
}

function named(methodId: number, currency: string, names: Names) {
  return { method_id: methodId, method: names.get(methodId) ?? null, currency }
}

function rowOf<Row extends { method_id: number; currency: string }>(rows: Map<string, Row>, empty: Row): Row {
  const key = `${empty.method_id} ${empty.currency}`
  const row = rows.get(key) ?? empty
  rows.set(key, row)
  return row
}

/** Rows by method, those by hand last; without rows of zeros. */
function sorted<Row extends { method_id: number; currency: string }>(rows: Map<string, Row>, figures: string[]): Row[] {
  const order = ({ method_id: id }: Row): number => (id === 0 ? Infinity : id)
  return [...rows.values()]
    .filter((row) => figures.some((name) => row[name as keyof Row] !== 0))
    .toSorted((a, b) => (order(a) === order(b) ? a.currency.localeCompare(b.currency) : order(a) - order(b)))
}
