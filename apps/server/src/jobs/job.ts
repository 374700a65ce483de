/** A job: its name, its work, and when it runs. With neither `cron` nor `everyMs` it runs when it is enqueued. */
export type Job = {
  name: string
  /** A crontab line: minute hour day month weekday. */
  cron?: string
  /** Pause between runs in milliseconds, for jobs that repeat. */
  everyMs?: number
  /** Lane whose workers run it; default `prompt`. */
  lane?: Lane
  work: (payload: unknown) => Promise<void>
}
/**
 * Each lane has its own workers, so that what waits for gateways, what waits for mail servers, and what concerns many members hold up
 * neither each other nor orders. In `bulk`, what can take longer than `TURN_MS` stops then and is enqueued again, so that all get on.
 */
export type Lane = 'prompt' | 'gateway' | 'delivery' | 'bulk'

/** Milliseconds for which bulk works before others in its lane get their turn. */
export const TURN_MS = 10_000
