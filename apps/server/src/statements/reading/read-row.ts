import type { RowProblem, RowState, StatementReading } from '@portico/contract/statement-imports-admin'
import { unitOf } from './headings.ts'
import { type Money, readDirection, readMoney } from './read-money.ts'
import { readTime, zoneOf } from './read-time.ts'
import type { SplitRow } from './split-rows.ts'

/** Money that came in. `reference`: empty if the statement has no number for it. `attemptNo`: the texts in which our number may be. */
export type Payment = { occurredAt: Date; amount: number; currency: string; reference: string; attemptNo: string | null }

/** A line of the file. `out`: what left, for the totals. */
export type ReadRow = {
  line: number
  text: string
  state: Extract<RowState, 'waiting' | 'repeated' | 'skipped' | 'refused'>
  problem: RowProblem | null
  payment: Payment | null
  out: Money | null
}

const MAX_TEXT = 500
const MAX_SHOWN = 300
const MAX_REFERENCE = 200
/** Beginnings of lines above or below the payments, which have no date. */
const SUM =
  /^(?:合计|总计|小计|本页|共\d|共计|总|期初|期末|上期|承前|total|sub-?total|sum|balance|opening|closing|beginning|ending|saldo|summe|gesamt)/i
/** Beginnings of states in which no money has come in. */
const NOT_COMPLETED =
  /^(?:pending|failed|declined|denied|cancel|expired|incomplete|unpaid|requires|processing|uncaptured|blocked|voided|等待|待付|待支付|未支付|未付|支付中|处理中|失败|支付失败|交易失败|交易关闭|已关闭|已撤销|已取消)/i

type How = { reading: StatementReading; headings: string[]; currency: string; zone: string }

/** One line of the table. */
export function readRow(row: SplitRow, how: How): ReadRow {
  const { columns, decimal, date_order: order } = how.reading
  const text = row.text.length > MAX_SHOWN ? `${row.text.slice(0, MAX_SHOWN - 1)}…` : row.text
  const as = (state: ReadRow['state'], problem: RowProblem | null, rest: Partial<ReadRow> = {}): ReadRow => {
    return { line: row.line, text, state, problem, payment: null, out: null, ...rest }
  }
  const refused = (problem: RowProblem): ReadRow => as('refused', problem)
  const skipped = (problem: RowProblem, out: Money | null = null): ReadRow => as('skipped', problem, { out })
  const cell = (place: number | null): string => (place === null ? '' : (row.cells[place] ?? ''))

  if (row.broken) return refused('quotes')
  if (/^[#-]/.test(row.cells[0] ?? '') && !/^-?\d/.test(row.cells[0] ?? '')) return skipped('not_a_payment')
  const amounts = [columns.amount, columns.money_in, columns.money_out].map(cell)
  const dateUnit = unitOf(how.headings[columns.date ?? -1])
  const zone = zoneOf(cell(columns.zone), dateUnit === 'UTC' || dateUnit === 'GMT' ? 'UTC' : how.zone)
  const occurredAt = readTime(cell(columns.date), cell(columns.time), { order, zone })
  if (!occurredAt && (amounts.every((each) => !/\d/.test(each)) || SUM.test(row.cells.find((each) => each !== '') ?? ''))) {
    return skipped('not_a_payment')
  }
  // A separator inside an amount moves all the cells after it.
  if (row.cells.slice(how.headings.length).some((each) => each !== '')) return refused('columns')
  if (NOT_COMPLETED.test(cell(columns.status).normalize('NFKC'))) return skipped('not_completed')
  const direction = columns.direction === null ? 'in' : readDirection(cell(columns.direction))
  if (direction === null) return refused('direction')
  if (direction === 'neither') return skipped('neutral')

  const named = cell(columns.currency)
  const read = (place: number | null): ReturnType<typeof readMoney> => {
    const unit = unitOf(how.headings[place ?? -1])
    return readMoney(cell(place), { named: named || (unit === 'UTC' ? '' : (unit ?? '')), usual: how.currency, decimal })
  }
  const [one, came, went] = [read(columns.amount), read(columns.money_in), read(columns.money_out)]
  const failed = [one, came, went].find((each) => each === 'amount' || each === 'currency')
  if (failed) return refused(failed)
  const money = signed(direction, one, came, went)
  if (!money) return skipped('no_amount')
  if (!occurredAt) return refused('date')
  if (money.amount < 0) return skipped('outgoing', { ...money, amount: -money.amount })
  const reference = cell(columns.reference).slice(0, MAX_REFERENCE)
  const payment = { ...money, occurredAt, reference, attemptNo: textOf(columns.texts.map(cell)) }
  return as('waiting', null, { payment })
}

type Read = ReturnType<typeof readMoney>

/** What came in, negative if it went out; null: nothing moved. */
function signed(direction: 'in' | 'out', ...[one, came, went]: [Read, Read, Read]): Money | null {
  const moved = (read: Read): Money | null => (typeof read === 'object' && read.amount !== 0 ? read : null)
  const [amount, inward, outward] = [moved(one), moved(came), moved(went)]
  if (amount) return direction === 'out' ? { ...amount, amount: -Math.abs(amount.amount) } : amount
  // Both columns filled: what is left.
  if (inward && outward) return { ...inward, amount: inward.amount - Math.abs(outward.amount) }
  if (inward) return inward
  return outward && { ...outward, amount: -Math.abs(outward.amount) }
}

/** Does not cut inside a word, because half a number could be another number. */
function textOf(cells: string[]): string | null {
  const text = cells
    .filter((cell) => cell !== '')
    .join(' ')
    .normalize('NFKC')
  return (text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).replace(/[A-Za-z0-9]+$/, '') : text) || null
}
