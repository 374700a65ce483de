import { randomUUID } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { refuseClosed } from './refuse-closed.ts'
import { lockAccount } from './lock-account.ts'
import { post } from './post.ts'

/**
 * Adds to a member's balance, or takes from it, against the site's own account. `amount` in minor units. Throws
 * `balance.insufficient` when the balance would fall below zero, and `account.closed`: nobody could use it.
 */
export async function adjustBalance(
  { transaction }: Database,
  by: Actor,
  input: { accountId: number; amount: number; currency: string; reason: string },
  now: Date,
): Promise<void> {
  const { accountId, amount, currency, reason } = input
  await transaction(async (tx) => {
    await refuseClosed(tx, accountId)
    const balance = await lockAccount(tx, 'member', accountId, currency)
    const legs = [{ kind: 'site', amount: -amount } as const, { kind: 'member', ownerId: accountId, amount } as const]
    await post(tx, {
      kind: 'balance.adjusted',
      key: `adjustment:${randomUUID()}`,
      currency,
      legs,
      note: reason,
      byAccountId: by.accountId,
      at: now,
    })
    const sides = { before: { balance }, after: { balance: balance + amount, currency } }
    await record(tx, by, { action: 'balance.adjust', entity: 'member', id: accountId, ...sides, reason }, now)
  })
}
