import { formatDateTime } from './format-time.ts'

/** The moment at which clocks of the zone show this (`2030-01-31 09:05`, seconds allowed). In a gap of summer time: just after it. */
export function momentAt(wall: string, zone: string | undefined): Date {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`)
  const shown = (at: number): number => Date.parse(`${formatDateTime(new Date(at), zone, 'second').replace(' ', 'T')}Z`)
  const first = asUtc - (shown(asUtc) - asUtc)
  // The offset before a change of clocks may differ from the one after it.
  return new Date(first + (asUtc - shown(first)))
}
