import { and, asc, eq } from 'drizzle-orm'
import { auditLog, type AuditRow } from '../src/audit/audit.table.ts'
import type { TestApp } from './harness.ts'

/** What the audit log says of one thing, oldest first. Bulk acts have no id. */
export function auditRows({ database }: TestApp, entity: string, id: string | number = ''): Promise<AuditRow[]> {
  const about = and(eq(auditLog.entity, entity), eq(auditLog.entityId, String(id)))
  return database.db.select().from(auditLog).where(about).orderBy(asc(auditLog.id))
}
