import type { AccountRow } from '../accounts/accounts.table.ts'
import { writeToOwner } from '../accounts/write-to-owner.ts'
import type { Database, Tx } from '../db/client.ts'
import { dropTokensFor, giveToken } from '../one-time-tokens/one-time-tokens.ts'
import type { IdentityRow } from './identities.table.ts'

const UNDO_S = 24 * 3600

type Change = { provider: 'email' | 'phone'; before: IdentityRow | null }

/**
 * Writes to the address that was replaced or removed, with a link that puts it back within a day. An address that was added is told to the account's
 * other one. Links of "this wasn't me" stop working: they went to an address that may no longer be the owner's.
 */
export async function tellPrevious(
  database: Pick<Database, 'secrets'>,
  tx: Tx,
  account: AccountRow,
  { provider, before }: Change,
  now: Date,
): Promise<void> {
  await dropTokensFor(tx, account.id, 'not_me')
  const at = now.toISOString()
  const kept = before && {
    subject: before.subject,
    label: before.label,
    verifiedAt: before.verifiedAt?.toISOString() ?? null,
    createdAt: before.createdAt.toISOString(),
  }
  const token = await giveToken(tx, 'undo_address', { accountId: account.id, data: { provider, before: kept, at }, seconds: UNDO_S }, now)
  const content = { template: 'address_changed', data: { time: at }, secret: `/undo#${token}` } as const
  await writeToOwner(database, tx, account, content, now, before ?? undefined)
}
