import type { LinkPath } from '@portico/contract/links-admin'
import type { LinkKind } from '@portico/contract/links'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { areTimes, id, ref, time, whole } from '../db/columns.ts'

/** Other panels whose links are still served. A trigger has every process read them again after a change. */
export const linkSources = pgTable(
  'link_sources',
  {
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<LinkKind>().notNull(),
    paths: jsonb('paths').$type<LinkPath[]>().notNull(),
    /** What the panel signed links with, encrypted; null: links are not signed, or it is lost. */
    secret: text('secret'),
    /** When its links end; null: never. */
    endsAt: time('ends_at'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('link_sources_name').on(sql`lower(${t.name})`),
    check('link_sources_kind', sql`kind in ('token', 'marzban', 'pasarguard')`),
    check('link_sources_times', areTimes('ends_at', 'created_at')),
  ],
)
export type LinkSourceRow = typeof linkSources.$inferSelect

/** Links from other panels. The account's own link is in `subscriptions.token`. */
export const links = pgTable(
  'links',
  {
    id: id(),
    sourceId: ref('source_id', () => linkSources.id, { onDelete: 'cascade' }).notNull(),
    /** The secret in the link, as it is compared; of signed links the member's name at the panel, or `#` and their number there. */
    token: text('token').notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** Number of the device of the account; 0: the account itself. */
    device: integer('device').notNull().default(0),
    /** Signed links from before it are refused; null: none. */
    validFrom: time('valid_from'),
    uses: whole('uses').notNull().default(0),
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('links_token').on(t.sourceId, t.token),
    index('links_account').on(t.accountId, t.id),
    // An index holds no more than 2,700 bytes, and a character may have four.
    check('links_token_length', sql`length(token) between 1 and 500`),
    check('links_times', areTimes('valid_from', 'last_used_at', 'revoked_at', 'created_at')),
  ],
)
export type LinkRow = typeof links.$inferSelect
