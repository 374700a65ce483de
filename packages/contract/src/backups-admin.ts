import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery, Time } from './paging.ts'

export const Backup = z.object({
  id: z.int(),
  state: z.enum(['running', 'done', 'failed']),
  started_at: Time,
  /** null: it is being made. */
  ended_at: z.nullable(Time),
  /** Rows written so far. */
  rows: z.int(),
  /** Size of the file. */
  bytes: z.int(),
  fault: z.nullable(z.string()),
  /** Uploaded files whose bytes were not there. */
  missing: z.array(z.string()),
  /** When it was restored into a database of its own; null: not yet. */
  drilled_at: z.nullable(Time),
  /** How long that took, in milliseconds. */
  drill_ms: z.nullable(z.int()),
  /** What differed from the backup; null: nothing. */
  drill_fault: z.nullable(z.string()),
  /** When it was copied to the bucket; null: it is not there. */
  stored_at: z.nullable(Time),
  /** Why it could not be copied to the bucket. */
  store_fault: z.nullable(z.string()),
  /** The file's name; null: it was removed everywhere to make room. */
  file_name: z.nullable(z.string()),
})
export type Backup = z.infer<typeof Backup>

/** An older state of the database that came back. */
export const Restore = z.object({
  restored_at: Time,
  /** The state's time; null: nobody knows. */
  made_at: z.nullable(Time),
})
export type Restore = z.infer<typeof Restore>

export const BackupList = z.object({
  items: z.array(Backup),
  total: z.int(),
  /** What encrypts the next backup; null: neither a passphrase nor a public key is set, so none can be made. */
  lock: z.nullable(z.enum(['passphrase', 'key'])),
  /** The last backup whose drill found everything; null: none yet. */
  last_good: z.nullable(z.object({ started_at: Time, drill_ms: z.int() })),
  restores: z.array(Restore),
})
export type BackupList = z.infer<typeof BackupList>

export const adminListBackups = endpoint({
  method: 'GET',
  path: '/admin/backups',
  access: ['settings.security'],
  summary: 'Backups, latest first, and what was restored',
  query: z.object({ page: pageQuery.page, page_size: pageQuery.page_size }),
  response: BackupList,
})
/** Begins a backup in the background; one runs at a time. */
export const adminStartBackup = endpoint({
  method: 'POST',
  path: '/admin/backups',
  access: ['settings.security'],
  fresh: true,
  summary: 'Make a backup and restore it into a database of its own',
  response: Backup,
})
/** The encrypted file. */
export const adminDownloadBackup = endpoint({
  method: 'GET',
  path: '/admin/backups/:id/file',
  access: ['settings.security'],
  fresh: true,
  download: true,
  summary: 'Download a backup',
})
