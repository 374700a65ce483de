import { desc, eq, isNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage, rowsOf } from '../db/page.ts'
import { type NamedNode, nodes } from '../nodes/nodes.table.ts'
import { type ReportAlarmRow, reportAlarms, type ReportUndoRow, reportUndos } from './report-watch.table.ts'

const node = { name: nodes.name, translations: nodes.translations }

export type ListedAlarm = { alarm: ReportAlarmRow; node: NamedNode; label: string | null }

/** Open alarms, newest first. */
export async function listAlarms(db: Db, paging: Paging): Promise<Page<ListedAlarm>> {
  const found = db
    .select({ alarm: reportAlarms, node, label: accounts.label })
    .from(reportAlarms)
    .innerJoin(nodes, eq(nodes.id, reportAlarms.nodeId))
    .leftJoin(accounts, eq(accounts.id, reportAlarms.accountId))
    .where(isNull(reportAlarms.settledAt))
    .$dynamic()
  const total = rowsOf(reportAlarms, isNull(reportAlarms.settledAt))
  return readPage(db, found, [desc(reportAlarms.beganAt), desc(reportAlarms.id)], paging, total)
}

export type ListedUndo = { undo: ReportUndoRow; node: NamedNode }

/** Undos, newest first; `id`: only that one. */
export async function listUndos(db: Db, paging: Paging, id: number | null = null): Promise<Page<ListedUndo>> {
  const only = id === null ? undefined : eq(reportUndos.id, id)
  const found = db
    .select({ undo: reportUndos, node })
    .from(reportUndos)
    .innerJoin(nodes, eq(nodes.id, reportUndos.nodeId))
    .where(only)
    .$dynamic()
  return readPage(db, found, [desc(reportUndos.id)], paging, rowsOf(reportUndos, only))
}
