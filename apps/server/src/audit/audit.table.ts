import type { ActorKind } from '@portico/contract/actors'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { index, jsonb, type PgColumn, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time, whole } from '../db/columns.ts'

/**
 * Audit log: who changed what, with the values before and after. Append-only by triggers, partitioned by month (`db/partitions/`). Secrets
 * are masked; addresses are stored apart, so read the columns of `readable`.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: whole('id').generatedAlwaysAsIdentity(),
    at: time('at').notNull(),
    actorKind: text('actor_kind').$type<ActorKind>().notNull().default('staff'),
    /** The account that acted; null: no person. */
    actorId: whole('actor_id'),
    actorName: text('actor_name'),
    ip: text('ip'),
    device: text('device'),
    /** What was done: noun and verb, such as `order.refund`. */
    action: text('action').notNull(),
    /** What was changed: its kind, and its number or name, which is empty if there is only one, such as the site. */
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    /** The fields that changed; null: it did not exist before, or does not exist after. */
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
  },
  // The log is read newest first, with any filter.
  (t) => [
    primaryKey({ columns: [t.id, t.at] }),
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_entity').on(t.entity, t.entityId, t.at, t.id),
    index('audit_log_actor').on(t.actorId, t.at, t.id),
    index('audit_log_kind').on(t.actorKind, t.at, t.id),
    index('audit_log_action').on(t.action, t.at, t.id),
    index('audit_log_reason')
      .on(t.at, t.id)
      .where(sql`reason is not null`),
  ],
)
const withText = (column: PgColumn): SQL<string | null> => sql`with_personal(${column})`
const json = (column: PgColumn): SQL => sql`with_personal(${column}::text)::jsonb`
/** Columns of the audit log with addresses filled in. */
export const readable = {
  ...getTableColumns(auditLog),
  ip: withText(auditLog.ip),
  device: withText(auditLog.device),
  before: json(auditLog.before),
  after: json(auditLog.after),
  reason: withText(auditLog.reason),
}
export type AuditRow = typeof auditLog.$inferSelect
