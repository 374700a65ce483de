import type { Permission, ReadyRole } from '@portico/contract/permissions'
import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** Roles of staff. A role with a key is one of the contract's `readyRoles`, and takes its permissions from there. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').$type<ReadyRole>(),
    /** Empty with a key: the page has its name in each language. */
    name: text('name').notNull(),
    permissions: text('permissions').array().$type<Permission[]>().notNull().default([]),
    /** Permissions a built-in role had before an update, until an owner decides; null: nothing to decide. */
    earlier: text('earlier').array().$type<Permission[]>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('staff_roles_key').on(t.key),
    uniqueIndex('staff_roles_name')
      .on(sql`lower(${t.name})`)
      .where(sql`key is null`),
    check('staff_roles_named', sql`(key is null) = (name <> '')`),
  ],
)
export type StaffRoleRow = typeof staffRoles.$inferSelect
