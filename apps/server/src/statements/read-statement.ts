import { AppError } from '../errors.ts'
import { dayStart } from '../calendar.ts'
import { directionHeadings, outgoingHeadings, readDirection, readMoney } from './read-money.ts'

type Optional = 'currency' | 'number' | 'direction'
export type Mapping = { date: string; amount: string; reference: string } & { [K in Optional]?: string | undefined }
/** Money that came in; `attemptNo`: the text in the column for our number. */
export type Line = { reference: string; attemptNo: string | null; occurredAt: Date; amount: number; currency: string }

const PLAIN: Mapping = { date: 'date', amount: 'amount', reference: 'reference', currency: 'currency', number: 'number' }
const MAX_LINES = 20_000
const MAX_TEXT = 500

/**
 * The lines of a statement for money that came in; `skipped` counts the others, such as fees and refunds. Times without a zone are in the
 * site's. Throws `statement.unreadable`, with the line, if it does not fit the mapping, or it is unclear whether money came in or went out.
 */
export function readStatement(csv: string, given: Mapping | undefined, { currency, zone }: { currency: string; zone: string }) {
  const [head = [], ...rows] = parseCsv(csv.replace(/^\uFEFF/, ''))
  const mapping = given ?? PLAIN
  const heading = (name: string | undefined): number => (name ? head.findIndex((cell) => same(cell, name)) : -1)
  const usual = head.findIndex((cell) => directionHeadings.some((name) => same(cell, name)))
  const at = {
    date: heading(mapping.date),
    amount: heading(mapping.amount),
    reference: heading(mapping.reference),
    currency: heading(mapping.currency),
    number: heading(mapping.number),
    // If a statement has such a column, it is always used.
    direction: heading(mapping.direction) < 0 ? usual : heading(mapping.direction),
  }
  if (at.date < 0 || at.amount < 0 || at.reference < 0) unreadable(1)
  if (outgoingHeadings.some((name) => same(mapping.amount, name))) unreadable(1)
  const filled = rows.map((cells, i) => ({ cells, line: i + 2 })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length > MAX_LINES) unreadable(MAX_LINES)
  const lines: Line[] = []
  let skipped = 0
  for (const { cells, line } of filled) {
    const cell = (column: number): string => (cells[column] ?? '').trim().replace(/^['`]/, '')
    const direction = at.direction < 0 ? 'in' : readDirection(cell(at.direction))
    if (direction === null) unreadable(line)
    const money = direction === 'in' ? readMoney(cell(at.amount), { named: cell(at.currency).toUpperCase(), usual: currency }) : 'none'
    if (money === null) unreadable(line)
    const reference = cell(at.reference)
    if (money === 'none' || money.amount <= 0 || reference === '') {
      skipped++
      continue
    }
    const occurredAt = readTime(cell(at.date), zone)
    if (occurredAt === null) unreadable(line)
    lines.push({ ...money, occurredAt, reference: reference.slice(0, 200), attemptNo: textOf(cell(at.number)) })
  }
  return { lines, skipped }
}

/** Leaves no half word where it cuts: that could be another number. */
function textOf(cell: string): string | null {
  const text = cell.normalize('NFKC')
  return (text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).replace(/[A-Za-z0-9]+$/, '') : text) || null
}

function unreadable(line: number): never {
  throw new AppError('statement.unreadable', { details: { line }, fields: { csv: 'statement.unreadable' } })
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

/** RFC 4180, with comma, semicolon or tab, whichever the heading has. */
export function parseCsv(text: string): string[][] {
  const heading = text.slice(0, text.search(/\r?\n|$/))
  const comma = [',', ';', '\t'].find((each) => heading.includes(each)) ?? ','
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const end = (): void => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? ''
    if (quoted) {
      if (c !== '"') cell += c
      else if (text[i + 1] === '"') cell += text[++i]
      else quoted = false
    } else if (c === '"' && cell.trim() === '') {
      cell = ''
      quoted = true
    } else if (c === comma) end()
    else if (c === '\n') {
      end()
      rows.push([])
    } else if (c !== '\r') cell += c
  }
  end()
  return rows
}

const TIME = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

function readTime(text: string, zone: string): Date | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [, year, month = '', day = '', hour = '0', minute = '0', second = '0', offset] = match
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const ms = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  const start = new Date(`${date}T00:00:00${offset ?? 'Z'}`)
  // Parsing accepts February 31; formatting the date again reveals it.
  if (Number.isNaN(start.getTime()) || !new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)) return null
  return new Date((offset ? start : dayStart(date, zone)).getTime() + ms)
}
