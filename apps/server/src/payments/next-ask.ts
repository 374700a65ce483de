const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Payments can arrive after an attempt has expired: its gateway is asked for this long. */
const AFTER_EXPIRY = 24 * HOUR
const PAUSES_AFTER = [2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE)

/** A little less than a minute, so that a job that runs each minute finds it due. */
export function firstAsk(now: Date): Date {
  return new Date(now.getTime() + MINUTE - 10_000)
}

/**
 * When to ask a gateway again about an attempt; null: never. While it can be paid, often enough that no payment waits two minutes;
 * afterwards less and less often, for a day.
 */
export function nextAsk(attempt: { expiresAt: Date }, now: Date): Date | null {
  const over = now.getTime() - attempt.expiresAt.getTime()
  if (over < 0) return firstAsk(now)
  if (over >= AFTER_EXPIRY) return null
  // Each pause is about as long as the time since the end.
  const pause = PAUSES_AFTER.findLast((each) => each <= over) ?? PAUSES_AFTER[0] ?? MINUTE
  return new Date(now.getTime() + pause)
}
