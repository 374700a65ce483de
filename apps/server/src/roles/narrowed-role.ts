import type { Permission } from '@portico/contract/permissions'
import type { Language } from '@portico/contract/translations'
import { and, eq, isNotNull } from 'drizzle-orm'
import { may } from '@portico/contract/access'
import type { Actor } from '../actor.ts'
import { record, recordedAsOne } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { insertRole } from './change-roles.ts'
import { permissionsOf, requireCover } from './role-permissions.ts'
import { type StaffRoleRow, staffRoles } from './staff-roles.table.ts'

const NAME: Record<Language, string> = { en: 'Support (before)', 'zh-CN': '客服（原权限）' }

/** Permissions that an update removed from a built-in role, until somebody decides. */
export function lostBy(role: StaffRoleRow): Permission[] {
  return (role.earlier ?? []).filter((one) => !may(permissionsOf(role), one))
}

type Wanted = { id: number; copy: boolean; language: Language }

/**
 * Ends the notice about a narrowed role. With `copy`, what it allowed before becomes a role of the site, which people can be given. Throws
 * `not_found` if there is no notice, and as `createRole` does.
 */
export async function settleRole({ transaction }: Database, by: Actor, { id, copy, language }: Wanted, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const open = and(eq(staffRoles.id, id), isNotNull(staffRoles.earlier))
    const [role] = await tx.select().from(staffRoles).where(open).for('update')
    if (!role?.earlier) throw new AppError('not_found')
    const { earlier } = role
    if (copy) requireCover(by, { key: null, permissions: earlier })
    const copied = copy ? await recordedAsOne(tx, () => insertRole(tx, by, { name: NAME[language], permissions: earlier }, now)) : null
    await tx.update(staffRoles).set({ earlier: null }).where(eq(staffRoles.id, id))
    const sides = { before: { earlier, copied: null }, after: { earlier: null, copied } }
    await record(tx, by, { action: 'staff_role.settle', entity: 'staff_role', id, ...sides }, now)
  })
}
