import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { ResetMode } from '@portico/contract/reset-mode'
import type { Actor, Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { endEventsOf } from '../events/end-events.ts'
import { revokeAllLinks } from '../links/revoke-links.ts'
import { noLimits } from './conditions.ts'
import type { Conditions } from '../plans/plans.table.ts'
import { addMonths, dayOfMonth, isOnAnchor } from '../calendar.ts'
import { begunTerm } from './begun-term.ts'
import { type Counted, newCycle } from './carry-over.ts'
import { boughtUntil, noParts, shiftParts } from './parts/parts.ts'
import { resetAfter } from './reset-days.ts'
import { dropSecrets } from './secrets/own-secrets.ts'
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

/** `months`: calendar months to add; null: permanent. */
export type Grant = Conditions & { planId: number | null; months: number | null }

/** `start`, `end` of granted time; `end` null: permanent. `isAhead`: its conditions apply from `start`. */
export type Granted = { start: Date; end: Date | null; isAhead: boolean; term: SubscriptionChange & { expiresAt: Date | null } }

/**
 * A running term of the same plan is extended from the end of what was bought: traffic, cycles and conditions stay as they are until then,
 * and given days that have not begun come later. Anything else starts now with no traffic used. Bytes that carry over stay on top of the
 * grant. A held term begins with it.
 */
export function termAfter(held: SubscriptionRow, grant: Grant, now: Date, siteZone: string): Granted {
  const begun = begunTerm(held, now, now, siteZone)
  const current = { ...held, ...begun }
  const { months, planId, ...conditions } = grant
  const start = boughtUntil(current)
  const isAhead = current.planId === planId && isActive(current, now) && start !== null && months !== null
  if (!isAhead || current.expiresAt === null) {
    const anchorDay = dayOfMonth(now, siteZone)
    const end = months === null ? null : addMonths(now, months, anchorDay, siteZone)
    const cycles = months === null ? noCycles : firstCycle(conditions.resetMode, now, siteZone)
    const term = { planId, ...newTerm(current, conditions), ...cycles, ...noParts, expiresAt: end }
    return { start: now, end, isAhead: false, term }
  }
  const zone = current.resetZone ?? siteZone
  // An end that was moved by hand is no longer on the anchor day: months then count from the new end.
  const keepsDay = current.anchorDay !== null && isOnAnchor(start, current.anchorDay, zone)
  const anchorDay = (keepsDay ? current.anchorDay : null) ?? dayOfMonth(start, zone)
  const end = addMonths(start, months, anchorDay, zone)
  const later = end.getTime() - start.getTime()
  const nextResetAt = current.nextResetAt ?? resetAfter(start, { resetMode: current.resetMode, anchorDay, zone })
  const term = { ...begun, expiresAt: new Date(current.expiresAt.getTime() + later), nextResetAt, ...shiftParts(current, start, later) }
  return { start, end, isAhead, term }
}

/** Quota and limits of a term that begins with nothing used. */
export function newTerm(current: SubscriptionRow, conditions: Conditions): Conditions & Counted {
  const counters = newCycle(current)
  return { ...conditions, ...counters, transferEnable: conditions.transferEnable + counters.extraBytes }
}

/** The first cycle of a term that begins at `start`, on that day of the month. */
export function firstCycle(
  resetMode: ResetMode,
  start: Date,
  zone: string,
): { startsBy: null; anchorDay: number; resetZone: string; cycleBeganAt: Date; nextResetAt: Date | null } {
  const anchorDay = dayOfMonth(start, zone)
  return { startsBy: null, anchorDay, resetZone: zone, cycleBeganAt: start, nextResetAt: resetAfter(start, { resetMode, anchorDay, zone }) }
}

const noCycles = { startsBy: null, anchorDay: null, resetZone: null, cycleBeganAt: null, nextResetAt: null }

/** Columns of a subscription without a plan. */
export const noPlan = { planId: null, groupId: null, transferEnable: 0, ...noLimits, ...noCycles, ...noParts }

/** Applies `termAfter` to a locked subscription. */
export async function grantTerm(
  tx: Tx,
  current: SubscriptionRow,
  grant: Grant,
  now: Date,
  zone: string,
): Promise<Omit<Granted, 'term'> & { row: SubscriptionRow }> {
  const { term, ...granted } = termAfter(current, grant, now, zone)
  // A problem with the previous term's renewal does not concern this one.
  const change = { ...term, ...(current.renewProblem !== null && { renewProblem: null, renewAfter: null }) }
  const over = [
    'renewal_problem' as const,
    'renewal_price' as const,
    'price_announced' as const,
    'plan_expiring' as const,
    ...(startsOver(term) ? ['usage_alert' as const] : []),
  ]
  await tx.update(subscriptions).set(change).where(eq(subscriptions.accountId, current.accountId))
  await endEventsOf(tx, [current.accountId], over, now)
  return { ...granted, row: { ...current, ...change } }
}

/**
 * Gives the caller a new link and a new credential, for every protocol, and returns their subscription. The old ones, of other panels too,
 * stop working at once; devices that have their own keep them.
 */
export async function resetOwnSecrets({ transaction }: Database, by: Caller, now: Date): Promise<SubscriptionRow> {
  return transaction((tx) => resetSecrets(tx, by, by.accountId, now))
}

/**
 * `resetOwnSecrets` for any account, in the caller's transaction: the caller has checked that `by` may. The old ones stop with the commit.
 */
export async function resetSecrets(tx: Tx, by: Actor, accountId: number, now: Date, reason?: string): Promise<SubscriptionRow> {
  const before = await lockSubscription(tx, accountId)
  const secrets = { token: newToken(), uuid: randomUUID() }
  await tx.update(subscriptions).set(secrets).where(eq(subscriptions.accountId, accountId))
  await dropSecrets(tx, accountId, { device: 0 })
  await revokeAllLinks(tx, accountId, now, 0)
  const after = { ...before, ...secrets }
  await record(tx, by, { action: 'member.reset_secret', entity: 'member', id: accountId, before, after, reason: reason ?? null }, now)
  return after
}

/** All but secrets and the member's choices. */
export type SubscriptionChange = Partial<
  Omit<SubscriptionRow, 'accountId' | 'token' | 'uuid' | 'usedAt' | 'autoRenew' | 'renewAfter' | 'renewProblem'>
>

/** Sets fields of a subscription directly. Absent fields stay. */
export async function changeSubscription(tx: Tx, accountId: number, change: SubscriptionChange, now: Date): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return
  await tx.update(subscriptions).set(change).where(eq(subscriptions.accountId, accountId))
  if (startsOver(change)) await endEventsOf(tx, [accountId], ['usage_alert'], now)
  // A permanent term needs no renewal.
  if (change.expiresAt === null) await endEventsOf(tx, [accountId], ['renewal_problem', 'renewal_price', 'price_announced'], now)
}

/** Whether the change sets the used traffic back to zero. */
function startsOver({ up, down }: SubscriptionChange): boolean {
  return up === 0 && down === 0
}

/** Most bytes of a counter, exact in JSON. */
const MAX_BYTES = Number.MAX_SAFE_INTEGER

/** An array as SQL text: the driver takes 5 ms for ten thousand numbers, this a fraction of one. */
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
