const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Payments of an attempt whose time is over still come: so long is its gateway asked. */
const AFTER_EXPIRY = 24 * HOUR
const PAUSES_AFTER = [2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE)

/** A little under a minute, so that a job that runs each minute finds it due. */
export function firstAsk(now: Date): Date {
  return new Date(now.getTime() + MINUTE - 10_000)
}

/**
 * When to ask a gateway again about an attempt, or null for never. While it can be paid, often enough that no payment waits two
 * minutes; after its end less and less, for a day.
 */
export function nextAsk(attempt: { expiresAt: Date }, now: Date): Date | null {
  const over = now.getTime() - attempt.expiresAt.getTime()
  if (over < 0) return firstAsk(now)
  if (over >= AFTER_EXPIRY) return null
  // Pauses about as long as the time since the end.
  const pause = PAUSES_AFTER.findLast((each) => each <= over) ?? PAUSES_AFTER[0] ?? MINUTE
  return new Date(now.getTime() + pause)
}
