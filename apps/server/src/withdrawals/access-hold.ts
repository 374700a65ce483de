import type { Settings } from '@portico/contract/settings-admin'
import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm'
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

/** Accounts whose payouts do not wait. */
export function isFree(settings: Hold, now: Date): SQL | undefined {
  return or(isNull(accounts.accessChangedAt), lte(accounts.accessChangedAt, heldSince(settings, now)))
}

/** Changes of access after this hold payouts up. */
function heldSince(settings: Hold, now: Date): Date {
  return new Date(now.getTime() - settings['withdrawal.hold_hours'] * 3_600_000)
}
