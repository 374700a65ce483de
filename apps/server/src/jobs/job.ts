/**
 * A job: its name, what it does, and when: as a crontab line says (minute hour day month weekday), again and again with a pause
 * of `everyMs`, or, with neither, when it is enqueued.
 */
export type Job = { name: string; cron?: string; everyMs?: number; work: (payload: unknown) => Promise<void> }
