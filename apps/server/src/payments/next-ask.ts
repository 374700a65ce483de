const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long gateways are asked after an attempt expired, because payments can be late. */
const AFTER_EXPIRY = 24 * HOUR
const PAUSES_AFTER = [2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE)

/** First time to ask: just under a minute, so that a minutely job finds it due. */
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
