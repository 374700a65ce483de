import type { Location } from '@portico/contract/outages'

export interface Overall {
  /** Hundredths of a percent. */
  uptime: number
  days: Location['days']
  /** Locations without a fault or maintenance. */
  up: number
  /** Locations with a fault. */
  troubled: number
}

/** All locations as one, each counting alike; null if there are none. */
export function overallOf(locations: Location[]): Overall | null {
  const [first] = locations
  if (!first) return null
  const days = first.days.map(({ day }, i) => {
    const known = locations.flatMap(({ days: own }) => own[i]?.uptime ?? [])
    return { day, uptime: known.length === 0 ? null : mean(known) }
  })
  return {
    uptime: mean(locations.map((place) => place.uptime)),
    days,
    up: locations.filter((place) => place.status === 'up').length,
    troubled: locations.filter((place) => place.status === 'down' || place.status === 'partly').length,
  }
}

/** Start of data: `all` days, from a day, or `new` (less than a day). */
export function dataSince(days: Location['days']): 'all' | 'new' | { day: string } {
  const first = days.findIndex(({ uptime }) => uptime !== null)
  if (first === 0 && days.length > 1) return 'all'
  const day = days[first]?.day
  // The last of the days is today.
  return day === undefined || first === days.length - 1 ? 'new' : { day }
}

/** The uptime of each day. */
export function uptimes({ days }: Pick<Location, 'days'>): (number | null)[] {
  return days.map(({ uptime }) => uptime)
}

/** Rounded down: a single lost minute is not 100%. */
function mean(values: number[]): number {
  return Math.floor(values.reduce((sum, value) => sum + value, 0) / values.length)
}
