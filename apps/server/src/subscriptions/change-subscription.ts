import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Actor, Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { endEventsOf } from '../events/end-events.ts'
import { addMonths, dayOfMonth, isOnAnchor } from '../calendar.ts'
import { newCycle } from './carry-over.ts'
import { isActive } from './state.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

export function newToken(): string {
  return randomBytes(16).toString('hex')
}

/** The empty subscription that every account has from the start. */
export async function createSubscription(tx: Tx, accountId: number): Promise<void> {
  await tx.insert(subscriptions).values({ accountId, token: newToken(), uuid: randomUUID() })
}

/** Locks and reads an account's subscription. All code that changes it, or sells to its holder, starts here. Throws `subscription.none`. */
export async function lockSubscription(tx: Tx, accountId: number): Promise<SubscriptionRow> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)).for('update')
  if (!row) throw new AppError('subscription.none')
  return row
}

export type Grant = {
  planId: number | null
  groupId: number
  transferEnable: number
  speedLimit: number | null
  deviceLimit: number | null
  /** Calendar months to add; null: permanent. */
  months: number | null
}

/** The fields that a granted term sets. */
export type GrantedTerm = Required<Omit<SubscriptionChange, 'up' | 'down' | 'ownSpeedLimit' | 'ownDeviceLimit'>> &
  Pick<SubscriptionChange, 'up' | 'down'>

/**
 * A running term of the same plan is extended from its end and keeps its used traffic; anything else starts now with none used. Bytes that
 * carry over stay on top of the grant. `start`: when the granted time starts.
 */
export function termAfter(current: SubscriptionRow, grant: Grant, now: Date, zone: string): { start: Date; subscription: GrantedTerm } {
  const extends_ = current.planId === grant.planId && isActive(current, now) && current.expiresAt !== null && grant.months !== null
  const start = extends_ && current.expiresAt ? current.expiresAt : now
  // An end that was moved by hand is no longer on the anchor day: months then count from the new end.
  const keepsDay = extends_ && current.anchorDay !== null && isOnAnchor(start, current.anchorDay, zone)
  const anchorDay = (keepsDay ? current.anchorDay : null) ?? dayOfMonth(start, zone)
  const { months, ...limits } = grant
  const counted = extends_ ? current : newCycle(current)
  const subscription = {
    ...limits,
    transferEnable: limits.transferEnable + counted.extraBytes,
    extraBytes: counted.extraBytes,
    expiresAt: months === null ? null : addMonths(start, months, anchorDay, zone),
    anchorDay: months === null ? null : anchorDay,
    // An extension continues the current cycle: it grants no second quota.
    nextResetAt: months === null ? null : ((extends_ ? current.nextResetAt : null) ?? nextReset(now, start, anchorDay, zone)),
    ...(extends_ ? {} : { up: 0, down: 0 }),
  }
  return { start, subscription }
}

/** Applies `termAfter` to a locked subscription. */
export async function grantTerm(
  tx: Tx,
  current: SubscriptionRow,
  grant: Grant,
  now: Date,
  zone: string,
): Promise<{ start: Date; row: SubscriptionRow }> {
  const { start, subscription: term } = termAfter(current, grant, now, zone)
  // A problem with the previous term's renewal does not concern this one.
  const change = { ...term, ...(current.renewProblem !== null && { renewProblem: null, renewAfter: null }) }
  const over = [
    'renewal_problem' as const,
    'renewal_price' as const,
    'plan_expiring' as const,
    ...(startsOver(term) ? ['usage_alert' as const] : []),
  ]
  await tx.update(subscriptions).set(change).where(eq(subscriptions.accountId, current.accountId))
  await endEventsOf(tx, [current.accountId], over, now)
  return { start, row: { ...current, ...change } }
}

/** The first reset after `now`, if cycles start on the anchor day, counted from `from`. */
export function nextReset(now: Date, from: Date, anchorDay: number, zone: string): Date {
  let at = addMonths(from, 1, anchorDay, zone)
  while (at <= now) at = addMonths(at, 1, anchorDay, zone)
  return at
}

/** Gives the caller a new link and a new credential and returns their subscription. The old ones stop working at once. */
export async function resetOwnSecrets({ transaction }: Database, by: Caller, now: Date): Promise<SubscriptionRow> {
  return transaction((tx) => resetSecrets(tx, by, by.accountId, now))
}

/**
 * `resetOwnSecrets` for any account, in the caller's transaction: the caller has checked that `by` may. The old ones stop with the commit.
 */
export async function resetSecrets(tx: Tx, by: Actor, accountId: number, now: Date): Promise<SubscriptionRow> {
  const before = await lockSubscription(tx, accountId)
  const secrets = { token: newToken(), uuid: randomUUID() }
  await tx.update(subscriptions).set(secrets).where(eq(subscriptions.accountId, accountId))
  const after = { ...before, ...secrets }
  await record(tx, by, { action: 'member.reset_secret', entity: 'member', id: accountId, before, after }, now)
  return after
}

export type SubscriptionChange = Partial<
  Pick<
    SubscriptionRow,
    | 'planId'
    | 'groupId'
    | 'transferEnable'
    | 'extraBytes'
    | 'up'
    | 'down'
    | 'speedLimit'
    | 'deviceLimit'
    | 'ownSpeedLimit'
    | 'ownDeviceLimit'
    | 'expiresAt'
    | 'anchorDay'
    | 'nextResetAt'
  >
>

/** Sets fields of a subscription directly. Absent fields stay. */
export async function changeSubscription(tx: Tx, accountId: number, change: SubscriptionChange, now: Date): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.update(subscriptions).set(change).where(eq(subscriptions.accountId, accountId))
  if (startsOver(change)) await endEventsOf(tx, [accountId], ['usage_alert'], now)
  // A permanent term needs no renewal.
  if (change.expiresAt === null) await endEventsOf(tx, [accountId], ['renewal_problem', 'renewal_price'], now)
}

/** Whether the change sets the used traffic back to zero. */
function startsOver({ up, down }: SubscriptionChange): boolean {
  return up === 0 && down === 0
}

/** Counters stop here: beyond this, neither JSON nor this program is exact. */
const MAX_BYTES = Number.MAX_SAFE_INTEGER

/** The driver takes five milliseconds to convert an array of ten thousand numbers, this a fraction of one. */
function arrayText(numbers: number[]): string {
  return `{${numbers.join(',')}}`
}

/** Adds billed bytes, row by row of the parallel arrays, as relative increments. Accounts that do not exist are skipped. */
export async function addUsage(tx: Tx, usage: { accountIds: number[]; ups: number[]; downs: number[] }, now: Date): Promise<void> {
  await tx.execute(sql`
    update subscriptions s
    set up = least(s.up + t.up, ${MAX_BYTES}), down = least(s.down + t.down, ${MAX_BYTES}), used_at = ${now}
    from unnest(${arrayText(usage.accountIds)}::bigint[], ${arrayText(usage.ups)}::bigint[], ${arrayText(usage.downs)}::bigint[]) as t (id, up, down)
    where s.account_id = t.id`)
}
