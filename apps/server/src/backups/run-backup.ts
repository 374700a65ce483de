import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Actor, jobActor } from '../actor.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import { dayKey, minuteOfDay } from '../calendar.ts'
import type { Tx } from '../db/client.ts'
import { inTurn } from '../db/in-turn.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { messageOf } from '../log.ts'
import { type BackupRow, backups } from './backups.table.ts'
import { drillBackup } from './drill-backup.ts'
import { rowsOf } from './file/content.ts'
import type { Lock } from './file/lock.ts'
import { handOut, removeOld, storeBackup } from './keep-backups.ts'
import { fileNameAt, folderOf, lockIn, writeBackup } from './write-backup.ts'

export const BACKUP_JOB = 'make_backup'
const RUNNING = 'backup'

/** Begins a backup in the background. Throws `backup.no_lock`, `backup.running`. */
export async function startBackup(app: App, by: Actor): Promise<BackupRow> {
  if (lockIn(app.settings()) === null) throw new AppError('backup.no_lock')
  const now = app.now()
  return app.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.backups'))`)
    if (await isRunning(tx)) throw new AppError('backup.running')
    // Their processes were killed.
    const fault = 'the process ended'
    const killed = await tx.update(backups).set({ state: 'failed', endedAt: now, fault }).where(eq(backups.state, 'running')).returning()
    for (const { startedAt } of killed) {
      for (const end of ['', '.part']) await rm(`${join(folderOf(app), fileNameAt(startedAt))}${end}`, { force: true })
    }
    const undrilled = and(eq(backups.state, 'done'), isNull(backups.drilledAt))
    await tx.update(backups).set({ drilledAt: now, drillMs: 0, drillFault: fault }).where(undrilled)
    const row = writtenRow(await tx.insert(backups).values({ state: 'running', startedAt: now }).returning())
    await enqueue(tx, BACKUP_JOB, { backup_id: row.id }, { tries: 1 })
    await record(tx, by, { action: 'backup.create', entity: 'backup', id: row.id, after: { startedAt: now } }, now)
    return row
  })
}

/** Whether a process makes a backup, which holds a lock of that name, or is about to. */
async function isRunning(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ runs: boolean }>(sql`
    select not pg_try_advisory_xact_lock(hashtext(${`portico.${RUNNING}`})) or exists (
      select from graphile_worker.jobs where task_identifier = ${BACKUP_JOB} and attempts < max_attempts and locked_at is null
    ) as runs`)
  return rows[0]?.runs ?? true
}

/** Each night, at the hour of the settings. Run it more often than hourly. */
export async function backUpNightly(app: App): Promise<void> {
  const settings = app.settings()
  const zone = settings['site.timezone']
  const now = app.now()
  const hourOf = (at: Date): number => Math.floor(minuteOfDay(at, zone) / 60)
  if (!settings['backups.daily'] || lockIn(settings) === null || hourOf(now) !== settings['backups.hour']) return
  const [last] = await app.database.db.select().from(backups).orderBy(desc(backups.id)).limit(1)
  if (last && dayKey(last.startedAt, zone) === dayKey(now, zone) && hourOf(last.startedAt) === settings['backups.hour']) return
  await startBackup(app, jobActor('nightly_backup'))
}

/** Makes the backup of this row, restores it into a database of its own, compares, and removes files that are too many. */
export async function runBackup(app: App, id: number): Promise<void> {
  await inTurn(app.ownerUrl, RUNNING, () => makeAndDrill(app, id))
}

async function makeAndDrill(app: App, id: number): Promise<void> {
  const { db } = app.database
  const [row] = await db.select().from(backups).where(eq(backups.id, id))
  const lock = lockIn(app.settings())
  if (row?.state !== 'running' || lock === null) return
  const fileName = fileNameAt(row.startedAt)
  const path = join(folderOf(app), fileName)
  const set = (values: Partial<BackupRow>) => db.update(backups).set(values).where(eq(backups.id, id))
  try {
    const { closing, secret } = await withDrillKey(lock)
    const { end } = await writeBackup(app, { path, lock: closing, note: (rows) => void set({ rows }).catch(() => {}) })
    const { size: bytes } = await stat(path)
    await set({ state: 'done', endedAt: app.now(), rows: rowsOf(end), bytes, fileName, missing: end.files.missing })
    const stored = await storeBackup(app, path, fileName)
    await set(stored)
    await handOut(app, { path, name: fileName, bytes, where: [path, ...(stored.storedAt ? [`backups/${fileName}`] : [])] })
    await set({ drilledAt: app.now(), ...(await drillBackup(app, path, secret)) })
    await removeOld(app).catch((error: unknown) => app.log.error({ err: error }, 'old backups could not be removed'))
  } catch (error) {
    app.log.error({ err: error }, 'a backup failed')
    await set({ state: 'failed', endedAt: app.now(), fault: messageOf(error).slice(0, 500) })
  }
}

/** For a public key, a second one that nobody keeps: the drill opens the file with its secret key. */
async function withDrillKey(lock: Lock): Promise<{ closing: Lock; secret: string }> {
  if ('passphrase' in lock) return { closing: lock, secret: lock.passphrase }
  const secret = await generateIdentity()
  return { closing: { recipients: [...lock.recipients, await identityToRecipient(secret)] }, secret }
}
