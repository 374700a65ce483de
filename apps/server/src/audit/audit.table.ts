import type { ActorKind } from '@portico/contract/actors'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Who changed what, from what to what. Append-only: triggers refuse changes. Secrets are masked before they come here. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    actorKind: text('actor_kind').$type<ActorKind>().notNull().default('staff'),
    /** The account that acted; null: no person did. */
    actorId: bigint('actor_id', { mode: 'number' }),
    actorName: text('actor_name'),
    ip: text('ip'),
    device: text('device'),
    /** What was done, such as `order.refund`. */
    action: text('action').notNull(),
    /** What it was done to: its kind, and its number or name; the name is empty where there is one only, such as the site. */
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    /** The fields that changed, before and after; null: there was nothing before, or is nothing after. */
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
  },
  // The log is read newest first, whatever it is filtered by.
  (t) => [
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
export type AuditRow = typeof auditLog.$inferSelect
