import { eq } from 'drizzle-orm'
import type { UserChange } from '@portico/contract/accounts-admin'
import type { RestDecision } from '@portico/contract/orders-admin'
import { type Actor, requirePermission } from '../actor.ts'
import { record } from '../audit/record.ts'
import { earnersOf } from '../commissions/accrue-commission.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { siteNames } from '../in-language.ts'
import { moveEnd } from '../orders/terms/move-end.ts'
import { decideRest } from '../orders/value/decide-rest.ts'
import { replacePlan } from '../orders/value/replace-plan.ts'
import { conditionsOf, toOwnColumns } from '../subscriptions/conditions.ts'
import { plans } from '../plans/plans.table.ts'
import { endSessions } from '../sessions/sessions.ts'
import { cycleBytes, usedOfCycle } from '../subscriptions/carry-over.ts'
import { changeSubscription, firstCycle, lockSubscription, noPlan, type SubscriptionChange } from '../subscriptions/change-subscription.ts'
import { noParts, withQuota } from '../subscriptions/parts/parts.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { keepOneOwner } from '../roles/owners.ts'
import type { AccountRow } from '../accounts/accounts.table.ts'
import { lockAccount, lockForAccess } from './change-access.ts'
import { chooseInviter } from '../accounts/choose-inviter.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { setIdentity } from './change-identities.ts'
import { warnOwner } from '../accounts/warn-owner.ts'
import { requireGoodPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { updateAccount } from '../accounts/write-account.ts'

/**
 * Changes an account for an operator. Absent fields stay, null clears. Refuses a stale `version`. A plan sets group, quota and
 * limits. A new password or a suspension ends every session of the account at once. The member is told of a new address or password, and
 * payouts to them wait for a while. Throws `member.rest_undecided` if another plan replaces one with an unused part.
 */
export async function changeUser(
  database: Database,
  by: Actor,
  id: number,
  { version, change, decision }: { version: number; change: UserChange; decision?: RestDecision | undefined },
  context: Context,
): Promise<void> {
  const { now, settings } = context
  const needed = accessOf(change)
  for (const one of needed) requirePermission(by, one)
  if (isMoney(change)) requirePermission(by, 'money.adjust')
  const passwordHash = change.password === undefined ? undefined : await hashPassword(change.password)
  await database.transaction(async (tx) => {
    // Before the account's row is locked: a change that waits here must not hold a row that the change ahead of it needs.
    const inviterId = typeof change.inviter === 'string' ? await chooseInviter(tx, id, change.inviter) : change.inviter
    const before = needed[0] ? await lockForAccess(tx, by, id, needed[0]) : await lockAccount(tx, id)
    if (before.version !== version) throw new AppError('account.version_conflict')
    if (change.password !== undefined) requireGoodPassword(change.password, [before.email, change.email ?? null, ...siteNames(settings)])
    if (change.banned === true) await keepOneOwner(tx, id)
    // Before the address, whose change keeps purchases from referring to the account.
    const subscriptionBefore = await lockSubscription(tx, id)
    if (change.email !== undefined) await setIdentity(database, tx, before, emailIdentity(change.email, null), now)
    if (passwordHash !== undefined)
      await warnOwner(database, tx, before, { template: 'password_changed', data: { time: now.toISOString() } }, now)
    const after = await updateAccount(tx, id, accountChange(before, change, { passwordHash, inviterId, now }))
    const leaves = change.plan_id !== undefined && change.plan_id !== subscriptionBefore.planId
    const rest = leaves ? await decideRest(tx, subscriptionBefore, decision, { ...context, currency: settings['site.currency'] }) : null
    const changed = await subscriptionChange(tx, subscriptionBefore, change, { now, settings })
    await changeSubscription(tx, id, leaves ? { ...unused, ...changed } : changed, now)
    if (rest) await replacePlan(tx, subscriptionBefore, rest, now)
    if (passwordHash !== undefined || change.banned === true) await endSessions(tx, id)
    const sides = { before: { ...subscriptionBefore, ...before }, after: { ...(await lockSubscription(tx, id)), ...after, version } }
    // Accounts that gain: up to three inviters above earn too.
    const isAboutCommission = [change.inviter, change.commission_rate, change.commission_mode].some((value) => value !== undefined)
    const beneficiary = isAboutCommission ? await earnersOf(tx, id) : id
    await record(tx, by, { action: 'member.update', entity: 'member', beneficiary, id, ...sides, reason: decision?.reason ?? null }, now)
  })
}

/** Permissions that a change needs, if it lets somebody in or keeps them out. */
function accessOf({ email, password, banned }: UserChange): ('members.access' | 'members.link')[] {
  const opens = email !== undefined || password !== undefined
  return [...(opens ? ['members.access' as const] : []), ...(banned === undefined ? [] : ['members.link' as const])]
}

/** Whether a change affects what the member's orders cost and earn. */
const isMoney = (change: UserChange): boolean =>
  [change.discount_percent, change.commission_rate, change.commission_mode, change.inviter].some((value) => value !== undefined)

type Found = { passwordHash: string | undefined; inviterId: number | null | undefined; now: Date }

function accountChange(account: AccountRow, change: UserChange, { passwordHash, inviterId, now }: Found): Partial<AccountRow> {
  const set: Partial<AccountRow> = { version: account.version + 1 }
  if (passwordHash !== undefined) set.passwordHash = passwordHash
  if (passwordHash !== undefined || change.email !== undefined) set.accessChangedAt = now
  if (change.remarks !== undefined) set.remarks = change.remarks
  if (change.discount_percent !== undefined) set.discountPercent = change.discount_percent
  if (change.commission_rate !== undefined) set.commissionRate = change.commission_rate
  if (change.commission_mode !== undefined) set.commissionMode = change.commission_mode
  if (inviterId !== undefined) set.inviterId = inviterId
  if (change.banned !== undefined) set.bannedAt = change.banned ? (account.bannedAt ?? now) : null
  return set
}

async function subscriptionChange(tx: Tx, before: SubscriptionRow, change: UserChange, context: Context): Promise<SubscriptionChange> {
  const subscription: SubscriptionChange = change.plan_id === undefined ? {} : await planChange(tx, change.plan_id, context)
  if (change.expired_at !== undefined) {
    const end = change.expired_at === null ? null : new Date(change.expired_at)
    // With another plan, the end is that of its own term.
    const stays = change.plan_id === undefined || change.plan_id === before.planId
    Object.assign(subscription, stays ? await moveEnd(tx, before, end, context) : { expiresAt: end })
  }
  if (change.plan_id !== undefined || change.transfer_enable !== undefined || change.extra_bytes !== undefined) {
    // If a given part begins, some of its bytes are those that carry over.
    const cycle = cycleBytes({ transferEnable: cycleBytes(before), extraBytes: 0, ...subscription })
    Object.assign(subscription, quotaAfter(cycle, subscription.extraBytes ?? before.extraBytes, change))
  }
  if (change.transfer_enable !== undefined && change.plan_id === undefined)
    Object.assign(subscription, withQuota({ ...before, ...subscription }, cycleBytes({ ...before, ...subscription })))
  if (change.u !== undefined) subscription.up = change.u
  if (change.d !== undefined) subscription.down = change.d
  // What was used of the plan stays used, although it can be used again.
  if (change.plan_id === undefined && (change.u !== undefined || change.d !== undefined)) {
    const { up = before.up, down = before.down } = subscription
    subscription.usedBefore = Math.max(0, before.usedBefore + usedOfCycle(before) - usedOfCycle({ ...before, up, down }))
  }
  return Object.assign(subscription, toOwnColumns(change))
}

/** The quota after a change by staff. `cycle`: bytes of each cycle. `carried`: bytes that stay with the member, across plans too. */
function quotaAfter(cycle: number, carried: number, change: UserChange): Pick<SubscriptionRow, 'transferEnable' | 'extraBytes'> {
  const extra = change.extra_bytes ?? carried
  const transferEnable = change.transfer_enable ?? cycle + extra
  if (!Number.isSafeInteger(transferEnable)) throw new AppError('redeem.too_much')
  return { transferEnable, extraBytes: Math.min(extra, transferEnable) }
}

/** Counters after a change of plan: what was used belongs to the plan that the member leaves. */
const unused = { up: 0, down: 0, usedBefore: 0 }

/** Columns for a plan that an operator gives; its cycles start today. */
async function planChange(tx: Tx, planId: number | null, { now, settings }: Context): Promise<SubscriptionChange> {
  if (planId === null) return { ...noPlan, expiresAt: null }
  const [plan] = await tx.select().from(plans).where(eq(plans.id, planId))
  if (!plan) throw new AppError('plan.not_found')
  const conditions = conditionsOf(plan, settings['subscription.reset_mode'])
  return { planId, ...conditions, ...firstCycle(conditions.resetMode, now, settings['site.timezone']), ...noParts }
}
