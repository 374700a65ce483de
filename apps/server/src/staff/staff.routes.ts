import * as contract from '@portico/contract/staff'
import * as admin from '@portico/contract/staff-admin'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { foundRow, orNotFound } from '../errors.ts'
import { nameOf } from '../accounts/name-of.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { siteOrigin } from '../settings/settings.ts'
import { acceptInvitation, findInvitation, joinStaff } from './accept-invitation.ts'
import { createRole, updateRole } from '../roles/change-roles.ts'
import { lostBy, settleRole } from '../roles/narrowed-role.ts'
import { removeStaff, setStaffRole } from './change-staff.ts'
import { deleteRole } from './delete-role.ts'
import { inviteStaff, revokeInvitation } from './invite-staff.ts'
import { type ListedInvitation, type ListedRole, type ListedStaff, listInvitations, listRoles, listStaff } from './list-staff.ts'
import { covers, permissionsOf } from '../roles/role-permissions.ts'
import { signInLog } from '../sign-ins/note-sign-ins.ts'

export function staffRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const context = () => ({ now: app.now(), settings: app.settings() })

  serve(router, app, contract.readInvitation, async ({ body, origin }) => {
    await app.limits.invitesByAddress.take(origin.network)
    const { invitation, role, hasAccount } = await findInvitation(db, body.token, app.now())
    return { email: invitation.email, role_key: role.key, role_name: role.name, has_account: hasAccount }
  })
  serve(router, app, contract.joinStaff, async ({ body, origin }) => {
    await app.limits.invitesByAddress.take(origin.network)
    const { account, token } = await joinStaff(database, body, origin, context())
    signInLog(app).note('registered', { accountId: account.id }, origin)
    return { x_token: token, name: nameOf(account) }
  })
  serve(router, app, contract.acceptInvitation, async ({ caller, body, origin }) => {
    await app.limits.invitesByAddress.take(origin.network)
    await acceptInvitation(database, caller, body, context())
  })

  serve(router, app, admin.adminListStaff, async ({ caller }) => {
    const [staff, invitations] = await Promise.all([listStaff(db), listInvitations(db)])
    return { ...toList(staff, (row) => toStaff(row, caller)), invitations: invitations.map((row) => toInvitation(row, app.now())) }
  })
  serve(router, app, admin.adminSetStaffRole, async ({ caller, params, body }) => {
    await setStaffRole(database, caller, params.id, body.role_id, app.now())
    return toStaff(foundRow(await listStaff(db, params.id)), caller)
  })
  serve(router, app, admin.adminRemoveStaff, ({ caller, params }) => removeStaff(database, caller, params.id, app.now()))
  serve(router, app, admin.adminInviteStaff, async ({ caller, body }) => {
    const { invitation, token } = await inviteStaff(database, caller, { email: body.email, roleId: body.role_id }, app.now())
    const listed = (await listInvitations(db)).find((row) => row.invitation.id === invitation.id)
    // In the fragment, which browsers do not send.
    const url = `${siteOrigin(app.settings(), app.config)}/staff-invitation#${token}`
    return { invitation: toInvitation(orNotFound(listed), app.now()), url }
  })
  serve(router, app, admin.adminRevokeInvitation, ({ caller, params }) => revokeInvitation(database, caller, params.id, app.now()))
  roleRoutes(router, app)
}

function roleRoutes(router: Router, app: App): void {
  const { database } = app
  const one = async (id: number, by: Actor) => toRole(foundRow(await listRoles(database.db, id)), by)

  serve(router, app, admin.adminListRoles, async ({ caller }) => toList(await listRoles(database.db), (row) => toRole(row, caller)))
  serve(router, app, admin.adminCreateRole, async ({ caller, body }) => one(await createRole(database, caller, body, app.now()), caller))
  serve(router, app, admin.adminUpdateRole, async ({ caller, params, body }) => {
    await updateRole(database, caller, params.id, body, app.now())
    return one(params.id, caller)
  })
  serve(router, app, admin.adminSettleRole, async ({ caller, params, body, origin }) => {
    await settleRole(database, caller, { id: params.id, copy: body.copy, language: origin.language }, app.now())
    return one(params.id, caller)
  })
  serve(router, app, admin.adminDeleteRole, ({ caller, params }) => deleteRole(database, caller, params.id, app.now()))
}

function toStaff({ account, role }: ListedStaff, by: Actor): admin.StaffMember {
  const { id, label: email, lastLoginAt } = account
  return toWire(admin.StaffMember, {
    id,
    email,
    roleId: role.id,
    banned: account.bannedAt !== null,
    lastLoginAt,
    changeable: covers(by, role),
  })
}

function toInvitation({ invitation, invitedBy }: ListedInvitation, now: Date): admin.StaffInvitation {
  return toWire(admin.StaffInvitation, { ...invitation, invitedBy, expired: invitation.expiresAt <= now })
}

function toRole(role: ListedRole, by: Actor): admin.StaffRole {
  return toWire(admin.StaffRole, { ...role, permissions: [...permissionsOf(role)], grantable: covers(by, role), lost: lostBy(role) })
}
