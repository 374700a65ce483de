const DAY = 86_400_000
/** A first hour says too little about a day. */
const LEAST_DAYS = 0.25

/** `usage`: billed bytes of the last days, oldest first, the last of them today, which began at `todayBegan`. */
export type Use = { left: number; usage: number[]; todayBegan: Date; cycleEnds: Date | null }

/**
 * When what is left is used up if it goes on as in those days, counted from the first on which anything was used. Null: nothing
 * was used, nothing is left, or it lasts until the cycle ends.
 */
export function forecast({ left, usage, todayBegan, cycleEnds }: Use, now: Date): Date | null {
  const first = usage.findIndex((bytes) => bytes > 0)
  if (first < 0 || left <= 0) return null
  const days = Math.max(LEAST_DAYS, usage.length - 1 - first + (now.getTime() - todayBegan.getTime()) / DAY)
  const daily = usage.reduce((sum, bytes) => sum + bytes, 0) / days
  const at = now.getTime() + (left / daily) * DAY
  if (at >= (cycleEnds?.getTime() ?? now.getTime() + 3650 * DAY)) return null
  return new Date(at)
}
