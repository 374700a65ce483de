import { bigint, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea } from '../db/columns.ts'

/** Browsers from which somebody has signed in to an account. Limits for strangers do not apply to them. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** SHA-256 of the browser's `device` cookie. */
    deviceHash: bytea('device_hash').notNull(),
    /** The browser as it named itself last. */
    device: text('device').notNull(),
    ip: text('ip').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.deviceHash] }), index('known_devices_seen').on(t.lastSeenAt)],
)
