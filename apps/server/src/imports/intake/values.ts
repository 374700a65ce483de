import type { Findings } from './findings.ts'

/** The most that JSON carries exactly, and what stands for unlimited traffic: 8 PiB less one byte. */
export const MOST = Number.MAX_SAFE_INTEGER
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59)

/** A count of bytes or cents that is stored as a number. */
export function wholeOf(value: bigint, findings: Findings, at: string, what: string): number {
  if (value > BigInt(MOST) || value < -BigInt(MOST)) {
    findings.note('number_too_large', at, `${what} ${value}`)
    return value > 0n ? MOST : -MOST
  }
  return Number(value)
}

/** The quota; null: unlimited. */
export function quotaOf(value: bigint | null, findings: Findings, at: string): number {
  if (value === null) {
    findings.note('quota_unlimited', at)
    return MOST
  }
  if (value < 0n) {
    findings.note('quota_negative', at, String(value))
    return 0
  }
  return wholeOf(value, findings, at, 'quota')
}

/** A time that is stored; null where there is none, or one that cannot be. */
export function timeOf(value: Date | null, findings: Findings, at: string): Date | null {
  if (value === null) return null
  const ms = value.getTime()
  if (Number.isNaN(ms) || ms < 0) {
    findings.note('date_odd', at, Number.isNaN(ms) ? '' : value.toISOString())
    return null
  }
  return ms > LAST ? null : value
}

/** The end of a term: after the year 9999 is never. */
export function endOf(value: Date | null, findings: Findings, at: string): Date | null {
  if (value !== null && value.getTime() > LAST) {
    findings.note('expiry_far', at)
    return null
  }
  return timeOf(value, findings, at)
}

/** Without letters that cannot be stored, and no longer than that. */
export function textOf(value: string, most: number, findings: Findings, at: string): string {
  const text = value.toWellFormed().replaceAll('\0', '')
  if (text !== value) findings.note('text_odd', at)
  return text.length > most ? text.slice(0, most) : text
}

/** '1.5' in hundredths, without a float; null: it is no factor that Portico has. */
export function hundredths(decimal: string): number | null {
  const found = /^(\d{1,6})(?:\.(\d+))?$/.exec(decimal.trim())
  if (!found) return null
  const fraction = (found[2] ?? '').replace(/0+$/, '')
  if (fraction.length > 2) return null
  const value = Number(found[1]) * 100 + Number(fraction.padEnd(2, '0'))
  return value <= 10_000 ? value : null
}
