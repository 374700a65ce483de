import { mkdir, readdir, rm, stat, truncate, writeFile, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportInput } from '@portico/contract/imports-admin'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import type { Db, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/close-to-others.ts'
import { imports, type ImportRow } from './imports.table.ts'
import type { Outcome } from './move/run-import.ts'
import { importFolder, nameOf } from './open-old.ts'
import { runningImports } from './running-imports.ts'

const KEPT = 30
/** For so long what changed since a move can be exported. */
const BACK_MS = 24 * 3_600_000
/** A run that says nothing for so long has no process any more. */
const SILENT_MS = 60_000

/** Begins in the background. Throws `import.running` while another one runs. */
export async function startImport(app: App, by: Actor, input: ImportInput): Promise<ImportRow> {
  const now = app.now()
  const row = await app.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.imports'))`)
    const [running] = await tx.select().from(imports).where(eq(imports.state, 'running'))
    if (running && now.getTime() - running.seenAt.getTime() < SILENT_MS) throw new AppError('import.running')
    if (running) await endKilled(tx, now)
    const { action, source, options, choices } = input
    const values = { action, source, options, choices, fromName: nameOf(input), state: 'running' as const, step: 'opening' as const }
    const made = writtenRow(
      await tx
        .insert(imports)
        .values({ ...values, byAccountId: by.accountId, seenAt: now, startedAt: now })
        .returning(),
    )
    const after = { name: made.fromName }
    await record(tx, by, { action: `import.${action}`, entity: 'import', id: made.id, after }, now)
    return made
  })
  runningImports(app).begin(row.id, input, by)
  return row
}

/** Ends runs whose process says nothing any more: it was killed. */
export async function endKilled(db: Db | Tx, now: Date): Promise<void> {
  const silent = and(eq(imports.state, 'running'), lt(imports.seenAt, new Date(now.getTime() - SILENT_MS)))
  await db.update(imports).set({ state: 'failed', fault: 'killed', endedAt: now, step: null }).where(silent)
}

type Done = { input: Pick<ImportInput, 'action' | 'file' | 'database' | 'options' | 'choices'>; outcome: Outcome; startedAt: Date }

/** Keeps a run that the command did, so that the console knows of it. */
export async function keepDone(db: Db, { input, outcome, startedAt }: Done, now: Date): Promise<void> {
  const { action, options, choices } = input
  const times = { seenAt: now, startedAt, endedAt: now }
  await db.insert(imports).values({ action, options, choices, fromName: nameOf(input), state: 'done', progress: 100, ...outcome, ...times })
}

/** Asks it to stop, which it does within a second or two. Throws `import.over` once it has ended. */
export async function cancelImport({ database }: App, by: Actor, id: number, reason: string, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const [before] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    const row = foundRow(before ? [before] : [])
    if (row.state !== 'running') throw new AppError('import.over')
    await tx.update(imports).set({ cancelledAt: now }).where(eq(imports.id, id))
    await record(tx, by, { action: 'import.cancel', entity: 'import', id, before: { name: row.fromName }, after: null, reason }, now)
  })
}

export async function listImports(db: Db): Promise<ImportRow[]> {
  return db.select().from(imports).orderBy(desc(imports.id)).limit(KEPT)
}

export async function readImport(db: Db, id: number): Promise<ImportRow> {
  return foundRow(await db.select().from(imports).where(eq(imports.id, id)))
}

/** Until when going back is offered; null: nothing was moved, or it is too late. */
export async function backUntil(db: Db, now: Date): Promise<Date | null> {
  const moved = await lastMove(db)
  const until = moved?.endedAt && new Date(moved.endedAt.getTime() + BACK_MS)
  return until && until > now ? until : null
}

export async function lastMove(db: Db): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(imports)
    .where(sql`action = 'move' and state = 'done'`)
    .orderBy(desc(imports.id))
    .limit(1)
  return row
}

type StoredFile = { name: string; bytes: number; changedAt: Date }

export async function listFiles({ config }: Pick<App, 'config'>): Promise<StoredFile[]> {
  const folder = importFolder(config)
  const names = await readdir(folder).catch((): string[] => [])
  const found = await Promise.all(names.map((name) => stored(folder, name)))
  return found.filter((file) => file !== null).toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
}

async function stored(folder: string, name: string): Promise<StoredFile | null> {
  const info = await stat(join(folder, name)).catch(() => null)
  return info?.isFile() ? { name, bytes: info.size, changedAt: info.mtime } : null
}

/** Adds a piece at its offset. A file shorter than that throws `input.invalid`, so that no hole is left; one longer is cut. */
export async function addPiece({ config }: Pick<App, 'config'>, name: string, offset: number, bytes: Buffer): Promise<StoredFile> {
  const folder = importFolder(config)
  const path = join(folder, name)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if (offset === 0) await writeFile(path, bytes, { mode: PRIVATE_FILE })
  else {
    const size = (await stored(folder, name))?.bytes ?? 0
    if (offset < 0 || size < offset) throw new AppError('input.invalid', { fields: { offset: 'input.invalid' } })
    if (size > offset) await truncate(path, offset)
    const file = await open(path, 'r+')
    try {
      await file.write(bytes, 0, bytes.length, offset)
    } finally {
      await file.close()
    }
  }
  return foundRow([await stored(folder, name)].filter((file) => file !== null))
}

/** Throws `not_found`. */
export async function deleteFile({ database, config }: App, by: Actor, name: string, now: Date): Promise<void> {
  const folder = importFolder(config)
  if (!(await stored(folder, name))) throw new AppError('not_found')
  await rm(join(folder, name))
  await database.transaction((tx) => record(tx, by, { action: 'import.delete_file', entity: 'import', before: { name }, after: null }, now))
}
