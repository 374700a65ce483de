/**
 * A job: its name, its work, and its schedule: a crontab line (minute hour day month weekday), or again and again with a pause of
 * `everyMs`. With neither, it runs when it is enqueued.
 */
export type Job = { name: string; cron?: string; everyMs?: number; work: (payload: unknown) => Promise<void> }
