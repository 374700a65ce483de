import { createHash } from 'node:crypto'
import type { StatementReading } from '@portico/contract/statement-imports-admin'
import type { Payment, ReadRow } from './read-row.ts'

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
    return { rows: settle(asText), reading: { ...reading, columns: { ...columns, reference: null, texts } } }
  }
  return { rows: settle(rows), reading }
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

/** A second line with the same number is the same payment, or another one that wrongly has this number. */
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

/** `nth`: counts payments that are the same in everything. */
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
