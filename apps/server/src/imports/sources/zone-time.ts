import { Temporal } from 'temporal-polyfill'
import type { Cells } from './row.ts'

/** Reads seconds since 1970, or a date and time without a zone, as databases write them, in that of the panel. */
export function timesIn(zone: string): (cells: Cells, column: string) => Date | null {
  return (cells, column) => {
    const text = cells.text(column).trim()
    if (text === '' || /^\d+$/.test(text)) return cells.unix(column)
    const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(text)
    try {
      if (found?.[3]) return new Date(Temporal.Instant.from(`${found[1]}T${found[2]}${found[3]}`).epochMilliseconds)
      if (found) return new Date(Temporal.PlainDateTime.from(`${found[1]}T${found[2]}`).toZonedDateTime(zone).epochMilliseconds)
    } catch {
      // No such day, such as 0000-00-00.
    }
    cells.note('date_odd', `${column} = ${text}`)
    return null
  }
}
