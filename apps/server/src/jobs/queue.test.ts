import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, runSql, type TestDatabase } from '../../test/harness.ts'
import { slowness } from '../../../../scripts/slowness.ts'
import { connect, type Database } from '../db/client.ts'
import { freeDead, LISTENER } from './free-locks.ts'
import type { Job } from './job.ts'
import { enqueue, startJobs } from './queue.ts'

let own: TestDatabase
let database: Database
let pool: pg.Pool
let runner: { stop: () => Promise<void> } | null = null
let unhandled: unknown[] = []
const note = (error: unknown): void => void unhandled.push(error)
let lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })

beforeEach(async () => {
  own = await createDatabase('template_portico')
  database = connect(own.serverUrl)
  // As `connect` makes it, but impatient.
  pool = new pg.Pool({ connectionString: own.serverUrl, max: 8, connectionTimeoutMillis: 300 * slowness })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  unhandled = []
  lines = []
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  await runner?.stop()
  runner = null
  process.off('unhandledRejection', note)
  await Promise.all([pool.end(), database.close()])
  await own.drop()
})

const name = (): string => new URL(own.serverUrl).pathname.slice(1)
const cluster = (): string => own.ownerUrl.replace(/[^/]+$/, 'postgres')
const logged = (text: string): boolean => lines.some((line) => line.includes(text))
const put = (job: string, payload: object = {}): Promise<void> => database.transaction((tx) => enqueue(tx, job, payload))
const left = async (): Promise<number> => Number((await runSql(own.ownerUrl, 'select count(*) from graphile_worker.jobs')).rows[0].count)
const failed = async (): Promise<{ tries: number; error: string } | undefined> => {
  const { rows } = await runSql(
    own.ownerUrl,
    'select attempts::int as tries, last_error as error from graphile_worker.jobs where locked_at is null',
  )
  return rows[0]
}
const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity where datname = `

type Door = { shut: () => Promise<unknown>; open: () => Promise<unknown> }
/** Ways to lose the database, with the code that PostgreSQL gives. */
const doors: Record<string, () => Door> = {
  'every connection is ended, and new ones are refused': () => ({
    shut: () => runSql(cluster(), `alter database ${name()} allow_connections false; ${cutAll}'${name()}'`),
    open: () => runSql(cluster(), `alter database ${name()} allow_connections true`),
  }),
  'every connection is ended, and there is no free one': () => ({
    shut: () => runSql(cluster(), `alter database ${name()} connection limit 0; ${cutAll}'${name()}'`),
    open: () => runSql(cluster(), `alter database ${name()} connection limit -1`),
  }),
  'the pool has no connection to give': () => {
    const taken: pg.PoolClient[] = []
    return {
      shut: async () => {
        // Those in use come back one by one.
        for (let tries = 0; tries < 3; tries++) {
          const clients = await Promise.allSettled(Array.from({ length: 8 }, () => pool.connect()))
          for (const client of clients) if (client.status === 'fulfilled') taken.push(client.value)
        }
      },
      open: async () => taken.forEach((client) => client.release()),
    }
  },
}

test.each(Object.keys(doors).flatMap((door) => [true, false].map((isDone) => [door, isDone] as const)))(
  'if %s while a job ends (done: %s), nothing is thrown, and jobs go on with each effect once',
  async (which, isDone) => {
    const door = doors[which]!()
    let [effects, others, isShut] = [0, 0, false]
    const jobs: Job[] = [
      {
        name: 'last',
        work: async () => {
          if (++effects === 1) await door.shut()
          isShut = true
          if (!isDone) throw new Error('its work failed')
        },
      },
      { name: 'other', work: async () => void others++ },
    ]
    runner = await startJobs(pool, jobs, log)
    await put('last')
    await expect.poll(() => isShut).toBe(true)
    lines = []
    await expect.poll(() => logged('the job queue waits for the database') || unhandled.length > 0).toBe(true)
    expect(effects).toBe(1)
    await door.open()
    await put('other')
    expect(unhandled).toEqual([])
    await expect.poll(() => others).toBe(1)
    if (isDone) {
      await expect.poll(left).toBe(0)
      expect(effects).toBe(1)
    } else {
      // The job is tried again all the time, so its tries and their effects are compared as of one moment.
      const state = async () => ({ ...(await failed()), effects })
      await expect.poll(state).toSatisfy(({ tries, error, effects: had }) => tries === had && error === 'its work failed')
    }
    expect(unhandled).toEqual([])
  },
)

const counting = (): { jobs: Job[]; count: () => number } => {
  let times = 0
  return { jobs: [{ name: 'other', work: async () => void times++ }], count: () => times }
}
/** A job as a runner that has locked it leaves it. */
const locked = (by: string, minutes: number): Promise<unknown> =>
  runSql(
    own.ownerUrl,
    `select graphile_worker.add_job('other', run_at => now() - interval '1 hour');
     update graphile_worker._private_jobs set locked_by = '${by}', locked_at = now() - interval '${minutes} minutes', attempts = 1`,
  )
const runnerIds = async (): Promise<string[]> => {
  const ask = `select application_name as name from pg_stat_activity where datname = '${name()}' and application_name like 'portico jobs %'`
  return (await runSql(own.ownerUrl, ask)).rows.map((row: { name: string }) => row.name.slice(LISTENER.length))
}
const runnerId = async (): Promise<string> => {
  await expect.poll(runnerIds).toEqual([expect.stringMatching(/^pool-/)])
  return (await runnerIds())[0]!
}

test('a job that was added while its runner lost its listener begins within two seconds', async () => {
  const { jobs, count } = counting()
  runner = await startJobs(pool, jobs, log)
  await runnerId()
  const cut = `${cutAll}'${name()}' and application_name like '${LISTENER}%'`
  // One after the other: each time it could have been the regular look, every five seconds, that found the job.
  for (let times = 1; times <= 3; times++) {
    await runSql(own.ownerUrl, `${cut}; select pg_sleep(0.05); select graphile_worker.add_job('other')`)
    await expect.poll(count, { timeout: 2000 * slowness, interval: 20 }).toBe(times)
  }
})

test('a runner that ends is started again, and the console hears of it', async () => {
  const { jobs, count } = counting()
  runner = await startJobs(pool, jobs, log)
  const first = await runnerId()
  // What graphile-worker hears when a newer version has changed its tables.
  await runSql(own.ownerUrl, `select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 999}')`)
  await expect.poll(() => logged('the job queue ended and is started again')).toBe(true)
  process.exitCode = undefined
  await expect.poll(runnerIds).toEqual([expect.not.stringMatching(first)])
  await put('other')
  await expect.poll(count).toBe(1)
  expect((await runSql(own.ownerUrl, `select name from job_runs where cron is null and every_ms is null`)).rows).toEqual([
    { name: 'lane prompt' },
  ])
})

test('a job that the database locked for a runner, whose answer was lost, runs once the database is back, and counts no try', async () => {
  const { jobs, count } = counting()
  runner = await startJobs(pool, jobs, log)
  const door = doors['every connection is ended, and new ones are refused']!()
  await locked(await runnerId(), 0)
  await door.shut()
  await expect.poll(() => logged('the job queue waits for the database')).toBe(true)
  await door.open()
  await expect.poll(count).toBe(1)
  expect(logged('jobs that nobody worked on are free again')).toBe(true)
  await expect.poll(left).toBe(0)
  expect(unhandled).toEqual([])
})

test('jobs of a runner that is gone are free again, and those of a living one are not', async () => {
  const ids = `select locked_by from graphile_worker._private_jobs`
  runner = await startJobs(pool, [{ name: 'unrelated', work: async () => {} }], log)
  const living = await runnerId()
  await locked(living, 5)
  await freeDead(pool, 0)
  expect((await runSql(own.ownerUrl, ids)).rows).toEqual([{ locked_by: living }])
  await locked('pool-of-a-dead-process', 5)
  await freeDead(pool, 0)
  expect((await runSql(own.ownerUrl, ids)).rows).toEqual([{ locked_by: null }, { locked_by: null }])
})
