import type { StatementColumns, StatementSeparator } from '@portico/contract/statements-imports-admin'
import { knownHeadings, knownTexts, plainHeading } from './headings.ts'
import { SIGNS, splitRows, type SplitRow } from './split-rows.ts'

/** Lines searched for headings. */
const SEARCHED = 100
const MOST_TEXTS = 12

export type Table = { separator: StatementSeparator; headings: SplitRow; rows: SplitRow[]; columns: StatementColumns }

/** The table in a file: below the line with the most known headings, with the separator that shows most of them. */
export function findTable(text: string, chosen: { separator?: StatementSeparator | undefined; heading_line?: number | undefined }): Table {
  const separators = chosen.separator ? [chosen.separator] : (Object.keys(SIGNS) as StatementSeparator[])
  const tables = separators.flatMap((separator) => {
    const rows = splitRows(text, separator)
    const at = chosen.heading_line === undefined ? headingAt(rows) : rows.findIndex(({ line }) => line >= (chosen.heading_line ?? 0))
    const headings = rows[at]
    if (!headings) return []
    const columns = findColumns(headings.cells)
    return [{ separator, headings, rows: rows.slice(at + 1), columns, score: scoreOf(columns), width: headings.cells.length }]
  })
  const [best] = tables.toSorted((a, b) => b.score - a.score || b.width - a.width)
  const none = { line: 1, cells: [], text: '', broken: false }
  return best ?? { separator: 'comma', headings: none, rows: [], columns: findColumns([]) }
}

/** Heading line without known headings: the first as wide as most lines. */
function headingAt(rows: SplitRow[]): number {
  const first = rows.slice(0, SEARCHED)
  const scores = first.map(({ cells }) => scoreOf(findColumns(cells)))
  const best = Math.max(0, ...scores)
  if (best > 0) return scores.indexOf(best)
  const widths = Map.groupBy(rows, ({ cells }) => cells.length)
  const [usual] = [...widths].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  return first.findIndex(({ cells }) => cells.length === usual)
}

/** 0: the line cannot be the headings of a statement. */
function scoreOf(columns: StatementColumns): number {
  if (columns.date === null || (columns.amount === null && columns.money_in === null)) return 0
  const { texts, ...others } = columns
  return Object.values(others).filter((place) => place !== null).length + Math.min(1, texts.length)
}

/** Assigns columns, each once; indispensable ones first. */
function findColumns(cells: string[]): StatementColumns {
  const plain = cells.map(plainHeading)
  const used = new Set<number>()
  const find = (name: keyof typeof knownHeadings): number | null => {
    const heading = knownHeadings[name].find((each) => plain.some((cell, i) => cell === each && !used.has(i)))
    if (heading === undefined) return null
    const place = plain.findIndex((cell, i) => cell === heading && !used.has(i))
    used.add(place)
    return place
  }
  const [date, money_in, money_out] = [find('date'), find('money_in'), find('money_out')]
  // Where money in has its own column, another amount, such as one in a foreign currency, is not what came in.
  const amount = money_in === null ? find('amount') : null
  const [direction, currency, status, reference] = [find('direction'), find('currency'), find('status'), find('reference')]
  const [time, zone, refunded, fee] = [find('time'), find('zone'), find('refunded'), find('fee')]
  const texts = knownTexts.flatMap((each) => plain.flatMap((cell, i) => (cell === each && !used.has(i) ? [i] : []))).slice(0, MOST_TEXTS)
  return { date, time, zone, amount, money_in, money_out, currency, direction, status, refunded, fee, reference, texts }
}
