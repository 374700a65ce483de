import type { RowProblem, RowState, StatementReading } from '@portico/contract/statements-imports-admin'
import { unitOf } from './headings.ts'
import { type Money, readDirection, readMoney } from './read-money.ts'
import { readTime, zoneOf } from './read-time.ts'
import type { SplitRow } from './split-rows.ts'

/**
 * Money that came in. `reference`: empty if the statement has no number for it. `attemptNo`: the texts in which our number may be. `doubt`:
 * the statement's words for which an operator must look; `amount` is then what did not go back, if that is known. `feeAmount`: what the
 * gateway kept of it, in the same currency; null: the statement does not say.
 */
export type Payment = {
  occurredAt: Date
  amount: number
  currency: string
  reference: string
  attemptNo: string | null
  doubt: string | null
  feeAmount: number | null
}
/** Money that went back to a payer: by the payment's number or by its texts, the payment can be found. */
export type Return = Pick<Payment, 'amount' | 'currency' | 'reference' | 'attemptNo'>

/** A line of the file. `out`: what left, for the totals. */
export type ReadRow = {
  line: number
  text: string
  state: Extract<RowState, 'waiting' | 'repeated' | 'skipped' | 'refused'>
  problem: RowProblem | null
  payment: Payment | null
  out: Money | null
  returned: Return | null
}

const MAX_TEXT = 500
const MAX_SHOWN = 300
const MAX_REFERENCE = 200
const MAX_DOUBT = 100
/** Beginnings of lines above or below the payments, which have no date. */
const SUM =
  /^(?:合计|总计|小计|本页|共\d|共计|总|期初|期末|上期|承前|total|sub-?total|sum|balance|opening|closing|beginning|ending|saldo|summe|gesamt)/i
/** Texts of balance lines, which have a date but no payment. */
const BALANCE = /^(?:(?:opening|closing|beginning|ending|starting) balance|(?:anfangs|end|schluss)saldo|期[初末]余额|上期余额|本期余额)$/i
/** States in which money has come in and stayed. Any other asks. */
const COMPLETED = new Set(
  `completed|complete|paid|succeeded|success|successful|settled|cleared|posted|booked|captured|received|finished|available|abgeschlossen|
  erfolgreich|gebucht|bezahlt|completado|completada|pagado|terminé|effectué|completato|交易成功|支付成功|收款成功|转账成功|成功|已存入零钱|已收钱|
  已到账|已入账|已收款|已收入|已支付|已付款|已完成|完成|交易完成`
    .split('|')
    .map((word) => word.trim()),
)
/** Words for money sent back. */
const BACK = /refund|revers|revok|disput|charge ?-?back|退款|退回|退货|撤销|冲正|erstatt|rückzahlung|rückbuchung|storno|reembols|rembours/i
/** Beginnings of states in which no money has come in. */
const NOT_COMPLETED =
  /^(?:pending|failed|declined|denied|cancel|expired|incomplete|unpaid|requires|processing|uncaptured|blocked|voided|等待|待付|待支付|未支付|未付|支付中|处理中|失败|支付失败|交易失败|交易关闭|已关闭|已撤销|已取消)/i

type How = { reading: StatementReading; headings: string[]; currency: string; zone: string }

/** Reads a line of the table. */
export function readRow(row: SplitRow, how: How): ReadRow {
  const { columns, decimal, date_order: order } = how.reading
  const text = row.text.length > MAX_SHOWN ? `${row.text.slice(0, MAX_SHOWN - 1)}…` : row.text
  const as = (state: ReadRow['state'], problem: RowProblem | null, rest: Partial<ReadRow> = {}): ReadRow => {
    return { line: row.line, text, state, problem, payment: null, out: null, returned: null, ...rest }
  }
  const refused = (problem: RowProblem): ReadRow => as('refused', problem)
  const skipped = (problem: RowProblem, out: Money | null = null): ReadRow => as('skipped', problem, { out })
  const cell = (place: number | null): string => (place === null ? '' : (row.cells[place] ?? ''))

  if (row.broken) return refused('quotes')
  if (/^(?:#|-(?!\d))/.test(row.cells[0] ?? '')) return skipped('not_a_payment')
  const amounts = [columns.amount, columns.money_in, columns.money_out].map(cell)
  const dateUnit = unitOf(how.headings[columns.date ?? -1])
  const zone = zoneOf(cell(columns.zone), dateUnit === 'UTC' || dateUnit === 'GMT' ? 'UTC' : how.zone)
  const occurredAt = readTime(cell(columns.date), cell(columns.time), { order, zone })
  if (!occurredAt && (amounts.every((each) => !/\d/.test(each)) || SUM.test(row.cells.find((each) => each !== '') ?? ''))) {
    return skipped('not_a_payment')
  }
  // A separator inside an amount moves all the cells after it.
  if (row.cells.slice(how.headings.length).some((each) => each !== '')) return refused('columns')
  const status = cell(columns.status).normalize('NFKC')
  if (NOT_COMPLETED.test(status) && !BACK.test(status)) return skipped('not_completed')
  const direction = columns.direction === null ? 'in' : readDirection(cell(columns.direction))
  if (direction === null) return isBalance(row) ? skipped('not_a_payment') : refused('direction')
  if (direction === 'neither') return skipped('neutral')

  const named = cell(columns.currency)
  const read = (place: number | null): ReturnType<typeof readMoney> => {
    return readMoney(cell(place), { named: named || (unitOf(how.headings[place ?? -1]) ?? ''), usual: how.currency, decimal })
  }
  const [one, came, went] = [read(columns.amount), read(columns.money_in), read(columns.money_out)]
  const failed = [one, came, went].find((each) => each === 'amount' || each === 'currency')
  if (failed) return isBalance(row) ? skipped('not_a_payment') : refused(failed)
  const money = signed(direction, one, came, went)
  const inColumn = read(columns.refunded ?? null)
  const back = typeof inColumn === 'object' && inColumn.amount !== 0 ? { ...inColumn, amount: Math.abs(inColumn.amount) } : null
  const found = { reference: cell(columns.reference).slice(0, MAX_REFERENCE), attemptNo: textOf(columns.texts.map(cell)) }
  if (!money && back) return as('skipped', 'refund', { out: back, returned: { ...back, ...found } })
  if (!money) return skipped('no_amount')
  if (!occurredAt) return refused('date')
  if (money.amount < 0) {
    const out = { ...money, amount: -money.amount }
    return BACK.test(row.text) ? as('skipped', 'refund', { out, returned: { ...out, ...found } }) : skipped('outgoing', out)
  }
  const said = /\d[\d.,]*/.exec(BACK.test(status) ? status : '')
  const inStatus = said ? readMoney(said[0], { named: money.currency, usual: money.currency, decimal }) : null
  const doubt = doubtOf(status, columns.status !== null, back && cell(columns.refunded ?? null))
  const wentBack = back ?? (typeof inStatus === 'object' ? inStatus : null)
  const feeAmount = feeOf(read(columns.fee ?? null), money)
  return as('waiting', null, { payment: { ...money, ...found, occurredAt, doubt, amount: restOf(money, wentBack), feeAmount } })
}

/** Why a payment may not count as received; null: no doubt. `back`: cell of money sent back. */
function doubtOf(status: string, hasStatus: boolean, back: string | null): string | null {
  const isGood = !hasStatus || COMPLETED.has(status.toLowerCase())
  if (isGood && back === null) return null
  return [isGood ? '' : status || '–', back ?? ''].filter(Boolean).join(', ').slice(0, MAX_DOUBT)
}

/** Fee kept by the gateway; some write it negative. null: another currency, so unknown. */
function feeOf(read: Read, { currency }: Money): number | null {
  return typeof read === 'object' && read.currency === currency && read.amount !== 0 ? Math.abs(read.amount) : null
}

/** Amount that stayed; the whole if nothing did, or it is unclear. */
export function restOf(money: Money, back: Money | null): number {
  return back && back.currency === money.currency && back.amount < money.amount ? money.amount - back.amount : money.amount
}

function isBalance({ cells }: SplitRow): boolean {
  return cells.some((each) => BALANCE.test(each))
}

type Read = ReturnType<typeof readMoney>

/** Amount in, negative for out; null: nothing moved. */
function signed(direction: 'in' | 'out', ...[one, came, went]: [Read, Read, Read]): Money | null {
  const moved = (read: Read): Money | null => (typeof read === 'object' && read.amount !== 0 ? read : null)
  const [amount, inward, outward] = [moved(one), moved(came), moved(went)]
  if (amount) return direction === 'out' ? { ...amount, amount: -Math.abs(amount.amount) } : amount
  // Both columns filled: what is left.
  if (inward && outward) return moved({ ...inward, amount: inward.amount - Math.abs(outward.amount) })
  if (inward) return inward
  return outward && { ...outward, amount: -Math.abs(outward.amount) }
}

/** The texts of some cells as one, not cut inside a word, because half a number could be another number. */
function textOf(cells: string[]): string | null {
  const text = cells
    .filter((cell) => cell !== '')
    .join(' ')
    .normalize('NFKC')
  return (text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).replace(/[A-Za-z0-9]+$/, '') : text) || null
}
