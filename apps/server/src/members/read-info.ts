import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { files } from '../files/files.table.ts'
import { groups } from '../groups/groups.table.ts'
import { memberBalance } from '../ledger/post.ts'
import { type StaffRoleRow, staffRoles } from '../roles/staff-roles.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'

export type AccountInfo = {
  account: AccountRow
  role: StaffRoleRow | null
  group: string
  balance: number
  debt: number
  currency: string
  avatarKey: string | null
  /** Whether other accounts are used under its sign-in. */
  hasLinked: boolean
}

const hasLinked = sql<boolean>`exists (select from ${accounts} other where other.main_id = ${accounts.id})`

/** An account with its group's name, its balance and its debt in the given currency. */
export async function readInfo(db: Db, accountId: number, currency: string): Promise<AccountInfo> {
  const [row] = await db
    .select({ account: accounts, role: staffRoles, group: groups.name, avatarKey: files.key, hasLinked })
    .from(accounts)
    .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .leftJoin(groups, eq(groups.id, subscriptions.groupId))
    .leftJoin(files, and(eq(files.ownerId, accounts.id), eq(files.purpose, 'avatar')))
    .leftJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
    .where(eq(accounts.id, accountId))
  if (!row) throw new AppError('session.invalid')
  const debt = -(await memberBalance(db, accountId, currency, 'debt'))
  return { ...row, group: row.group ?? '', balance: await memberBalance(db, accountId, currency), debt, currency }
}
