import { and, asc, count, eq, gt } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor, Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { authenticators } from '../factors/authenticators.table.ts'
import { TURN_MS } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { actOnMember } from '../members/act-on-member.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { callerRights } from '../sessions/standing.ts'
import { type BulkChangeRow, bulkChanges, bulkTargets } from './bulk-changes.table.ts'

export const BULK_JOB = 'change_members'
/** Members after which it looks whether it was cancelled: about a second. */
const BATCH = 200

type At = { now: () => Date; zone: string; factorRequired: boolean }

/** Starts a prepared bulk change of the caller. Of simultaneous calls one starts it; the others see it running. Throws `not_found`. */
export async function startBulk({ transaction }: Database, by: Caller, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const own = and(eq(bulkChanges.id, id), eq(bulkChanges.byAccountId, by.accountId))
    const change = foundRow(await tx.select().from(bulkChanges).where(own).for('update'))
    if (change.state !== 'prepared') return
    const started = { state: 'running' as const, startedAt: now, ip: by.origin?.ip ?? null, device: by.origin?.device ?? null }
    await tx.update(bulkChanges).set(started).where(eq(bulkChanges.id, id))
    await enqueueRun(tx, id)
    const { action, total, reason, tell } = change
    const after = { ...action, members: total, tell }
    await record(tx, by, { action: 'member.change_many', entity: 'bulk_change', id, after, reason }, now)
  })
}

async function enqueueRun(tx: Tx, id: number): Promise<void> {
  await enqueue(tx, BULK_JOB, { change_id: id }, { key: `${BULK_JOB} ${id}` })
}

/**
 * Stops a started bulk change of the caller: members that it has not reached stay as they are. May be called twice, and when it has ended
 * already. Throws `not_found`.
 */
export async function cancelBulk({ transaction }: Database, by: Caller, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const own = and(eq(bulkChanges.id, id), eq(bulkChanges.byAccountId, by.accountId))
    const before = foundRow(await tx.select().from(bulkChanges).where(own).for('update'))
    if (before.state !== 'running') return
    const [counted] = await tx
      .select({ n: count() })
      .from(bulkTargets)
      .where(and(eq(bulkTargets.changeId, id), eq(bulkTargets.state, 'done')))
    await tx.update(bulkChanges).set({ state: 'cancelled', finishedAt: now }).where(eq(bulkChanges.id, id))
    await record(
      tx,
      by,
      { action: 'member.cancel_many', entity: 'bulk_change', id, after: { members: before.total, changed: counted?.n ?? 0 } },
      now,
    )
  })
}

/**
 * Changes the members of a started bulk change in turn, each once and in its own transaction; may be interrupted and called again, and
 * enqueues itself after its turn. A refused member gets the reason, and the rest goes on.
 */
export async function runBulk(database: Database, id: number, at: At): Promise<void> {
  const until = performance.now() + TURN_MS
  for (let after: number | null = 0; after !== null;) {
    const [change] = await database.db.select().from(bulkChanges).where(eq(bulkChanges.id, id))
    if (change?.state !== 'running') return
    after = await runBatch(database, change, after, at)
    if (after !== null && performance.now() > until) return database.transaction((tx) => enqueueRun(tx, id))
  }
  const running = and(eq(bulkChanges.id, id), eq(bulkChanges.state, 'running'))
  await database.db.update(bulkChanges).set({ state: 'done', finishedAt: at.now() }).where(running)
}

/** Changes a batch of members. Returns the last one's id; null: none was left. */
async function runBatch(database: Database, change: BulkChangeRow, after: number, at: At): Promise<number | null> {
  const waiting = and(eq(bulkTargets.changeId, change.id), eq(bulkTargets.state, 'waiting'), gt(bulkTargets.accountId, after))
  const rows = await database.db.select().from(bulkTargets).where(waiting).orderBy(asc(bulkTargets.accountId)).limit(BATCH)
  // Read per batch, so that an operator who loses the role stops changing members.
  const by = await starterOf(database.db, change, at.factorRequired)
  for (const { accountId } of rows) await changeOne(database, by, change, accountId, at)
  return rows.at(-1)?.accountId ?? null
}

async function changeOne(database: Database, by: Actor, change: BulkChangeRow, accountId: number, { now, zone }: At): Promise<void> {
  const why = { reason: change.reason, tells: change.tell }
  try {
    await database.transaction(async (tx) => {
      if (await settle(tx, change.id, accountId, { state: 'done' }))
        await actOnMember(tx, by, accountId, change.action, why, { now: now(), zone })
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await settle(database.db, change.id, accountId, { state: 'failed', problem: error.code })
  }
}

/** Stores the result for a member; false: another process did so first. */
async function settle(db: Db | Tx, changeId: number, accountId: number, set: Partial<typeof bulkTargets.$inferInsert>): Promise<boolean> {
  const one = and(eq(bulkTargets.changeId, changeId), eq(bulkTargets.accountId, accountId), eq(bulkTargets.state, 'waiting'))
  const rows = await db.update(bulkTargets).set(set).where(one).returning({ id: bulkTargets.accountId })
  return rows.length > 0
}

/** The operator who started the change, with their present permissions. */
async function starterOf(db: Db, { byAccountId: accountId, ip, device }: BulkChangeRow, factorRequired: boolean): Promise<Actor> {
  const { role, factorSince, bannedAt } = foundRow(
    await db
      .select({ role: staffRoles, factorSince: authenticators.confirmedAt, bannedAt: accounts.bannedAt })
      .from(accounts)
      .leftJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
      .leftJoin(authenticators, eq(authenticators.accountId, accounts.id))
      .where(eq(accounts.id, accountId)),
  )
  const { kind, permissions } = callerRights({ role: bannedAt ? null : role, factorSince }, factorRequired)
  return { kind, permissions, accountId, name: null, origin: ip === null ? null : { ip, device: device ?? '' } }
}
