import { eq } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { orNotFound } from '../errors.ts'
import type { SignInChange } from '../messages/message.ts'
import { accounts } from './accounts.table.ts'
import { warnOwner } from './warn-owner.ts'

/** `issuer`: the URL of the other site, if it is about one. */
type Change = { what: SignInChange; issuer?: string }

/**
 * Writes to the owner that a way to sign in was added or removed: to the address that is left, with a link that undoes it. Each call sends
 * one message.
 */
export async function tellSignInChange(
  database: Pick<Database, 'secrets'>,
  tx: Tx,
  accountId: number,
  { what, issuer }: Change,
  now: Date,
): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
  // Names the host, not the account's name there: an attacker may have chosen that.
  const host = issuer !== undefined && URL.canParse(issuer) ? new URL(issuer).host : ''
  const data = { what, host, time: now.toISOString() }
  await warnOwner(database, tx, orNotFound(account), { template: 'sign_in_changed', data }, now)
}
