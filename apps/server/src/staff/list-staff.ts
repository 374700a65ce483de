import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { type StaffInvitationRow, staffInvitations } from './staff-invitations.table.ts'
import { type StaffRoleRow, staffRoles } from '../roles/staff-roles.table.ts'

export type ListedStaff = { account: AccountRow; role: StaffRoleRow }
export type ListedInvitation = { invitation: StaffInvitationRow; role: StaffRoleRow; invitedBy: string | null }
export type ListedRole = StaffRoleRow & { holders: number }

export function listStaff(db: Db, id?: number): Promise<ListedStaff[]> {
  return db
    .select({ account: accounts, role: staffRoles })
    .from(accounts)
    .innerJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
    .where(id === undefined ? undefined : eq(accounts.id, id))
    .orderBy(asc(accounts.id))
}

/** Invitations that were neither accepted nor revoked, including expired ones: the list marks them. */
export function listInvitations(db: Db): Promise<ListedInvitation[]> {
  return db
    .select({ invitation: staffInvitations, role: staffRoles, invitedBy: accounts.label })
    .from(staffInvitations)
    .innerJoin(staffRoles, eq(staffRoles.id, staffInvitations.roleId))
    .leftJoin(accounts, eq(accounts.id, staffInvitations.invitedBy))
    .where(and(isNull(staffInvitations.acceptedAt), isNull(staffInvitations.revokedAt)))
    .orderBy(desc(staffInvitations.id))
}

/** Roles, built-in ones first. */
export function listRoles(db: Db, id?: number): Promise<ListedRole[]> {
  // Written out: a bare "id" would be that of the inner table.
  const holders = sql<number>`(select count(*) from accounts a where a.role_id = staff_roles.id)
    + (select count(*) from staff_invitations i where i.role_id = staff_roles.id and i.accepted_at is null and i.revoked_at is null)`
  return db
    .select({ ...getTableColumns(staffRoles), holders: holders.mapWith(Number) })
    .from(staffRoles)
    .where(id === undefined ? undefined : eq(staffRoles.id, id))
    .orderBy(asc(sql`${staffRoles.key} is null`), asc(staffRoles.id))
}
