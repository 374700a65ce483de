import { eq } from 'drizzle-orm'
import { type Actor, requirePermission } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { endSessions } from '../sessions/sessions.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { requireCover } from '../staff/role-permissions.ts'
import { staffRoles } from '../staff/staff-roles.table.ts'
import { resetSecrets } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { type AccountRow, accounts } from './accounts.table.ts'

/** Locks an account for a change of what opens it. Staff accounts are for those alone who manage staff, and may do all that they may. */
export async function lockForAccess(tx: Tx, by: Actor, id: number): Promise<AccountRow> {
  const [found] = await tx
    .select({ account: accounts, role: staffRoles })
    .from(accounts)
    .leftJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
    .where(eq(accounts.id, id))
    .for('update', { of: accounts })
  if (!found) throw new AppError('not_found')
  if (found.role) {
    requirePermission(by, 'staff.write')
    requireCover(by, found.role)
  }
  return found.account
}

/** Gives a member a new subscription link and node credential; the old ones stop at once. */
export function replaceLink({ transaction }: Database, by: Actor, id: number, now: Date): Promise<SubscriptionRow> {
  return transaction(async (tx) => {
    await lockForAccess(tx, by, id)
    return resetSecrets(tx, by, id, now)
  })
}

/** Signs an account out everywhere. */
export function signOutEverywhere({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  return transaction(async (tx) => {
    await lockForAccess(tx, by, id)
    const open = await tx.$count(sessions, eq(sessions.accountId, id))
    await endSessions(tx, id)
    await record(tx, by, { action: 'member.end_sessions', entity: 'member', id, before: { sessions: open }, after: { sessions: 0 } }, now)
  })
}
