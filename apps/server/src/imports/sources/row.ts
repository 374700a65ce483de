import type { FindingCode } from '../finding-codes.ts'
import type { OldRow } from '../old/old-database.ts'
import type { OldFinding } from '../records.ts'

/** Reads the cells of one row, and notes what is odd in them. `found` gives the notes, once. */
export class Cells {
  readonly at: string
  readonly #row: OldRow
  #found: OldFinding[] = []

  constructor(table: string, row: OldRow, key = 'id') {
    this.#row = row
    this.at = `${table} ${row[key] ?? '?'}`
  }

  note(code: FindingCode, what = ''): void {
    this.#found.push({ kind: 'finding', code, at: this.at, what })
  }

  found(): OldFinding[] {
    const found = this.#found
    this.#found = []
    return found
  }

  has(column: string): boolean {
    return (this.#row[column] ?? null) !== null
  }

  text(column: string): string {
    return this.#row[column] ?? ''
  }

  /** null for a cell that is NULL or ''. */
  textOrNull(column: string): string | null {
    return this.#row[column] || null
  }

  big(column: string): bigint {
    return this.bigOrNull(column) ?? 0n
  }

  bigOrNull(column: string): bigint | null {
    const text = (this.#row[column] ?? '').trim()
    if (text === '') return null
    const whole = /^(-?\d+)(?:\.0*)?$/.exec(text)?.[1]
    if (whole !== undefined) return BigInt(whole)
    this.note('broken_number', `${column} = ${text}`)
    return null
  }

  int(column: string): number {
    return this.intOrNull(column) ?? 0
  }

  /** Of a column that is small by its meaning; others are read with `big`. */
  intOrNull(column: string): number | null {
    const value = this.bigOrNull(column)
    if (value === null) return null
    if (value >= -2_147_483_648n && value <= 2_147_483_647n) return Number(value)
    this.note('broken_number', `${column} = ${value}`)
    return null
  }

  flag(column: string): boolean {
    return this.int(column) !== 0
  }

  /** Seconds since 1970; 0 is no date. */
  unix(column: string): Date | null {
    const seconds = this.bigOrNull(column)
    if (seconds === null || seconds === 0n) return null
    return this.date(seconds * 1000n, column)
  }

  /** A moment in milliseconds; one before 1970, or one no calendar has, is noted and left out. */
  date(ms: bigint, column: string): Date | null {
    if (ms >= 0n && ms <= 8_640_000_000_000_000n) return new Date(Number(ms))
    this.note('date_odd', `${column} = ${ms}`)
    return null
  }

  /** The value of a JSON cell; undefined: there is none, or it is broken, which is noted. */
  json(column: string): unknown {
    const text = this.#row[column] ?? ''
    if (text.trim() === '') return undefined
    try {
      return JSON.parse(text)
    } catch {
      this.note('broken_json', column)
      return undefined
    }
  }

  object(column: string): Record<string, unknown> {
    return asObject(this.json(column))
  }

  /** Texts or numbers of a JSON list, as text. */
  list(column: string): string[] {
    const value = this.json(column)
    return Array.isArray(value) ? value.filter((one) => one !== null && typeof one !== 'object').map(String) : []
  }
}

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** A text or number in JSON as text; '' for anything else. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
