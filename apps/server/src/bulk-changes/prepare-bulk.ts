import type { BulkAction } from '@portico/contract/bulk-changes-admin'
import { and, eq, sql } from 'drizzle-orm'
import { type Caller, requirePermission } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { listUserIds, type UserFilter } from '../members/list-users.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { type BulkChangeRow, bulkChanges, bulkTargets } from './bulk-changes.table.ts'

/** Members of one change. */
const MOST = 2_000_000

export type Wanted = { key: string; scope: { ids: number[] } | { filter: UserFilter }; action: BulkAction; reason: string; tell: boolean }

/**
 * Prepares a bulk change: chooses its members, which then stay the same, and counts them. A repeated key returns its change. Throws
 * `not_found` without the action's permission, `bulk.nobody` and `bulk.too_many`.
 */
export async function prepareBulk(database: Database, by: Caller, wanted: Wanted, now: Date): Promise<BulkChangeRow> {
  if (wanted.action.kind === 'suspend' || wanted.action.kind === 'lift') requirePermission(by, 'members.link')
  const { key, scope, action, reason, tell } = wanted
  const own = and(eq(bulkChanges.byAccountId, by.accountId), eq(bulkChanges.key, key))
  return database.transaction(async (tx) => {
    const [made] = await tx
      .insert(bulkChanges)
      .values({ key, byAccountId: by.accountId, action, reason, tell, total: 0, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (!made) return foundRow(await tx.select().from(bulkChanges).where(own))
    const ids = 'ids' in scope ? scope.ids : await listUserIds(tx, by, scope.filter, now, MOST + 1)
    if (ids.length > MOST) throw new AppError('bulk.too_many')
    // Locked in a fixed order, so that two changes cannot deadlock.
    const { rowCount: total } = await tx.execute(sql`
      insert into ${bulkTargets} (change_id, account_id)
      select ${made.id}, id from (
        select ${accounts.id} from ${accounts} where ${accounts.id} = any(${sql.param(ids)}::bigint[]) order by 1 for key share
      ) chosen`)
    if (!total) throw new AppError('bulk.nobody')
    return foundRow(await tx.update(bulkChanges).set({ total }).where(eq(bulkChanges.id, made.id)).returning())
  })
}
