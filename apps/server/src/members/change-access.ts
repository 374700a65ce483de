import { may } from '@portico/contract/access'
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError, foundRow, orNotFound } from '../errors.ts'
import { endSessions } from '../sessions/sessions.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { covers } from '../roles/role-permissions.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import { lockAccount as lockRow } from '../accounts/write-account.ts'

type Access = 'members.link' | 'members.access'

/** Locks an account, before the subscription if both are locked. Throws `not_found`, and `account.closed`. */
export async function lockAccount(tx: Tx, id: number): Promise<AccountRow> {
  const account = orNotFound(await lockRow(tx, id))
  if (account.closedAt) throw new AppError('account.closed')
  return account
}

/** Throws as `lockAccount` without locking, for changes of the subscription, which is locked first everywhere. */
export async function requireOpen(tx: Tx, id: number): Promise<void> {
  const account = foundRow(await tx.select({ closedAt: accounts.closedAt }).from(accounts).where(eq(accounts.id, id)))
  if (account.closedAt) throw new AppError('account.closed')
}

/**
 * Locks an account to change how it is accessed. For a staff account the actor must manage staff and have every permission of its
 * role. Throws `not_found`.
 */
export async function lockForAccess(tx: Tx, by: Actor, id: number, needed: Access): Promise<AccountRow> {
  const account = await lockAccount(tx, id)
  // Read under the lock, because the account may have become staff meanwhile.
  if (!(await mayOpen(tx, by, account, needed))) throw new AppError('not_found')
  return account
}

/** Whether an actor may see and change how this account is accessed. */
export async function mayOpen(db: Db, by: Actor, { roleId }: Pick<AccountRow, 'roleId'>, needed: Access): Promise<boolean> {
  if (!may(by.permissions, needed)) return false
  if (roleId === null) return true
  const [role] = await db.select().from(staffRoles).where(eq(staffRoles.id, roleId))
  return role !== undefined && may(by.permissions, 'staff.write') && covers(by, role)
}

/** Throws `not_found` when the actor may not see the account's subscription link. */
export async function requireLink(db: Db, by: Actor, id: number): Promise<void> {
  const [account] = await db.select({ roleId: accounts.roleId }).from(accounts).where(eq(accounts.id, id))
  if (!account || !(await mayOpen(db, by, account, 'members.link'))) throw new AppError('not_found')
}

/** Signs an account out everywhere. */
export function signOutEverywhere({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  return transaction(async (tx) => {
    await lockForAccess(tx, by, id, 'members.link')
    const open = await tx.$count(sessions, eq(sessions.accountId, id))
    await endSessions(tx, id)
    const sides = { before: { sessions: open }, after: { sessions: 0 } }
    await record(tx, by, { action: 'member.end_sessions', entity: 'member', beneficiary: null, id, ...sides }, now)
  })
}
