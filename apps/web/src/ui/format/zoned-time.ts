import { formatDateTime } from './format-time.ts'

/**
 * The moment when clocks in the zone show this time (`2030-01-31 09:05`, seconds allowed).
 * If daylight saving skips that time: just after the gap.
 */
export function momentAt(wall: string, zone: string | undefined): Date {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`)
  const shown = (at: number): number => Date.parse(`${formatDateTime(new Date(at), zone, 'second').replace(' ', 'T')}Z`)
  const first = asUtc - (shown(asUtc) - asUtc)
  // The offset may differ before and after a clock change.
  return new Date(first + (asUtc - shown(first)))
}

/** The zone of the reader's own clock. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
