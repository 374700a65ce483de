import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Logger as WorkerLogger, runOnce, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { allDone } from '../db/all-done.ts'
import type { Tx } from '../db/client.ts'
import { messageOf } from '../log.ts'
import { freeDead } from './free-locks.ts'
import type { Job, Lane } from './job.ts'
import { notedWork, noteEnd, noteSchedules } from './run-notes.ts'
import { keepRunning, type Runner } from './runner.ts'

/**
 * Adds a job that exists exactly if the transaction commits. With a `key` a waiting job of that key is replaced; with `once` the
 * transaction adds one of that name, however often it asks.
 * It is tried again with growing pauses when it throws, `tries` times in all.
 */
export async function enqueue(
  tx: Tx,
  name: string,
  payload: object,
  options: { key?: string; once?: true; runAt?: Date; tries?: number } = {},
): Promise<void> {
  const key = options.once ? sql`${`${name}:`} || pg_current_xact_id()` : sql`${options.key ?? null}::text`
  await tx.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
        max_attempts => ${options.tries ?? 25}::int, job_key => ${key})`,
  )
}

/** How many jobs of a lane one process does at once. */
const WORKERS: Record<Lane, number> = { prompt: 3, gateway: 2, delivery: 3, bulk: 4 }
/** Connections that the lanes keep: each listens on one and works on another. */
export const JOB_CONNECTIONS = 2 * Object.keys(WORKERS).length + 1

/** Runs jobs until stopped; stopping waits for the running ones. */
export async function startJobs(pgPool: pg.Pool, given: Job[], log: Logger): Promise<Runner> {
  const all: Job[] = [...given, { name: 'free_dead_jobs', everyMs: 60_000, work: () => freeDead(pgPool) }]
  await noteSchedules(pgPool, all)
  const jobs = noted(pgPool, all, log)
  const lanes = Object.entries(WORKERS).map(async ([lane, workers]): Promise<Runner | null> => {
    const own = jobs.filter((job) => (job.lane ?? 'prompt') === lane && job.everyMs === undefined)
    if (own.length === 0) return null
    const crons = own.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ task: name, match: cron }]))
    const onEnd = (error: unknown): Promise<void> => noteEnd(pgPool, lane, error)
    return keepRunning({ pool: pgPool, tasks: taskList(own, log), crons, workers, log: log.child({ lane }), onEnd })
  })
  const runners = await allDone(lanes)
  const ended = new AbortController()
  const looks = jobs.map((job) => job.everyMs !== undefined && lookAgain(job, job.everyMs, log, ended.signal))
  return {
    stop: async () => {
      ended.abort()
      await Promise.all([...runners.map((runner) => runner?.stop()), ...looks])
    },
  }
}

/** Runs what is due and returns when nothing is left, for tests and the command line. */
export async function runJobsOnce(pgPool: pg.Pool, given: Job[], log: Logger): Promise<void> {
  const jobs = noted(pgPool, given, log)
  const looks = jobs.filter((job) => job.everyMs !== undefined)
  for (const job of looks) await job.work(null)
  await runOnce({ pgPool, taskList: taskList(jobs, log), noHandleSignals: true, logger: new WorkerLogger(() => () => {}) })
  for (const job of looks) await job.work(null)
}

function noted(pgPool: pg.Pool, jobs: Job[], log: Logger): Job[] {
  return jobs.map((job) => ({ ...job, work: notedWork(pgPool, job, log) }))
}

async function lookAgain(job: Job, everyMs: number, log: Logger, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await job.work(null).catch((error: unknown) => log.warn({ err: error, job: job.name }, 'job failed'))
    await pause(everyMs, undefined, { signal: ended, ref: false }).catch(() => {})
  }
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
          // The queue keeps the message for operators to read.
          throw new Error(messageOf(error), { cause: error })
        }
      },
    ]),
  )
}
