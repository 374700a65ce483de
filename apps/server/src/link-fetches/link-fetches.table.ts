import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref, time, whole } from '../db/columns.ts'

const accountId = () => ref('account_id', () => accounts.id).notNull()

/** Who fetched which link, kept for thirty days: one row per client and network in ten minutes. */
export const linkFetches = pgTable(
  'link_fetches',
  {
    accountId: accountId(),
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
    /** The last one, to the minute. */
    at: time('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.slot, t.link, t.client, t.network] }),
    index('link_fetches_slot').on(t.slot),
    index('link_fetches_network').on(t.network),
  ],
)

/** Links fetched from too many networks within a day. An alarm ends when the member gets a new link. */
export const linkAlarms = pgTable('link_alarms', {
  accountId: accountId().primaryKey(),
  link: text('link').notNull(),
  networks: integer('networks').notNull(),
  /** null: no country is known. */
  countries: integer('countries'),
  at: time('at').notNull(),
})
