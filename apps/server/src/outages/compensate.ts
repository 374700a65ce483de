import { and, asc, count, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Compensation } from '@portico/contract/outages'
import type { Settings } from '@portico/contract/settings-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { type Actor, barredFrom } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { namesAs } from '../in-language.ts'
import { type NewEvent, tellMany } from '../events/tell.ts'
import { TURN_MS } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { nodeGroups, type NamedNode, nodes, pastNodeGroups } from '../nodes/nodes.table.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { type Gift, giveGift } from '../subscriptions/gift-subscription.ts'
import { broughtBy } from '../subscriptions/parts/parts.ts'
import { activeSql, isActive } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { outageGifts, type OutageRow, outages } from './outages.table.ts'

const BATCH = 100
export const COMPENSATE_JOB = 'compensate_outage'

/** Starts the compensation that the settings promise for an outage that is over, unless it was short or is compensated already. */
export async function compensateAtEnd(
  tx: Tx,
  by: Actor,
  outage: OutageRow & { endedAt: Date },
  settings: Settings,
  now: Date,
): Promise<void> {
  const minutes = (outage.endedAt.getTime() - outage.beganAt.getTime()) / 60_000
  if (!settings['compensation.enabled'] || outage.compensation || minutes < settings['compensation.minutes']) return
  await begin(tx, by, outage, promised(settings), now)
}

/** The compensation that the settings promise. */
export function promised(settings: Settings): Compensation {
  return settings['compensation.kind'] === 'days'
    ? { kind: 'days', days: settings['compensation.days'] }
    : { kind: 'traffic', bytes: settings['compensation.gb'] * 2 ** 30 }
}

/** Compensates an outage of any length, once. A job then gives members their compensation. Throws `outage.compensated`. */
export async function compensateOutage(
  { transaction }: Database,
  by: Actor,
  id: number,
  compensation: Compensation,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const outage = foundRow(await tx.select().from(outages).where(eq(outages.id, id)).for('update'))
    if (outage.compensation) throw new AppError('outage.compensated')
    await begin(tx, by, outage, compensation, now)
  })
}

/** How many members a compensation would reach now. */
export async function countCompensated(
  db: Db,
  by: Actor,
  { id, compensation }: { id: number; compensation: Compensation },
  now: Date,
): Promise<number> {
  const outage = { ...(await find(db, id)), barred: barredFrom(by) }
  const [row] = await db
    .select({ n: count() })
    .from(subscriptions)
    .innerJoin(accounts, isHolder)
    .where(reached(outage, compensation, now))
  return row?.n ?? 0
}

/**
 * Gives the decided compensation to every member the node served, once each. Each batch is a transaction, so it may be interrupted
 * and called again; after its turn it enqueues itself. Skips a gift that would be refused, such as days for a plan without an end. `barred`: the account of the staff member
 * who decided it, who gets nothing.
 */
export async function giveCompensation(
  database: Database,
  { id, barred }: { id: number; barred: number | null },
  now: Date,
  zone: string,
): Promise<void> {
  const outage = await find(database.db, id)
  const { compensation } = outage
  if (!compensation) return
  const decided = { ...outage, barred, compensation, node: await nameOf(database.db, outage.nodeId) }
  const until = performance.now() + TURN_MS
  for (let after: number | null = 0; after !== null;) {
    after = await database.transaction((tx) => giveBatch(tx, decided, { after: after ?? 0, now, zone }))
    if (after !== null && performance.now() > until) return database.transaction((tx) => enqueueGiving(tx, id, barred))
  }
}

async function enqueueGiving(tx: Tx, id: number, barred: number | null): Promise<void> {
  await enqueue(tx, COMPENSATE_JOB, { outage_id: id, barred }, { key: `${COMPENSATE_JOB} ${id}` })
}

type Reaching = OutageRow & { barred: number | null }
type Decided = Reaching & { compensation: Compensation; node: NamedNode }

/** Compensates a batch of members. Returns the last account; null: none was left. */
async function giveBatch(tx: Tx, outage: Decided, at: { after: number; now: Date; zone: string }): Promise<number | null> {
  const rows = await tx
    .select({ id: subscriptions.accountId })
    .from(subscriptions)
    .innerJoin(accounts, isHolder)
    .where(and(gt(subscriptions.accountId, at.after), reached(outage, outage.compensation, at.now)))
    .orderBy(asc(subscriptions.accountId))
    .limit(BATCH)
  const told: (NewEvent & { accountId: number })[] = []
  for (const { id: accountId } of rows) {
    const given = await giveOne(tx, outage, accountId, at)
    if (given) told.push({ accountId, ...compensated(outage, given) })
  }
  await tellMany(tx, told, at.now)
  return rows.at(-1)?.id ?? null
}

/** Start and bytes of given days; absent for traffic. */
type Given = { brings?: { begins_at: string; bytes: number } }

function compensated({ id, node, beganAt, endedAt, compensation }: Decided, given: Given): NewEvent {
  const told = { node: node.name, translations: namesAs(node.translations, 'node') }
  const data = { ...told, began_at: beganAt.toISOString(), ended_at: endedAt?.toISOString() ?? null, compensation, ...given }
  return { type: 'outage_compensation', cause: `outage_compensation ${id}`, data }
}

/** Compensates one member; null: nothing to give. */
async function giveOne(
  tx: Tx,
  { id, compensation }: Decided,
  accountId: number,
  { now, zone }: { now: Date; zone: string },
): Promise<Given | null> {
  const subscription = await lockSubscription(tx, accountId)
  if (!isActive(subscription, now)) return null
  const isNew = await tx
    .insert(outageGifts)
    .values({ outageId: id, accountId, at: now })
    .onConflictDoNothing()
    .returning({ id: outageGifts.outageId })
  if (isNew.length === 0) return null
  try {
    const gift: Gift = compensation.kind === 'traffic' ? { ...compensation, keeps: true } : compensation
    await giveGift(tx, subscription, gift, now, zone)
    if (gift.kind !== 'days') return {}
    const { begins, bytes } = broughtBy(subscription, await lockSubscription(tx, accountId))
    return { brings: { begins_at: begins.toISOString(), bytes } }
  } catch (error) {
    // Refused before anything was written.
    if (!(error instanceof AppError)) throw error
    await tx.delete(outageGifts).where(and(eq(outageGifts.outageId, id), eq(outageGifts.accountId, accountId)))
    return null
  }
}

async function begin(tx: Tx, by: Actor, before: OutageRow, compensation: Compensation, now: Date): Promise<void> {
  const { id } = before
  await tx.update(outages).set({ compensation }).where(eq(outages.id, id))
  await enqueueGiving(tx, id, barredFrom(by))
  await record(tx, by, { action: 'outage.compensate', entity: 'outage', id, before, after: { ...before, compensation } }, now)
}

async function find(db: Db, id: number): Promise<OutageRow> {
  return foundRow(await db.select().from(outages).where(eq(outages.id, id)))
}

async function nameOf(db: Db, nodeId: number): Promise<NamedNode> {
  const [node] = await db.select({ name: nodes.name, translations: nodes.translations }).from(nodes).where(eq(nodes.id, nodeId))
  return node ?? { name: '', translations: {} }
}

const isHolder = eq(accounts.id, subscriptions.accountId)

/** Members with a running plan in a group of the node or its children, who were there before the outage ended. */
function reached({ id, nodeId, beganAt, endedAt, barred }: Reaching, { kind }: Compensation, now: Date): SQL | undefined {
  const family = sql`(select ${nodes.id} from ${nodes} where ${nodes.id} = ${nodeId} or ${nodes.parentId} = ${nodeId})`
  return and(
    activeSql(now),
    isNull(accounts.bannedAt),
    barred === null ? undefined : ne(accounts.id, barred),
    lt(accounts.createdAt, endedAt ?? now),
    sql`${subscriptions.groupId} in (
      select group_id from ${nodeGroups} where node_id in ${family}
      union select group_id from ${pastNodeGroups} where node_id in ${family} and left_at >= ${beganAt})`,
    // Days are useless for a plan without an end.
    kind === 'days' ? isNotNull(subscriptions.expiresAt) : or(isNull(subscriptions.expiresAt), gt(subscriptions.expiresAt, now)),
    sql`not exists (select from ${outageGifts} g where g.outage_id = ${id} and g.account_id = ${subscriptions.accountId})`,
  )
}
