import { may } from '@portico/contract/access'
import type { Permission } from '@portico/contract/permissions'
import { and, eq, or, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { auditLog } from '../audit/audit.table.ts'
import type { Entity } from '../audit/entities.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { permissionsOf } from './role-permissions.ts'
import { staffRoles } from './staff-roles.table.ts'

type Thing = readonly [entity: Entity, id: number | string]

/**
 * Throws `staff.own_code` for a code that the account could see in the console, made, changed or exported, also in former roles. Owners may
 * use every code.
 */
export async function refuseOwnCode(
  db: Db,
  accountId: number,
  { made, seenWith }: { made: readonly Thing[]; seenWith: readonly Permission[] },
): Promise<void> {
  const [role] = await db
    .select({ key: staffRoles.key, permissions: staffRoles.permissions })
    .from(accounts)
    .innerJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
    .where(eq(accounts.id, accountId))
  const held = role ? permissionsOf(role) : []
  if (held.includes('*')) return
  if (seenWith.some((one) => may(held, one))) throw new AppError('staff.own_code')
  const isOfThese = or(
    ...made.map(([entity, id]) => {
      // A row of many has no id of its own.
      const isOne = or(
        eq(auditLog.entityId, String(id)),
        and(eq(auditLog.entityId, ''), sql`${auditLog.after}->'ids' @> ${JSON.stringify(id)}::jsonb`),
      )
      return and(eq(auditLog.entity, entity), isOne)
    }),
  )
  const [own] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(isOfThese, eq(auditLog.actorId, accountId)))
    .limit(1)
  if (own) throw new AppError('staff.own_code')
}
