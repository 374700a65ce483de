import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, ref, time } from '../db/columns.ts'

/** Browsers from which somebody has signed in to an account. Limits for strangers do not apply to them. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** SHA-256 of the browser's `device` cookie. */
    deviceHash: bytea('device_hash').notNull(),
    /** The browser as it named itself last. */
    device: text('device').notNull(),
    ip: text('ip').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.deviceHash] }), index('known_devices_seen').on(t.lastSeenAt)],
)
