/** `decimal`: a number with fixed decimals, such as '-4.50'. */
export type Cell = string | number | null | { decimal: string }
type Rows = readonly (readonly Cell[])[]

/**
 * A table as CSV (RFC 4180) that spreadsheets open as UTF-8. Texts that look like a formula get a leading apostrophe; numbers
 * stay numbers, below zero too.
 */
export function toCsv(columns: readonly string[], rows: Rows): string {
  // The byte order mark tells spreadsheets the encoding.
  return `\uFEFF${csvLines([columns, ...rows])}`
}

/** Further rows of such a table. */
export function csvLines(rows: Rows): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return value.decimal
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
