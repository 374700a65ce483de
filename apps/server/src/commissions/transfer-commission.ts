import { randomUUID } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { post } from '../ledger/post.ts'

/**
 * Moves commission to the balance, where it earns no further commission. Throws `commission.insufficient` and moves
 * nothing if there is less.
 */
export async function transferCommission(
  { transaction }: Database,
  { accountId }: Caller,
  { amount, currency }: { amount: number; currency: string },
  at: Date,
): Promise<void> {
  await transaction(async (tx) => {
    if ((await lockAccount(tx, 'commission', accountId, currency)) < amount) throw new AppError('commission.insufficient')
    const legs = [
      { kind: 'commission', ownerId: accountId, amount: -amount } as const,
      { kind: 'member', ownerId: accountId, amount } as const,
    ]
    await post(tx, { kind: 'commission.transferred', key: `transfer:${randomUUID()}`, currency, legs, byAccountId: accountId, at })
  })
}
