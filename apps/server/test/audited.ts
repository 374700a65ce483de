import { and, asc, eq } from 'drizzle-orm'
import { type AuditRow, auditLog, readable } from '../src/audit/audit.table.ts'
import type { TestApp } from './harness.ts'

/** The audit rows about one thing, oldest first; `id` is empty if there is only one such thing. */
export function audited({ database }: TestApp, entity: string, id: number | string = ''): Promise<AuditRow[]> {
  return database.db
    .select(readable)
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, String(id))))
    .orderBy(asc(auditLog.id))
}
