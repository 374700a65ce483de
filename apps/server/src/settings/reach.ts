import { and, isNotNull, isNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { nodes } from '../nodes/nodes.table.ts'

/** Whom a change of settings can concern: open accounts of members and of staff, and nodes. */
export async function settingsReach(db: Db): Promise<{ members: number; staff: number; nodes: number }> {
  const [members, staff, all] = await Promise.all([
    db.$count(accounts, and(isNull(accounts.closedAt), isNull(accounts.roleId))),
    db.$count(accounts, and(isNull(accounts.closedAt), isNotNull(accounts.roleId))),
    db.$count(nodes, isNull(nodes.deletedAt)),
  ])
  return { members, staff, nodes: all }
}
