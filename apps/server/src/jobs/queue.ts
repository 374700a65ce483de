import { sql } from 'drizzle-orm'
import { Logger as WorkerLogger, parseCronItems, run, type Runner, runOnce, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Tx } from '../db/client.ts'

// Failures are logged by us, with our fields.
const quietLogger = new WorkerLogger(() => () => {})

/** A job: its name, what it does, and, for a recurring one, a crontab line (minute hour day month weekday). */
export type Job = { name: string; cron?: string; work: (payload: unknown) => Promise<void> }

/**
 * Adds a job that exists exactly if the transaction commits. With a `key` a waiting job of that key is replaced.
 * It is tried again with growing pauses when it throws, `tries` times in all.
 */
export async function enqueue(
  tx: Tx,
  name: string,
  payload: object,
  options: { key?: string; runAt?: Date; tries?: number } = {},
): Promise<void> {
  await tx.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
        max_attempts => ${options.tries ?? 25}::int, job_key => ${options.key ?? null}::text)`,
  )
}

/** Runs jobs until stopped; stopping waits for those in hand. */
export async function startJobs(pgPool: pg.Pool, jobs: Job[], log: Logger): Promise<Runner> {
  const cron = jobs.filter((job) => job.cron !== undefined)
  return run({
    pgPool,
    taskList: taskList(jobs, log),
    concurrency: 3,
    // New jobs are announced; this is only for those that were put off. Each look costs the database some milliseconds.
    pollInterval: 5000,
    noHandleSignals: true,
    logger: quietLogger,
    parsedCronItems: parseCronItems(cron.map((job) => ({ task: job.name, match: job.cron ?? '', identifier: job.name }))),
  })
}

/** Runs what is due now and returns when nothing is left: for tests and the command line. */
export async function runJobsOnce(pgPool: pg.Pool, jobs: Job[], log: Logger): Promise<void> {
  await runOnce({ pgPool, taskList: taskList(jobs, log), noHandleSignals: true, logger: quietLogger })
}

function taskList(jobs: Job[], log: Logger): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        try {
          await job.work(payload)
        } catch (error) {
          log.error({ err: error, job: job.name }, 'job failed')
          throw error
        }
      },
    ]),
  )
}
