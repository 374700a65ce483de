import type { StatementChoices, StatementColumns, StatementQuestion, StatementReading } from '@portico/contract/statements-imports-admin'
import { AppError } from '../../errors.ts'
import { decodeFile, detectEncoding } from './decode-file.ts'
import { detectDateOrder, detectDecimal } from './detect-signs.ts'
import { findTable } from './find-columns.ts'
import { plainHeading } from './headings.ts'
import { makeReferences } from './make-references.ts'
import { readDirection } from './read-money.ts'
import { type ReadRow, readRow } from './read-row.ts'
import type { SplitRow } from './split-rows.ts'

const MOST_ROWS = 20_000

export type Statement = {
  reading: StatementReading
  headings: string[]
  questions: StatementQuestion[]
  missing: ('date' | 'amount')[]
  rows: ReadRow[]
}

/**
 * Reads a statement as the operator chose, and detects the rest. A line that cannot be read is refused by itself. Times without a zone are
 * in `zone`, amounts without a currency in `currency`. Throws `statement.not_text` and `statement.too_long`.
 */
export function readStatement(bytes: Buffer, choices: StatementChoices, given: { currency: string; zone: string }): Statement {
  const encoding = choices.encoding ?? detectEncoding(bytes)
  const { separator, headings, rows, columns: detected } = findTable(decodeFile(bytes, encoding), choices)
  if (rows.length > MOST_ROWS) throw new AppError('statement.too_long')
  const columns = choices.columns ?? withoutDetails(detected, headings.cells, rows)
  const cellsOf = (...places: (number | null)[]): string[] =>
    rows.flatMap(({ cells }) => places.flatMap((place) => (place === null ? [] : [cells[place] ?? ''])))
  const decimal = detectDecimal(cellsOf(columns.amount, columns.money_in, columns.money_out), given.currency)
  const order = detectDateOrder(cellsOf(columns.date))
  const reading: StatementReading = {
    encoding,
    separator,
    decimal: choices.decimal ?? decimal.found,
    date_order: choices.date_order ?? order.found,
    heading_line: headings.line,
    columns,
  }
  const isAsked = !choices.columns && !isWeak(headings.cells, columns) && mayHideNumber(headings.cells, columns)
  const number = isAsked ? { about: 'number' as const, example: '' } : null
  const asked = [choices.decimal ? null : decimal.question, choices.date_order ? null : order.question, number]
  const questions = asked.filter((each) => each !== null)
  const missing: Statement['missing'] = []
  if (columns.date === null) missing.push('date')
  if (columns.amount === null && columns.money_in === null) missing.push('amount')
  const read = missing.length > 0 ? [] : rows.map((row) => readRow(row, { reading, headings: headings.cells, ...given }))
  return {
    headings: headings.cells,
    questions,
    missing,
    ...makeReferences(read, reading, choices.columns === undefined && isWeak(headings.cells, columns)),
  }
}

/** Columns without `Details`, which some banks use for the direction and others for texts. */
function withoutDetails(columns: StatementColumns, headings: string[], rows: SplitRow[]): StatementColumns {
  const { direction, texts } = columns
  if (direction === null || plainHeading(headings[direction] ?? '') !== 'details') return columns
  const isDirection = rows.some(({ cells }) => ['in', 'out'].includes(readDirection(cells[direction] ?? '') ?? ''))
  return isDirection ? columns : { ...columns, direction: null, texts: [...texts, direction] }
}

/** Whether our number may be in a column with unknown heading. */
function mayHideNumber(headings: string[], { texts, ...columns }: StatementColumns): boolean {
  if (columns.date === null || (columns.amount === null && columns.money_in === null)) return false
  const known = new Set(Object.values(columns))
  return texts.length === 0 && headings.some((heading, place) => heading !== '' && !known.has(place))
}

/** Columns that may hold a payer's text in place of the bank's number. */
const WEAK = ['reference', 'reference number', 'bank reference', 'referencia', '凭证号', '订单号']

function isWeak(headings: string[], { reference }: StatementColumns): boolean {
  return reference !== null && WEAK.includes(plainHeading(headings[reference] ?? ''))
}
