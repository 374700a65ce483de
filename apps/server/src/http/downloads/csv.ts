import { toDecimal } from '@portico/contract/money'
import { localTime } from '../../calendar.ts'

/** A moment is written in the table's zone, an amount of minor units as a number with the decimals of its currency. */
export type Cell = string | number | null | undefined | Date | { amount: number; currency: string }
type Rows = readonly (readonly Cell[])[]

/**
 * A table as CSV (RFC 4180) that spreadsheets open as UTF-8. Texts that look like a formula get a leading apostrophe; numbers
 * stay numbers, below zero too.
 */
export function toCsv(columns: readonly string[], rows: Rows, zone: string): string {
  // The byte order mark tells spreadsheets the encoding.
  return `\uFEFF${csvLines([columns, ...rows], zone)}`
}

/** More rows of a table that `toCsv` began. */
export function csvLines(rows: Rows, zone: string): string {
  return rows.map((cells) => `${cells.map((cell) => toCell(cell, zone)).join(',')}\r\n`).join('')
}

function toCell(value: Cell, zone: string): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return localTime(value, zone)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return toDecimal(value.amount, value.currency)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
