import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { OWN_SECRETS, type OwnCipher, type OwnSecretKind } from '@portico/contract/own-secret'
import { accounts } from '../../accounts/accounts.table.ts'
import { ref } from '../../db/columns.ts'

/** Secrets that members have in place of their UUID, each for one protocol. A trigger announces every change to the nodes. */
export const ownSecrets = pgTable(
  'own_secrets',
  {
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** 0: the account's own. */
    device: smallint('device').notNull().default(0),
    kind: text('kind').$type<OwnSecretKind>().notNull(),
    /** As links show it. */
    secret: text('secret').notNull(),
    /** What nodes get in place of the UUID. */
    onNode: text('on_node').notNull(),
    /** Another cipher than the node's, for a Shadowsocks password. */
    cipher: text('cipher').$type<OwnCipher>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.device, t.kind] }),
    // Nodes know members by it.
    uniqueIndex('own_secrets_on_node').on(t.kind, t.onNode),
    check('own_secrets_kind', sql.raw(`kind in (${OWN_SECRETS.map((kind) => `'${kind}'`).join(', ')})`)),
    check('own_secrets_device', sql`device >= 0`),
    check('own_secrets_cipher', sql`cipher is null or kind = 'shadowsocks'`),
  ],
)
export type OwnSecretRow = typeof ownSecrets.$inferSelect
