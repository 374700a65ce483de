import { createHash } from 'node:crypto'
import type { StatementReading } from '@portico/contract/statements-imports-admin'
import { type Payment, type ReadRow, restOf, type Return } from './read-row.ts'

/**
 * Gives each payment a number that is the same whenever the file is imported: the statement's own or, if it has none, one made of date,
 * amount and texts. If a weak column has the same number for different payments, it holds a text of the payer.
 */
export function makeReferences(
  rows: ReadRow[],
  reading: StatementReading,
  isWeak: boolean,
): { rows: ReadRow[]; reading: StatementReading } {
  const { columns } = reading
  if (columns.reference !== null && isWeak && isReused(rows)) {
    const texts = [...new Set([...columns.texts, columns.reference])]
    const asText = rows.map((row) => withPayment(row, (payment) => ({ ...payment, reference: '', attemptNo: joined(payment) })))
    return { rows: linkReturns(settle(asText)), reading: { ...reading, columns: { ...columns, reference: null, texts } } }
  }
  return { rows: linkReturns(settle(rows)), reading }
}

function isReused(rows: ReadRow[]): boolean {
  const seen = new Map<string, string>()
  return rows.some(({ payment }) => {
    if (!payment?.reference) return false
    const known = seen.get(payment.reference)
    seen.set(payment.reference, contentOf(payment))
    return known !== undefined && known !== contentOf(payment)
  })
}

/** Rows with settled numbers: a repeated number is the same payment, or a wrong number. */
function settle(rows: ReadRow[]): ReadRow[] {
  const seen = new Map<string, string>()
  const times = new Map<string, number>()
  return rows.map((row) => {
    if (!row.payment) return row
    const content = contentOf(row.payment)
    const nth = (times.get(content) ?? 0) + 1
    times.set(content, nth)
    const reference = row.payment.reference || made(content, nth)
    const known = seen.get(reference)
    if (known === undefined) seen.set(reference, content)
    else if (known !== content) return { ...row, state: 'refused', problem: 'number_reused', payment: null }
    return { ...row, state: known === undefined ? 'waiting' : 'repeated', payment: { ...row.payment, reference } }
  })
}

/** A made number. `nth`: counts payments equal in everything. */
function made(content: string, nth: number): string {
  return `#${createHash('sha256').update(`${content} ${nth}`).digest('hex').slice(0, 16)}`
}

function contentOf({ occurredAt, amount, currency, attemptNo }: Payment): string {
  return `${occurredAt.toISOString()} ${amount} ${currency} ${attemptNo ?? ''}`
}

function joined({ attemptNo, reference }: Payment): string | null {
  return [attemptNo, reference].filter(Boolean).join(' ') || null
}

function withPayment(row: ReadRow, change: (payment: Payment) => Payment): ReadRow {
  return row.payment ? { ...row, payment: change(row.payment) } : row
}

/** Money that went back belongs to the payment with the same number, or with the same number in its texts: that payment asks. */
function linkReturns(rows: ReadRow[]): ReadRow[] {
  const returns = rows.filter(({ returned }) => returned !== null)
  if (returns.length === 0) return rows
  const byMark = new Map<string, ReadRow>()
  for (const row of returns) for (const mark of row.returned ? marksOf(row.returned) : []) byMark.set(mark, row)
  return rows.map((row) =>
    withPayment(row, (payment) => {
      const back = marksOf(payment).flatMap((mark) => byMark.get(mark) ?? [])[0]
      if (!back?.returned) return payment
      return { ...payment, amount: restOf(payment, back.returned), doubt: payment.doubt ?? back.text.slice(0, 100) }
    }),
  )
}

/** The statement's number, and words of the texts that can be numbers. */
function marksOf({ reference, attemptNo }: Pick<Return, 'reference' | 'attemptNo'>): string[] {
  const words = (attemptNo ?? '').match(/[A-Za-z0-9-]{6,}/g) ?? []
  return [...(reference ? [reference] : []), ...words.filter((word) => /\d/.test(word))]
}
