import { createHmac, randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { serverSecret } from '../db/server-secrets.ts'
import { holderKeys } from './holder-keys.table.ts'
import type { Identity } from './write-identity.ts'

type Address = Pick<Identity, 'provider' | 'subject'>

/** The key of the hashes. Read it before a transaction, because it may need a connection of its own. Null if the server has no key. */
export async function holderSecret(database: Database): Promise<string | null> {
  return database.secrets.hasKey ? serverSecret(database, 'holders', () => randomBytes(32).toString('hex')) : null
}

/**
 * Stores keyed hashes of the holder's addresses, at the account's opening and closing. Without the server's key, they reveal no address.
 * May be repeated.
 */
export async function noteHolder(tx: Tx, accountId: number, secret: string | null, addresses: Address[]): Promise<void> {
  if (secret === null || addresses.length === 0) return
  const keyOf = ({ provider, subject }: Address) => createHmac('sha256', secret).update(`${provider} ${subject}`).digest('base64url')
  const rows = addresses.map((address) => ({ accountId, key: keyOf(address) }))
  await tx.insert(holderKeys).values(rows).onConflictDoNothing()
}

/** A query for the ids of the account and of those that the same person closed. */
export function accountsOfHolder(accountId: number): SQL {
  return sql`(
    select ${accountId}::bigint union
    select other.account_id from ${holderKeys} mine join ${holderKeys} other on other.key = mine.key where mine.account_id = ${accountId})`
}
