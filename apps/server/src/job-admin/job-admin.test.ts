import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, startApp } from '../../test/harness.ts'
import type { Job } from '../jobs/job.ts'
import { enqueue, runJobsOnce, startJobs } from '../jobs/queue.ts'
import { notedWork } from '../jobs/run-notes.ts'

const log = pino({ level: 'silent' })
const t = await forFile(startApp())
const keeper = await t.staff(['log.read', 'jobs.write'])
beforeEach(() => t.database.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`))

/** The queue records how a job ended a moment after the run. */
async function run(...jobs: Job[]): Promise<void> {
  await runJobsOnce(t.database.pool, jobs, log)
  await expect.poll(async () => (await list({ state: 'running' })).total).toBe(0)
}
const add = (name: string, options: Parameters<typeof enqueue>[3] = {}) =>
  t.database.transaction((tx) => enqueue(tx, name, { secret: 'in the payload' }, options))
const list = async (query: Record<string, unknown> = {}) => (await keeper.call('GET', '/admin/log/jobs', query)).body
const periodic = async (name: string) =>
  (await keeper.call('GET', '/admin/log/jobs/periodic')).body.items.find((item: { name: string }) => item.name === name)

const failing = (error: Error): Job => ({ name: 'mend', work: () => Promise.reject(error) })
const working: Job = { name: 'mend', work: async () => {} }

async function failed(options: Parameters<typeof enqueue>[3] = {}): Promise<number> {
  await add('mend', options)
  await run(failing(new Error('the gateway answered 502')))
  return (await list()).items[0].id
}

test('a lane that ended by itself is listed first for a day, with the reason, and is no failed job', async () => {
  const note = (hours: number) =>
    sql`insert into job_runs (name, started_at, failed_at, error)
      select 'lane delivery', at, at, 'connection lost' from (select now() - make_interval(hours => ${hours}) as at) ended
      on conflict (name) do update set started_at = excluded.started_at, failed_at = excluded.failed_at`
  const before = (await keeper.call('GET', '/admin/log/jobs/failures')).body
  await t.database.db.execute(note(1))
  const [first] = (await keeper.call('GET', '/admin/log/jobs/periodic')).body.items
  expect(first).toMatchObject({ name: 'lane delivery', cron: null, every_ms: null, error: 'connection lost' })
  expect((await keeper.call('GET', '/admin/log/jobs/failures')).body).toEqual(before)
  await t.database.db.execute(note(25))
  expect(await periodic('lane delivery')).toBeUndefined()
})

test('a failed job shows its error, can be retried at once, and disappears when it succeeds', async () => {
  const id = await failed({ key: 'mend:7' })
  expect((await list()).items).toMatchObject([
    { id, name: 'mend', key: 'mend:7', state: 'retrying', tries: 1, max_tries: 25, error: 'the gateway answered 502' },
  ])
  expect((await keeper.call('GET', '/admin/log/jobs/failures')).body).toMatchObject({ queued: 1 })
  await run(working)
  expect((await list()).total, 'it is not due yet').toBe(1)
  expect((await keeper.call('POST', `/admin/log/jobs/${id}/retry`)).status).toBe(200)
  await run(working)
  expect((await list()).total).toBe(0)
  expect(await audited(t, 'job', id)).toMatchObject([{ action: 'job.retry', actorId: keeper.id, ip: '127.0.0.1' }])
  expect((await keeper.call('GET', '/admin/log/jobs/failures')).body).toMatchObject({ queued: 0 })
})

test('a job out of attempts gets one more', async () => {
  const id = await failed({ tries: 1 })
  expect((await list({ state: 'failed' })).items).toMatchObject([{ id, tries: 1, max_tries: 1 }])
  await keeper.call('POST', `/admin/log/jobs/${id}/retry`)
  expect((await list({ state: 'failed' })).total).toBe(0)
  await run(failing(new Error('still 502')))
  expect((await list({ state: 'failed' })).items).toMatchObject([{ id, error: 'still 502' }])
  await keeper.call('POST', `/admin/log/jobs/${id}/retry`)
  await run(working)
  expect((await list()).total).toBe(0)
})

test('a discarded job never runs, and the audit log keeps what it was', async () => {
  const id = await failed({ key: 'mend:8' })
  const answers = await atOnce(() => keeper.call('DELETE', `/admin/log/jobs/${id}`))
  expectOne(answers, 404)
  expect((await list()).total).toBe(0)
  expect(await audited(t, 'job', id)).toMatchObject([
    { action: 'job.drop', before: { name: 'mend', subject: 'mend:8', tries: 1, error: 'the gateway answered 502' }, after: null },
  ])
})

test('a running job cannot be changed', async () => {
  let end = (): void => {}
  const running = new Promise<void>((done) => (end = done))
  await add('mend')
  const runner = run({ name: 'mend', work: () => running })
  await expect.poll(async () => (await list({ state: 'running' })).total).toBe(1)
  const { id } = (await list()).items[0]
  expect((await keeper.call('DELETE', `/admin/log/jobs/${id}`)).body.code).toBe('job.running')
  expect((await keeper.call('POST', `/admin/log/jobs/${id}/retry`)).status).toBe(409)
  end()
  await runner
  expect((await list()).total).toBe(0)
  expect(await audited(t, 'job', id)).toEqual([])
})

test('jobs are filtered by state and name, failed ones come first, and the list has pages', async () => {
  await failed({ tries: 1 })
  await failed()
  await add('later', { runAt: new Date(Date.now() + 3_600_000) })
  await add('soon', { runAt: new Date(Date.now() + 60_000) })
  const all = await list()
  expect(all.items.map((item: { state: string }) => item.state)).toEqual(['failed', 'retrying', 'waiting', 'waiting'])
  expect(all.names).toEqual(['later', 'mend', 'soon'])
  expect((await list({ name: 'later' })).items).toMatchObject([{ name: 'later', state: 'waiting', tries: 0, error: null }])
  expect((await list({ state: 'waiting', name: 'mend' })).total).toBe(0)
  const second = await list({ page: 2, page_size: 3 })
  expect([second.total, second.items.map((item: { name: string }) => item.name)]).toEqual([4, ['later']])
})

test('an error that contains query values does not show them, and the queue shows no payloads', async () => {
  await add('mend')
  await run({
    name: 'mend',
    work: async () => void (await t.database.db.execute(sql`select ${'hunter2'}::text, no_such_column`)),
  })
  await t.database.db.execute(sql`update graphile_worker._private_jobs set last_error = last_error || E'\nparams: hunter2'`)
  const all = await list()
  expect(all.items[0].error).toContain('column "no_such_column" does not exist')
  expect(JSON.stringify(all)).not.toContain('hunter2')
  expect(JSON.stringify(all)).not.toContain('in the payload')
})

test('scheduled jobs show their last run and their last failure', async () => {
  let work: () => Promise<void> = async () => {}
  const runner = await startJobs(
    t.database.pool,
    [
      { name: 'tick', everyMs: 20, work: () => work() },
      { name: 'nightly', cron: '7 4 * * *', work: async () => {} },
    ],
    log,
  )
  try {
    expect(await periodic('nightly')).toMatchObject({ cron: '7 4 * * *', every_ms: null, started_at: null, ok: null })
    await expect.poll(async () => (await periodic('tick')).ok).toBe(true)
    expect(await periodic('tick')).toMatchObject({ cron: null, every_ms: 20, failed_at: null, error: null })
    work = () => Promise.reject(new Error('no route to host'))
  } finally {
    await runner.stop()
  }
  const next = await startJobs(t.database.pool, [{ name: 'tick', everyMs: 20, work: () => work() }], log)
  try {
    await expect.poll(async () => (await periodic('tick')).ok).toBe(false)
    expect(await periodic('tick')).toMatchObject({ error: 'no route to host' })
    expect(await periodic('nightly'), 'a job that is no more').toBeUndefined()
    expect((await keeper.call('GET', '/admin/log/jobs/failures')).body.periodic).toBe(1)
  } finally {
    await next.stop()
  }
})

test('for a job that runs every few moments one run a minute is recorded, and every failure', async () => {
  let at = new Date('2030-01-01T00:00:10Z')
  let notes = 0
  const pool = {
    query: (text: string, values: unknown[]) => {
      notes++
      return t.database.pool.query(text, values)
    },
  }
  let broken = false
  const job: Job = { name: 'often', everyMs: 1, work: async () => (broken ? Promise.reject(new Error('once')) : undefined) }
  // Only the pool's query is used.
  const work = notedWork(pool as never, job, log, () => at)
  for (let i = 0; i < 50; i++) await work(null)
  at = new Date('2030-01-01T00:00:50Z')
  broken = true
  await expect(work(null)).rejects.toThrow('once')
  broken = false
  await work(null)
  expect(notes).toBe(1)
  expect(await periodic('often')).toMatchObject({ ok: true, failed_at: null })
  at = new Date('2030-01-01T00:01:00Z')
  await work(null)
  expect(notes).toBe(2)
  expect(await periodic('often')).toMatchObject({
    ok: true,
    started_at: '2030-01-01T00:01:00.000Z',
    failed_at: '2030-01-01T00:00:50.000Z',
    error: 'once',
  })
})
