import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, time, whole } from '../db/columns.ts'

export type BackupState = 'running' | 'done' | 'failed'

/** Backups, and how the drill went that restored each into a database of its own. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    /** Of the file in `DATA_DIR/backups`; null: it is not made yet. */
    fileName: text('file_name'),
    state: text('state').$type<BackupState>().notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    rows: whole('rows').notNull().default(0),
    /** Size of the file in bytes. */
    bytes: whole('bytes').notNull().default(0),
    fault: text('fault'),
    /** Names of files whose bytes were not there. */
    missing: text('missing').array().notNull().default([]),
    drilledAt: time('drilled_at'),
    /** How long the restore took, in milliseconds. */
    drillMs: integer('drill_ms'),
    /** null: all was as in the backup, or there was no drill. */
    drillFault: text('drill_fault'),
    /** When the file was removed from the folder. */
    removedAt: time('removed_at'),
    /** When it was copied to the bucket; null: it is not there. */
    storedAt: time('stored_at'),
    storeFault: text('store_fault'),
  },
  (t) => [
    index('backups_started').on(t.startedAt),
    check('backups_state', sql`state in ('running', 'done', 'failed') and (state = 'running') = (ended_at is null)`),
  ],
)
export type BackupRow = typeof backups.$inferSelect

/** How a restore was noticed: by the command, by a database older than the mark, or by `--restored`. */
export type RestoreSign = 'command' | 'mark' | 'told'

/** Times at which an older state of the database came back. */
export const restores = pgTable('restores', {
  id: id(),
  restoredAt: time('restored_at').notNull(),
  /** The state's time; null: nobody knows. */
  madeAt: time('made_at'),
  sign: text('sign').$type<RestoreSign>().notNull(),
  /** Numbers given from then on are above it, and invoices have it in theirs. */
  epoch: integer('epoch').notNull(),
})
export type RestoreRow = typeof restores.$inferSelect

/** One row: the database's age, as `DATA_DIR/database.mark` has it too. */
export const databaseMark = pgTable('database_mark', { at: time('at').notNull() })
