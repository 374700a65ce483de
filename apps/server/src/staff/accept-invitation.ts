import { and, eq, gt, isNull } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import { requireGoodPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { siteNames } from '../in-language.ts'
import { createAccount } from '../members/register.ts'
import { setAccountRole } from '../accounts/set-account-role.ts'
import { type Actor, type Caller, callerOf } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { hashToken, openSession } from '../sessions/sessions.ts'
import { nameOf } from './change-staff.ts'
import { type StaffInvitationRow, staffInvitations } from './staff-invitations.table.ts'
import { type StaffRoleRow, staffRoles } from '../roles/staff-roles.table.ts'

export type OpenInvitation = { invitation: StaffInvitationRow; role: StaffRoleRow; hasAccount: boolean }

/** An open invitation. Throws `staff.invitation_invalid` if unknown, expired, revoked or accepted. */
export async function findInvitation(db: Db, token: string, now: Date): Promise<OpenInvitation> {
  const [found] = await db
    .select({ invitation: staffInvitations, role: staffRoles, account: accounts.id })
    .from(staffInvitations)
    .innerJoin(staffRoles, eq(staffRoles.id, staffInvitations.roleId))
    .leftJoin(accounts, eq(accounts.emailKey, staffInvitations.emailKey))
    .where(isUsable(token, now))
  if (!found) throw new AppError('staff.invitation_invalid')
  const { invitation, role, account } = found
  return { invitation, role, hasAccount: account !== null }
}

/** Accepts with a new account. Returns the token of its first session. */
export function joinStaff(
  { transaction }: Database,
  { token, password }: { token: string; password: string },
  origin: Origin,
  { now, settings }: Context,
): Promise<{ account: AccountRow; token: string }> {
  return transaction(async (tx) => {
    const { invitation, role } = await lockInvitation(tx, token, now)
    const { email, roleId } = invitation
    requireGoodPassword(password, [email, ...siteNames(settings)])
    // Refused if the address has an account by now, which has its own password.
    const account = await createAccount(tx, { identity: emailIdentity(email, now), password, roleId }, now)
    await noteAccepted(tx, { ...callerOf(account.id), origin }, invitation, role, now)
    return { account, token: await openSession(tx, account.id, origin, now) }
  })
}

/**
 * Accepts with the account that the invitation names. Replaces its password, which staff may have set while it was a member's, and ends its
 * other sessions.
 */
export async function acceptInvitation(
  { transaction }: Database,
  by: Caller,
  { token, password }: { token: string; password: string },
  { now, settings }: Context,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  return transaction(async (tx) => {
    const { invitation, role } = await lockInvitation(tx, token, now)
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, by.accountId)).for('update')
    if (!account || account.emailKey !== invitation.emailKey) throw new AppError('staff.invitation_other')
    requireGoodPassword(password, [account.email, ...siteNames(settings)])
    if (account.roleId !== null) throw new AppError('staff.already')
    await setAccountRole(tx, account.id, invitation.roleId, { passwordHash, except: by.sessionId })
    await noteAccepted(tx, by, invitation, role, now)
  })
}

const isUsable = (token: string, now: Date) =>
  and(
    eq(staffInvitations.tokenHash, hashToken(token)),
    gt(staffInvitations.expiresAt, now),
    isNull(staffInvitations.acceptedAt),
    isNull(staffInvitations.revokedAt),
  )

async function lockInvitation(tx: Tx, token: string, now: Date): Promise<{ invitation: StaffInvitationRow; role: StaffRoleRow }> {
  const [found] = await tx
    .select({ invitation: staffInvitations, role: staffRoles })
    .from(staffInvitations)
    .innerJoin(staffRoles, eq(staffRoles.id, staffInvitations.roleId))
    .where(isUsable(token, now))
    .for('update', { of: staffInvitations })
  if (!found) throw new AppError('staff.invitation_invalid')
  return found
}

async function noteAccepted(
  tx: Tx,
  by: Actor & { accountId: number },
  { id, email }: StaffInvitationRow,
  role: StaffRoleRow,
  now: Date,
): Promise<void> {
  await tx.update(staffInvitations).set({ acceptedAt: now, acceptedBy: by.accountId }).where(eq(staffInvitations.id, id))
  const after = { role: nameOf(role), email, invitation: id }
  await record(tx, by, { action: 'staff.join', entity: 'member', id: by.accountId, before: { role: null }, after }, now)
}
