import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger as WorkerLogger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createLocks, LISTENER } from './free-locks.ts'
import { steadyPool } from './steady-pool.ts'

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 5000]

export type Runner = { stop: () => Promise<void> }
type Given = {
  pool: pg.Pool
  tasks: TaskList
  crons: { task: string; match: string }[]
  workers: number
  log: Logger
  /** Called when the queue stopped by itself and restarts; called again if it fails. */
  onEnd: (error: unknown) => Promise<void>
}

/** Runs the tasks until stopped; stopping waits for the running ones. Throws if it cannot start. When it ends by itself it starts again. */
export async function keepRunning({ pool, tasks, crons, workers, log, onEnd }: Given): Promise<Runner> {
  let id = ''
  const steady = steadyPool(pool, {
    onFault: (error) => {
      log.warn({ err: error }, 'the job queue waits for the database')
      locks.suspectLostLocks()
    },
    onListen: (client) => client.query(`set application_name to ${client.escapeLiteral(LISTENER + id)}`),
  })
  const locks = createLocks(pool, { isWaiting: steady.isWaiting, log })
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    locks.owner(id)
    steady.begin()
  })
  events.on('job:start', ({ job }) => locks.began(job.id))
  events.on('job:complete', ({ job }) => locks.ended(job.id))

  const start = () =>
    run({
      pgPool: steady.pool,
      taskList: tasks,
      concurrency: workers,
      // New jobs are announced; polling only finds postponed ones. Each poll costs the database some milliseconds.
      pollInterval: 5000,
      noHandleSignals: true,
      logger: queueLog(log),
      events,
      parsedCronItems: parseCronItems(crons.map((cron) => ({ ...cron, identifier: cron.task }))),
    })
  const stopping = new AbortController()
  const { signal } = stopping

  async function startAgain(): Promise<Started> {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      await pause(wait, undefined, { signal })
      try {
        return await start()
      } catch (error) {
        log.error({ err: error }, 'the job queue could not be started')
      }
    }
  }

  let runner = await start()
  async function watch(): Promise<void> {
    for (;;) {
      const error: unknown = await runner.promise.then(
        () => null,
        (reason: unknown) => reason,
      )
      if (signal.aborted) return
      log.error({ err: error }, 'the job queue ended and is started again')
      locks.suspectLostLocks()
      await steady.untilDone(() => onEnd(error))
      runner = await startAgain()
      if (signal.aborted) await runner.stop()
    }
  }
  const watched = watch().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })

  return {
    stop: async () => {
      stopping.abort()
      steady.end()
      // Without a database nothing can be recorded: other processes repeat what runs.
      const stopped = runner.stop().catch((error: unknown) => log.warn({ err: error }, 'the job queue did not stop as it should'))
      await Promise.race([stopped.then(() => watched), steady.gaveUp])
      locks.stop()
    },
  }
}
type Started = Awaited<ReturnType<typeof run>>

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** The queue's own log. We log failed jobs ourselves, with our fields. */
function queueLog(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (!('failure' in meta)) log[LEVELS[level]]({ err: meta['error'] }, `job queue: ${message}`)
  })
}
