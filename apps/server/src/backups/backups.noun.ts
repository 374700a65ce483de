import * as z from 'zod/mini'
import type { Noun } from '../noun.ts'
import { backupRoutes } from './backups.routes.ts'
import { markDatabase } from './database-mark.ts'
import { BACKUP_JOB, backUpNightly, runBackup } from './run-backup.ts'

const Payload = z.object({ backup_id: z.int() })

export const backupsNoun: Noun = {
  routes: [backupRoutes],
  jobs: (app) => [
    { name: BACKUP_JOB, lane: 'bulk', work: (payload) => runBackup(app, Payload.parse(payload).backup_id) },
    { name: 'nightly_backup', everyMs: 300_000, work: () => backUpNightly(app) },
    { name: 'mark_database', everyMs: 60_000, work: () => markDatabase(app) },
  ],
}
