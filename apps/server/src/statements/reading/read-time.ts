import type { DateOrder } from '@portico/contract/statements-imports-admin'
import { dayStart } from '../../calendar.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YEAR_FIRST = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?(?!\d)/
const RUN = /^(\d{4})(\d{2})(\d{2})(?!\d)/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/
const DAY_MONTH = /^(\d{1,2})[-\s.]*([a-z]{3})[a-z]*[-\s.,]+(\d{4}|\d{2})(?!\d)/i
const MONTH_DAY = /^([a-z]{3})[a-z]*[-\s.]*(\d{1,2})(?:st|nd|rd|th)?[-\s,]+(\d{4})(?!\d)/i
const CLOCK = /^[T,\s]*(?:(?:上午|下午)\s*)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(am|pm)?\s*(Z|UTC|GMT)?\s*([+-]\d{1,2}:?\d{2})?$/i
const PACKED_CLOCK = /^(\d{2})(\d{2})(\d{2})$/

/** Order of day and month in a date; null: not shown, or written otherwise. */
export function dateOrderOf(text: string): DateOrder | 'either' | null {
  const match = YEAR_LAST.exec(text.normalize('NFKC').trim())
  if (!match) return null
  const [first, second] = [Number(match[1]), Number(match[3])]
  if (first === second) return null
  // Dots are used only where the day comes first.
  if (first > 12 || match[2] === '.') return 'day_first'
  return second > 12 ? 'month_first' : 'either'
}

/**
 * A date with or without a time. Without a zone in the text it is in `zone`, a name or an offset such as +08:00. null: not a date.
 */
export function readTime(date: string, time: string, { order, zone }: { order: DateOrder; zone: string }): Date | null {
  const text = date.normalize('NFKC').trim()
  const found = readDay(text, order)
  if (!found) return null
  const beside = time.normalize('NFKC').trim()
  const rest = text.slice(found.length).trim()
  const clock = readClock(rest === '' ? beside : rest)
  // A column for the time may have the whole date again.
  if (!clock) return beside !== '' && rest === '' && readDay(beside, order) ? readTime(beside, '', { order, zone }) : null
  const start = clock.offset ?? offsetOf(zone)
  const from = start === null ? dayStart(found.day, zone) : new Date(`${found.day}T00:00:00${start}`)
  return new Date(from.getTime() + clock.ms)
}

function readDay(text: string, order: DateOrder): { day: string; length: number } | null {
  const named = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1
  const ymd = YEAR_FIRST.exec(text) ?? RUN.exec(text)
  if (ymd) return dayOf(ymd, ymd[1], Number(ymd[2]), Number(ymd[3]))
  const last = YEAR_LAST.exec(text)
  if (last) {
    const [first, second] = [Number(last[1]), Number(last[3])]
    const isDayFirst = order === 'day_first' || last[2] === '.'
    return isDayFirst ? dayOf(last, last[4], second, first) : dayOf(last, last[4], first, second)
  }
  const dmy = DAY_MONTH.exec(text)
  if (dmy) return dayOf(dmy, dmy[3], named(dmy[2] ?? ''), Number(dmy[1]))
  const mdy = MONTH_DAY.exec(text)
  return mdy && dayOf(mdy, mdy[3], named(mdy[1] ?? ''), Number(mdy[2]))
}

function dayOf(match: RegExpExecArray, year = '', month: number, date: number): { day: string; length: number } | null {
  const pad = (value: number): string => String(value).padStart(2, '0')
  const day = `${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(date)}`
  const at = new Date(`${day}T00:00:00Z`)
  // Parsing accepts February 31; formatting the date again reveals it.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return null
  return { day, length: match[0].length }
}

function readClock(text: string): { ms: number; offset: string | null } | null {
  if (text === '') return { ms: 0, offset: null }
  const match = CLOCK.exec(text) ?? PACKED_CLOCK.exec(text)
  if (!match) return null
  const [, hours, minute = '0', second = '0', half, utc, shift] = match
  const isAfternoon = half?.toLowerCase() === 'pm' || text.startsWith('下午')
  const isMorning = half?.toLowerCase() === 'am' || text.startsWith('上午')
  const hour = isAfternoon && Number(hours) < 12 ? Number(hours) + 12 : isMorning && Number(hours) === 12 ? 0 : Number(hours)
  if (hour > 24 || Number(minute) > 59 || Number(second) > 60) return null
  const ms = ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1000
  return { ms, offset: shift ? offsetOf(shift) : utc ? 'Z' : null }
}

const SHORT: Record<string, string> = {
  UTC: 'Z',
  GMT: 'Z',
  Z: 'Z',
  CET: '+01:00',
  CEST: '+02:00',
  BST: '+01:00',
  HKT: '+08:00',
  SGT: '+08:00',
  PST: '-08:00',
  PDT: '-07:00',
  MST: '-07:00',
  MDT: '-06:00',
  EST: '-05:00',
  EDT: '-04:00',
  CDT: '-05:00',
}

/** Offset meant by `GMT+08:00`, `+0800` or `PST`; null: a name, if anything. */
function offsetOf(zone: string): string | null {
  const match = /^(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone)
  if (match) return `${match[1]}${(match[2] ?? '').padStart(2, '0')}:${match[3] ?? '00'}`
  return SHORT[zone.toUpperCase()] ?? null
}

/** Zone named by a cell, else `usual`. */
export function zoneOf(cell: string, usual: string): string {
  if (cell === '' || offsetOf(cell) !== null) return cell === '' ? usual : cell
  try {
    return new Intl.DateTimeFormat('en', { timeZone: cell }).resolvedOptions().timeZone
  } catch {
    return usual
  }
}
