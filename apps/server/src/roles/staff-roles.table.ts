import type { Permission, ReadyRole } from '@portico/contract/permissions'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, time } from '../db/columns.ts'

/** Roles of staff. A role with a key is one of the contract's `readyRoles`, and takes its permissions from there. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    id: id(),
    key: text('key').$type<ReadyRole>(),
    /** Empty with a key: the page has its name in each language. */
    name: text('name').notNull(),
    permissions: text('permissions').array().$type<Permission[]>().notNull().default([]),
    /** Permissions a built-in role had before an update, until an owner decides; null: nothing to decide. */
    earlier: text('earlier').array().$type<Permission[]>(),
    createdAt: time('created_at').notNull().defaultNow(),
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
