import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'

export type Facts = {
  now: Date
  siteClosed: boolean
  account: { bannedAt: Date | null; closedAt: Date | null; youthModeAt: Date | null }
  subscription: SubscriptionRow
}

/** Everything the rules look at. Throws `not_found`. */
export async function readFacts(db: Db, accountId: number, { now, settings }: Context): Promise<Facts> {
  const [row] = await db
    .select({
      account: { bannedAt: accounts.bannedAt, closedAt: accounts.closedAt, youthModeAt: accounts.youthModeAt },
      subscription: subscriptions,
    })
    .from(accounts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .where(eq(accounts.id, accountId))
  if (!row) throw new AppError('not_found')
  return { now, siteClosed: settings['site.closed'], ...row }
}
