import * as z from 'zod/mini'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { Permission, readyRoles } from './permissions.ts'

export const ReadyRoleKey = z.enum(['owner', 'support', 'finance', 'network', 'content'] satisfies (keyof typeof readyRoles)[])

export const StaffRole = z.object({
  id: z.int(),
  /** Key of a built-in role, which cannot be changed; null: the site's own role. */
  key: z.nullable(ReadyRoleKey),
  /** Empty for built-in roles, whose names the page has in each language. */
  name: z.string(),
  /** `*`: every permission. */
  permissions: z.array(z.union([Permission, z.literal('*')])),
  /** Number of accounts and open invitations with this role. */
  holders: z.int(),
  /** true: the caller may assign this role. */
  grantable: z.boolean(),
  /** Permissions that an update removed from a built-in role, until somebody decides about them. Otherwise empty. */
  lost: z.array(Permission),
  version: z.int(),
})
export type StaffRole = z.infer<typeof StaffRole>

export const StaffMember = z.object({
  id: z.int(),
  email: z.string(),
  role_id: z.int(),
  banned: z.boolean(),
  last_login_at: z.nullable(Time),
  /** true: the caller may change or remove this person. */
  changeable: z.boolean(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const StaffInvitation = z.object({
  id: z.int(),
  email: z.string(),
  role_id: z.int(),
  invited_by: z.nullable(z.string()),
  created_at: Time,
  expires_at: Time,
  expired: z.boolean(),
})
export type StaffInvitation = z.infer<typeof StaffInvitation>

export const adminListStaff = endpoint({
  method: 'GET',
  path: '/admin/staff',
  access: ['staff.read'],
  summary: 'Staff and open invitations',
  response: z.object({ items: z.array(StaffMember), total: z.int(), invitations: z.array(StaffInvitation) }),
})
export const adminListRoles = endpoint({
  method: 'GET',
  path: '/admin/staff/roles',
  access: ['staff.read'],
  summary: 'Roles and their permissions',
  response: z.object({ items: z.array(StaffRole), total: z.int() }),
})
export const RoleInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  permissions: z.array(Permission).check(z.minLength(1), z.maxLength(100)),
})
export type RoleInput = z.infer<typeof RoleInput>
export const adminCreateRole = endpoint({
  method: 'POST',
  path: '/admin/staff/roles',
  access: ['staff.write'],
  summary: 'Create a role; it can contain only permissions the caller has',
  fresh: true,
  body: RoleInput,
  response: StaffRole,
})
export const adminUpdateRole = endpoint({
  method: 'PUT',
  path: '/admin/staff/roles/:id',
  access: ['staff.write'],
  summary: 'Change a role; its holders get the new permissions at once',
  fresh: true,
  body: z.object({ ...RoleInput.shape, version: z.int() }),
  response: StaffRole,
})
export const adminSettleRole = endpoint({
  method: 'POST',
  path: '/admin/staff/roles/:id/change',
  access: ['staff.write'],
  summary: 'Note that a ready-made role allows less since an update; `copy`: also make a role of what it allowed before',
  fresh: true,
  body: z.object({ copy: z.boolean() }),
  response: StaffRole,
})
export const adminDeleteRole = endpoint({
  method: 'DELETE',
  path: '/admin/staff/roles/:id',
  access: ['staff.write'],
  summary: 'Delete an unused role',
  fresh: true,
})
export const adminInviteStaff = endpoint({
  method: 'POST',
  path: '/admin/staff/invitations',
  access: ['staff.write'],
  summary: 'Invite someone; the link is shown only once and works for three days',
  fresh: true,
  body: z.object({ email: Email, role_id: z.int() }),
  response: z.object({ invitation: StaffInvitation, url: z.string() }),
})
export const adminRevokeInvitation = endpoint({
  method: 'DELETE',
  path: '/admin/staff/invitations/:id',
  access: ['staff.write'],
  summary: 'Revoke an invitation that was not accepted',
})
export const adminSetStaffRole = endpoint({
  method: 'PATCH',
  path: '/admin/staff/:id',
  access: ['staff.write'],
  summary: 'Change the role of a staff member; they are signed out everywhere',
  fresh: true,
  body: z.object({ role_id: z.int() }),
  response: StaffMember,
})
export const adminRemoveStaff = endpoint({
  method: 'DELETE',
  path: '/admin/staff/:id',
  access: ['staff.write'],
  summary: 'Remove someone from the staff; their account stays as a member',
  fresh: true,
})
