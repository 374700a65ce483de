import type { AccountRow } from '../accounts/accounts.table.ts'
import { writeToOwner } from '../accounts/letters/write-to-owner.ts'
import type { Database, Tx } from '../db/client.ts'
import { giveToken, shortenTokens } from '../one-time-tokens/one-time-tokens.ts'
import type { IdentityRow } from './identities.table.ts'

const UNDO_S = 24 * 3600

type Change = { provider: 'email' | 'phone'; before: IdentityRow | null }

/**
 * Writes to the replaced or removed address and to the account's other one, with links that restore it within a day. Then earlier "this
 * wasn't me" links end too: they may have gone to a stranger.
 */
export async function tellPrevious(
  database: Pick<Database, 'secrets'>,
  tx: Tx,
  account: AccountRow,
  { provider, before }: Change,
  now: Date,
): Promise<void> {
  await shortenTokens(tx, account.id, 'not_me', new Date(now.getTime() + UNDO_S * 1000))
  const at = now.toISOString()
  const kept = before && {
    subject: before.subject,
    label: before.label,
    verifiedAt: before.verifiedAt?.toISOString() ?? null,
    createdAt: before.createdAt.toISOString(),
  }
  for (const address of [...(before ? [before] : []), ...otherAddress(account, provider)]) {
    const undo = { accountId: account.id, data: { provider, before: kept, at }, seconds: UNDO_S }
    const secret = `/undo#${await giveToken(tx, 'undo_address', undo, now)}`
    await writeToOwner(database, tx, account, { template: 'address_changed', data: { time: at }, secret }, now, address)
  }
}

/** A thief with one of the two could otherwise change both unseen. */
function otherAddress({ email, phone }: AccountRow, changed: Change['provider']) {
  if (changed === 'phone') return email === null ? [] : [{ provider: 'email', label: email, subject: email }]
  return phone === null ? [] : [{ provider: 'phone', label: phone, subject: phone }]
}
