import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { findJob, type QueuedJob } from './list-jobs.ts'

/** Runs a job at once, also one without tries left. Throws `not_found` if it is done or dropped, and `job.running`. */
export async function retryJob(database: Database, by: Actor, id: number, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const job = await existing(tx, id)
    const tries = Math.min(job.tries, job.maxTries - 1)
    await changed(tx, id, sql`graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => ${tries})`)
    const after = { ...about(job), tries, due: now }
    await record(tx, by, { action: 'job.retry', entity: 'job', id, before: about(job), after }, now)
  })
}

/** Removes a job permanently: its work is never done. Throws as `retryJob` does. */
export async function dropJob(database: Database, by: Actor, id: number, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const job = await existing(tx, id)
    await changed(tx, id, sql`graphile_worker.complete_jobs(array[${id}]::bigint[])`)
    await record(tx, by, { action: 'job.drop', entity: 'job', id, before: about(job) }, now)
  })
}

/** The queue changes no running job, and returns the jobs it changed. */
async function changed(tx: Tx, id: number, work: SQL): Promise<void> {
  const { rows } = await tx.execute(sql`select id from ${work}`)
  if (rows.length > 0) return
  await existing(tx, id)
  throw new AppError('job.running')
}

async function existing(tx: Tx, id: number): Promise<QueuedJob> {
  const job = await findJob(tx, id)
  if (!job) throw new AppError('not_found')
  return job
}

// A field named `key` would be masked as a secret.
const about = ({ name, key, tries, at, error }: QueuedJob): object => ({ name, subject: key, tries, due: at, error })
