const DAY = 86_400_000
/**
 * `usage`: billed bytes per day, oldest first. The last day is today, which began at `todayBegan`. `since`: when the cycle began, if known.
 */
export type Use = { left: number; usage: number[]; todayBegan: Date; since: Date | null; cycleEnds: Date | null }
/** `runsOutAt` null: no traffic, nothing left, or enough until the cycle ends. `leftAtEnd`: what is left then; null if not known. */
export type Forecast = { runsOutAt: Date | null; leftAtEnd: number | null }

const UNKNOWN: Forecast = { runsOutAt: null, leftAtEnd: null }

/**
 * Predicts the remaining bytes at the average of these days, from the first with traffic. The first day of a cycle or of traffic is too
 * little.
 */
export function forecast({ left, usage, todayBegan, since, cycleEnds }: Use, now: Date): Forecast {
  if (since !== null && now.getTime() - since.getTime() < DAY) return UNKNOWN
  const first = usage.findIndex((bytes) => bytes > 0)
  if (first < 0 || left <= 0) return UNKNOWN
  const days = usage.length - 1 - first + (now.getTime() - todayBegan.getTime()) / DAY
  if (days < 1) return UNKNOWN
  const daily = usage.reduce((sum, bytes) => sum + bytes, 0) / days
  const at = now.getTime() + (left / daily) * DAY
  if (at < (cycleEnds?.getTime() ?? now.getTime() + 3650 * DAY)) return { runsOutAt: new Date(at), leftAtEnd: null }
  if (cycleEnds === null) return UNKNOWN
  return { runsOutAt: null, leftAtEnd: Math.max(0, Math.round(left - (daily * (cycleEnds.getTime() - now.getTime())) / DAY)) }
}
