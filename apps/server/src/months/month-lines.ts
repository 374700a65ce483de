import type { Cell } from '../http/downloads/csv.ts'
import type { readMonth } from './read-month.ts'

type Figures = Awaited<ReturnType<typeof readMonth>>
export const MONTH_COLUMNS = ['month', 'part', 'what', 'currency', 'figure', 'amount']

const FIGURES = {
  money: ['received', 'refunded', 'charged_back', 'came_back', 'paid_out', 'net', 'fees', 'costs'],
  income: ['sold', 'returned', 'net'],
  deferred: ['opening', 'sold', 'given', 'refunded', 'closing'],
  owed: ['balances', 'commissions', 'held', 'unclear', 'total', 'debts'],
  tax: ['base', 'tax'],
  gateways: ['opening', 'received', 'refunded', 'charged_back', 'came_back', 'costs', 'payouts', 'closing'],
} as const

/** The page's figures, one per line. */
export function monthLines(month: string, { money, income, deferred, owed, tax, gateways }: Figures): Cell[][] {
  const lines = <Row extends { currency: string }>(
    part: keyof typeof FIGURES,
    rows: Row[],
    figures: readonly (keyof Row & string)[],
    what: (row: Row) => string,
  ): Cell[][] =>
    rows.flatMap((row) =>
      figures.map((name) => [month, part, what(row), row.currency, name, { amount: Number(row[name]), currency: row.currency }]),
    )
  const byMethod = ({ method }: { method: string | null }): string => method ?? 'by hand'
  return [
    ...lines('money', money, FIGURES.money, byMethod),
    ...lines('income', income, FIGURES.income, ({ plan, period }) => `${plan} / ${period}`),
    ...lines('deferred', deferred, FIGURES.deferred, () => ''),
    ...lines('owed', owed, FIGURES.owed, () => ''),
    ...lines('tax', tax, FIGURES.tax, ({ rate }) => (rate === null ? '' : `${rate / 100}%`)),
    ...lines('gateways', gateways, FIGURES.gateways, byMethod),
  ]
}
