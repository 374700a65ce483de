const DAY = 86_400_000
/** Less than six hours say too little about a day. */
const LEAST_DAYS = 0.25

/** `usage`: billed bytes per day, oldest first. The last day is today, which began at `todayBegan`. */
export type Use = { left: number; usage: number[]; todayBegan: Date; cycleEnds: Date | null }
/** `runsOutAt` null: no traffic, nothing left, or enough until the cycle ends. `leftAtEnd`: what is left then; null if not known. */
export type Forecast = { runsOutAt: Date | null; leftAtEnd: number | null }

const UNKNOWN: Forecast = { runsOutAt: null, leftAtEnd: null }

/** How long the remaining bytes last at the average of these days, counted from the first one with traffic. */
export function forecast({ left, usage, todayBegan, cycleEnds }: Use, now: Date): Forecast {
  const first = usage.findIndex((bytes) => bytes > 0)
  if (first < 0 || left <= 0) return UNKNOWN
  const days = Math.max(LEAST_DAYS, usage.length - 1 - first + (now.getTime() - todayBegan.getTime()) / DAY)
  const daily = usage.reduce((sum, bytes) => sum + bytes, 0) / days
  const at = now.getTime() + (left / daily) * DAY
  if (at < (cycleEnds?.getTime() ?? now.getTime() + 3650 * DAY)) return { runsOutAt: new Date(at), leftAtEnd: null }
  if (cycleEnds === null) return UNKNOWN
  return { runsOutAt: null, leftAtEnd: Math.max(0, Math.round(left - (daily * (cycleEnds.getTime() - now.getTime())) / DAY)) }
}
