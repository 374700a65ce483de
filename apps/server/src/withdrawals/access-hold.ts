import type { Settings } from '@portico/contract/settings-admin'
import { and, eq, gt, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import { type Actor, barredFrom } from '../actor.ts'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'

type Hold = Pick<Settings, 'withdrawal.hold_hours'>

/** Staff who give themselves access to an account must not be able to pay its money out at once. Throws `withdrawal.held`. */
export async function refuseHeld(db: Db, accountId: number, settings: Hold, now: Date): Promise<void> {
  const own = and(eq(accounts.id, accountId), gt(accounts.accessChangedAt, heldSince(settings, now)))
  const [held] = await db.select({ at: accounts.accessChangedAt }).from(accounts).where(own)
  if (!held?.at) return
  const until = new Date(held.at.getTime() + settings['withdrawal.hold_hours'] * 3_600_000)
  throw new AppError('withdrawal.held', { details: { until: until.toISOString() } })
}

/** Condition: accounts whose payouts the actor may approve: not on hold, and not their own. */
export function isApprovable(by: Actor, settings: Hold, now: Date): SQL | undefined {
  const barred = barredFrom(by)
  const isFree = or(isNull(accounts.accessChangedAt), lte(accounts.accessChangedAt, heldSince(settings, now)))
  return barred === null ? isFree : and(isFree, ne(accounts.id, barred))
}

/** Moment after which a change of access holds payouts. */
function heldSince(settings: Hold, now: Date): Date {
  return new Date(now.getTime() - settings['withdrawal.hold_hours'] * 3_600_000)
}
