import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { groups } from '../groups/groups.table.ts'
import { memberBalance } from '../ledger/post.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type AccountRow, accounts } from './accounts.table.ts'

export type AccountInfo = { account: AccountRow; group: string; balance: number; currency: string }

/** An account with the name of its group and its balance in the given currency. */
export async function readInfo(db: Db, accountId: number, currency: string): Promise<AccountInfo> {
  const [row] = await db
    .select({ account: accounts, group: groups.name })
    .from(accounts)
    .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .leftJoin(groups, eq(groups.id, subscriptions.groupId))
    .where(eq(accounts.id, accountId))
  if (!row) throw new AppError('session.invalid')
  return { account: row.account, group: row.group ?? '', balance: await memberBalance(db, accountId, currency), currency }
}
