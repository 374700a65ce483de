import type { StatementSeparator } from '@portico/contract/statements-imports-admin'

/** A line in cells. `line`: as editors count. `broken`: its quotes do not match, so they were taken as text. */
export type SplitRow = { line: number; cells: string[]; text: string; broken: boolean }

export const SIGNS: Record<StatementSeparator, string> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }
/** The most lines of one quoted cell. */
const LONGEST_CELL = 20

/** Rows as in RFC 4180. A quote that is never closed spoils only its own line. Empty lines are left out. */
export function splitRows(text: string, separator: StatementSeparator): SplitRow[] {
  const sign = SIGNS[separator]
  const rows: SplitRow[] = []
  let line = 1
  for (let from = 0; from < text.length;) {
    const end = lineEnd(text, from)
    const quoted = text.slice(from, end).includes('"')
    const read = quoted ? readQuoted(text, from, sign) : null
    const to = read?.to ?? end
    const cells = read?.cells ?? text.slice(from, end).split(sign)
    if (cells.some((cell) => clean(cell) !== '')) {
      rows.push({ line, cells: cells.map(clean), text: text.slice(from, to).trim(), broken: quoted && read === null })
    }
    line += read?.lines ?? 1
    from = text.startsWith('\r\n', to) ? to + 2 : to + 1
  }
  return rows
}

/** A cell without the mark that exports put before numbers for spreadsheets. */
function clean(cell: string): string {
  return cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^['`]/, '')
    .trim()
}

function lineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) if (text[i] === '\n' || text[i] === '\r') return i
  return text.length
}

type Quoted = { cells: string[]; to: number; lines: number }

/** Reads a quoted cell; null: its quotes do not match. */
function readQuoted(text: string, from: number, sign: string): Quoted | null {
  const cells: string[] = []
  let lines = 1
  for (let at = from; ; at++) {
    while (text[at] === ' ') at++
    if (text[at] !== '"') {
      const end = cellEnd(text, at, sign)
      cells.push(text.slice(at, end))
      at = end
    } else {
      const close = closing(text, at + 1)
      if (close < 0) return null
      const cell = text.slice(at + 1, close)
      lines += cell.split(/\r\n|\n|\r/).length - 1
      if (lines > LONGEST_CELL) return null
      cells.push(cell.replaceAll('""', '"'))
      at = close + 1
      while (isPadding(text[at], sign)) at++
      if (at < text.length && text[at] !== sign && text[at] !== '\n' && text[at] !== '\r') return null
    }
    if (text[at] !== sign) return { cells, to: at, lines }
  }
}

function isPadding(character: string | undefined, sign: string): boolean {
  return character === ' ' || (character === '\t' && character !== sign)
}

function cellEnd(text: string, from: number, sign: string): number {
  for (let i = from; i < text.length; i++) if (text[i] === sign || text[i] === '\n' || text[i] === '\r') return i
  return text.length
}

/** Two quotes in a row stand for one. */
function closing(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}
