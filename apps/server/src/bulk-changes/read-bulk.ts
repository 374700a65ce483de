import type { ErrorCode } from '@portico/contract/errors'
import { and, asc, count, eq, lt } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Caller } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { type BulkChangeRow, bulkChanges, bulkTargets } from './bulk-changes.table.ts'

const FAILURES = 100
const KEPT_MS = 30 * 86_400_000

export type BulkProgress = BulkChangeRow & {
  done: number
  failed: number
  failures: { accountId: number; label: string; problem: ErrorCode | null }[]
}

/** One of the caller's own changes, with its first hundred failures. Throws `not_found`. */
export async function readBulk(db: Db, by: Caller, id: number): Promise<BulkProgress> {
  const own = and(eq(bulkChanges.id, id), eq(bulkChanges.byAccountId, by.accountId))
  const change = foundRow(await db.select().from(bulkChanges).where(own))
  const [counts, failures] = await Promise.all([
    db.select({ state: bulkTargets.state, n: count() }).from(bulkTargets).where(eq(bulkTargets.changeId, id)).groupBy(bulkTargets.state),
    db
      .select({ accountId: bulkTargets.accountId, label: accounts.label, problem: bulkTargets.problem })
      .from(bulkTargets)
      .innerJoin(accounts, eq(accounts.id, bulkTargets.accountId))
      .where(and(eq(bulkTargets.changeId, id), eq(bulkTargets.state, 'failed')))
      .orderBy(asc(bulkTargets.accountId))
      .limit(FAILURES),
  ])
  const of = (state: string): number => counts.find((row) => row.state === state)?.n ?? 0
  return { ...change, done: of('done'), failed: of('failed'), failures }
}

/** Deletes old bulk changes; what they did stays in the audit log. */
export async function dropOldBulk(db: Db, now: Date): Promise<void> {
  await db.delete(bulkChanges).where(lt(bulkChanges.createdAt, new Date(now.getTime() - KEPT_MS)))
}
