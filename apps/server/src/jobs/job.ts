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
 * Each lane has its own workers, so that what waits for gateways, what waits for mail servers, and what takes minutes hold up neither each
 * other nor resets and orders.
 */
export type Lane = 'prompt' | 'gateway' | 'delivery' | 'bulk'
