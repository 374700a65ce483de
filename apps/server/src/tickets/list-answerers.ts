import { may } from '@portico/contract/access'
import { asc, count, eq, isNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { permissionsOf } from '../roles/role-permissions.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { tickets } from './tickets.table.ts'

export type Answerer = { id: number; name: string; open: number }

/** Staff who may answer tickets, with the open ones each of them holds. */
export async function listAnswerers(db: Db): Promise<Answerer[]> {
  const [staff, held] = await Promise.all([
    db
      .select({ id: accounts.id, name: accounts.label, role: staffRoles })
      .from(accounts)
      .innerJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
      .where(isNull(accounts.closedAt))
      .orderBy(asc(accounts.id)),
    db.select({ id: tickets.assigneeId, open: count() }).from(tickets).where(eq(tickets.status, 'open')).groupBy(tickets.assigneeId),
  ])
  const open = new Map(held.map((one) => [one.id, one.open]))
  return staff
    .filter(({ role }) => may(permissionsOf(role), 'tickets.write'))
    .map(({ id, name }) => ({ id, name, open: open.get(id) ?? 0 }))
}
