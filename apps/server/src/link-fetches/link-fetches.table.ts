import type { RuleHeader } from '@portico/contract/client-rules-admin'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref, time, whole } from '../db/columns.ts'

/** How a client asked. `flag`: from the link, '' for none. `page`: a browser got the page for people. */
export type AskedAs = { userAgent: string; flag: string; headers: Partial<Record<RuleHeader, string>>; page?: true }

/**
 * Who fetched which link, kept for thirty days: one row per client and network in ten minutes. Partitioned by week (`db/partitions/`): a
 * week goes when all of it is older.
 */
export const linkFetches = pgTable(
  'link_fetches',
  {
    accountId: whole('account_id').notNull(),
    /** Start of the ten minutes. */
    slot: time('slot').notNull(),
    /** Identifies the link without revealing it: `linkMark` of its token. */
    link: text('link').notNull(),
    client: text('client').notNull(),
    /** An IPv4 address, or the /64 of an IPv6 one. */
    network: text('network').notNull(),
    format: text('format').notNull(),
    /** Program (client or core) and version that decided which nodes the profile has; null: not known. */
    program: text('program'),
    version: text('version'),
    /** The group whose nodes the profile has; null: it only says why there are none. */
    groupId: whole('group_id'),
    /** ISO 3166 code at the time of the fetch. */
    country: text('country'),
    /** What rules by client may ask about; null: stored before there were rules. */
    asked: jsonb('asked').$type<AskedAs>(),
    /** The last one, to the minute. */
    at: time('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.slot, t.link, t.client, t.network] }),
    index('link_fetches_slot').on(t.slot),
    index('link_fetches_network').on(t.network),
  ],
)

/** Links fetched from too many networks within a day. An alarm ends when the member gets a new link, or when somebody clears it. */
export const linkAlarms = pgTable('link_alarms', {
  accountId: ref('account_id', () => accounts.id).primaryKey(),
  link: text('link').notNull(),
  networks: integer('networks').notNull(),
  /** null: no country is known. */
  countries: integer('countries'),
  at: time('at').notNull(),
  /** When somebody said that the networks so far are the member's own; null: nobody did since the alarm. */
  clearedAt: time('cleared_at'),
})
