import { randomUUID } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { post } from './post.ts'

/** An operator gives to or takes from a balance, against the site's own account. Never below zero. */
export async function adjustBalance(
  { transaction }: Database,
  by: Actor,
  input: { accountId: number; amount: number; currency: string; reason: string },
  now: Date,
): Promise<void> {
  const { accountId, amount, currency, reason } = input
  await transaction(async (tx) => {
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
    await record(tx, by, { action: 'balance.adjust', entity: 'member', id: accountId, after: { amount, currency, reason } }, now)
  })
}
