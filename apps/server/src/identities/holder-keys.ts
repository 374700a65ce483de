import { createHmac, randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { serverSecret } from '../db/server-secrets.ts'
import { holderKeys } from './holder-keys.table.ts'
import type { Identity } from './write-identity.ts'

type Address = Pick<Identity, 'provider' | 'subject'>

/** Keyed hashes, from which nobody without the server's key learns an address. None if the server has no key. */
export async function keysOf(database: Database, addresses: Address[]): Promise<string[]> {
  if (!database.secrets.hasKey) return []
  const secret = await serverSecret(database, 'holders', () => randomBytes(32).toString('hex'))
  return addresses.map(({ provider, subject }) => createHmac('sha256', secret).update(`${provider} ${subject}`).digest('base64url'))
}

/** Remembers who holds the account, when it is opened and when it is closed. May be called again. */
export async function noteHolder(tx: Tx, accountId: number, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map((key) => ({ accountId, key }))
  await tx.insert(holderKeys).values(rows).onConflictDoNothing()
}

/** A query for the ids of the account and of those that the same person closed. */
export function accountsOfHolder(accountId: number): SQL {
  return sql`(
    select ${accountId}::bigint union
    select other.account_id from ${holderKeys} mine join ${holderKeys} other on other.key = mine.key where mine.account_id = ${accountId})`
}
