import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts, FIRST_ROW } from '../accounts/accounts.table.ts'
import { areTimes, bytea, id, ref, time, whole } from '../db/columns.ts'

/** Programs built for 32 bits read no number above it. */
export const LAST_ROW = 2 ** 31 - 1

/**
 * Devices that hold a place of a member's plan: known by the id that their app sends with the link, or by a link and a credential of their
 * own. `devices` are addresses at which nodes saw members.
 */
export const linkedDevices = pgTable(
  'linked_devices',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** From 1; 0 is the account itself. Old links and own secrets name a device by it. */
    number: smallint('number').notNull(),
    /** As the member calls it; '': by what the app says. */
    name: text('name').notNull().default(''),
    /** Keyed hash of the account and the id that the app sends; null: none was sent. */
    hwidHash: bytea('hwid_hash'),
    /** What the app says of the device; '': nothing. */
    os: text('os').notNull().default(''),
    osVersion: text('os_version').notNull().default(''),
    model: text('model').notNull().default(''),
    client: text('client').notNull().default(''),
    /** The secret in a link of its own; null: it uses the account's. */
    token: text('token'),
    /** The credential on the nodes; null: the account's. */
    uuid: uuid('uuid'),
    /** Its number on the nodes, which no account and no other device has; null: it has no row there. */
    rowId: whole('row_id'),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
    /** Its row stays for a while, because nodes still report its traffic. */
    removedAt: time('removed_at'),
  },
  (t) => [
    uniqueIndex('linked_devices_number').on(t.accountId, t.number),
    uniqueIndex('linked_devices_hwid').on(t.accountId, t.hwidHash),
    uniqueIndex('linked_devices_token').on(t.token),
    uniqueIndex('linked_devices_uuid').on(t.uuid),
    uniqueIndex('linked_devices_row').on(t.rowId),
    index('linked_devices_removed')
      .on(t.removedAt)
      .where(sql`removed_at is not null`),
    check('linked_devices_secrets', sql`(token is null) = (uuid is null) and (token is null or row_id is not null)`),
    check('linked_devices_rows', sql.raw(`row_id between ${FIRST_ROW} and ${LAST_ROW}`)),
    check('linked_devices_count', sql`number >= 1`),
    check('linked_devices_gone', sql`removed_at is null or (token is null and hwid_hash is null)`),
    check('linked_devices_times', areTimes('created_at', 'last_used_at', 'removed_at')),
  ],
)
export type LinkedDeviceRow = typeof linkedDevices.$inferSelect

/** What a device with a credential of its own used on a day of the site. Part of `traffic_daily`. */
export const deviceTraffic = pgTable(
  'device_traffic',
  {
    deviceId: ref('device_id', () => linkedDevices.id, { onDelete: 'cascade' }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    billed: whole('billed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.day] }), index('device_traffic_day').on(t.day)],
)
