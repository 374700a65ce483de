import { and, count, eq, isNull } from 'drizzle-orm'
import type { UserChange } from '@portico/contract/accounts-admin'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { plans } from '../plans/plans.table.ts'
import { endSessions } from '../sessions/sessions.ts'
import { dayOfMonth } from '../subscriptions/calendar.ts'
import { cycleBytes } from '../subscriptions/carry-over.ts'
import { changeTerm, lockSubscription, nextReset, type TermChange } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { type AccountRow, accounts } from './accounts.table.ts'
import { chooseInviter } from './choose-inviter.ts'
import { emailKey } from './email-key.ts'
import { hashPassword } from './password.ts'

/**
 * An operator changes an account: absent fields stay, null clears. A stale `version` is refused. A plan brings its group,
 * quota and limits. A new password, a suspension or a changed role ends every session of the account at once.
 */
export async function changeUser(
  { transaction }: Database,
  by: { accountId: number },
  id: number,
  { version, change }: { version: number; change: UserChange },
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  const passwordHash = change.password === undefined ? undefined : await hashPassword(change.password)
  await transaction(async (tx) => {
    // Before the account's row: who waits for his turn must not hold what the one before him refers to.
    const inviterId = typeof change.inviter === 'string' ? await chooseInviter(tx, id, change.inviter) : change.inviter
    const account = await lockAccount(tx, id)
    if (account.version !== version) throw new AppError('account.version_conflict')
    const losesAdmin = account.isAdmin && (change.is_admin === false || change.banned === true)
    if (losesAdmin) await keepOneAdmin(tx)
    await updateAccount(tx, account, change, { passwordHash, inviterId, now })
    const before = await lockSubscription(tx, id)
    await changeTerm(tx, id, await termChange(tx, before, change, now, zone), now)
    const roleChanged = change.is_admin !== undefined && change.is_admin !== account.isAdmin
    if (passwordHash !== undefined || change.banned === true || roleChanged) await endSessions(tx, id)
    await record(tx, {
      actorId: by.accountId,
      action: 'user.change',
      target: `user ${id}`,
      before: { account, term: before },
      after: change,
      at: now,
    })
  })
}

async function lockAccount(tx: Tx, id: number): Promise<AccountRow> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update')
  if (!account) throw new AppError('not_found')
  return account
}

/** Locks all operators, so that two of them cannot each remove the other. */
async function keepOneAdmin(tx: Tx): Promise<void> {
  const which = and(eq(accounts.isAdmin, true), isNull(accounts.bannedAt))
  await tx.select({ id: accounts.id }).from(accounts).where(which).orderBy(accounts.id).for('update')
  const [row] = await tx.select({ n: count() }).from(accounts).where(which)
  if ((row?.n ?? 0) <= 1) throw new AppError('account.last_admin')
}

type Found = { passwordHash: string | undefined; inviterId: number | null | undefined; now: Date }

async function updateAccount(tx: Tx, account: AccountRow, change: UserChange, { passwordHash, inviterId, now }: Found): Promise<void> {
  const set: Partial<AccountRow> = { version: account.version + 1 }
  if (change.email !== undefined) Object.assign(set, { email: change.email, emailKey: emailKey(change.email) })
  if (passwordHash !== undefined) set.passwordHash = passwordHash
  if (change.is_admin !== undefined) set.isAdmin = change.is_admin
  if (change.remarks !== undefined) set.remarks = change.remarks
  if (change.discount_percent !== undefined) set.discountPercent = change.discount_percent
  if (change.commission_rate !== undefined) set.commissionRate = change.commission_rate
  if (change.commission_mode !== undefined) set.commissionMode = change.commission_mode
  if (inviterId !== undefined) set.inviterId = inviterId
  if (change.banned !== undefined) set.bannedAt = change.banned ? (account.bannedAt ?? now) : null
  try {
    await tx.update(accounts).set(set).where(eq(accounts.id, account.id))
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email_key'))
      throw new AppError('account.email_taken', { fields: { email: 'account.email_taken' } })
    throw error
  }
}

async function termChange(tx: Tx, before: SubscriptionRow, change: UserChange, now: Date, zone: string): Promise<TermChange> {
  const term: TermChange = change.plan_id === undefined ? {} : await planTerm(tx, change.plan_id, now, zone)
  if (change.expired_at !== undefined) term.expiresAt = change.expired_at === null ? null : new Date(change.expired_at)
  if (change.plan_id !== undefined || change.transfer_enable !== undefined || change.extra_bytes !== undefined)
    Object.assign(term, quotaAfter(term.transferEnable ?? cycleBytes(before), before, change))
  if (change.u !== undefined) term.up = change.u
  if (change.d !== undefined) term.down = change.d
  if (change.own_speed_limit !== undefined) term.ownSpeedLimit = change.own_speed_limit
  if (change.own_device_limit !== undefined) term.ownDeviceLimit = change.own_device_limit
  return term
}

/** `cycle`: what each cycle brings. What carries over stays with the member, also from one plan to another. */
function quotaAfter(cycle: number, before: SubscriptionRow, change: UserChange): Pick<SubscriptionRow, 'transferEnable' | 'extraBytes'> {
  const extra = change.extra_bytes ?? before.extraBytes
  const transferEnable = change.transfer_enable ?? cycle + extra
  if (!Number.isSafeInteger(transferEnable)) throw new AppError('redeem.too_much')
  return { transferEnable, extraBytes: Math.min(extra, transferEnable) }
}

const noTerm = {
  planId: null,
  groupId: null,
  transferEnable: 0,
  speedLimit: null,
  deviceLimit: null,
  expiresAt: null,
  anchorDay: null,
  nextResetAt: null,
}

/** A plan given by hand begins its cycles today. */
async function planTerm(tx: Tx, planId: number | null, now: Date, zone: string): Promise<TermChange> {
  if (planId === null) return noTerm
  const [plan] = await tx.select().from(plans).where(eq(plans.id, planId))
  if (!plan) throw new AppError('plan.not_found')
  const { groupId, transferEnable, speedLimit, deviceLimit } = plan
  const anchorDay = dayOfMonth(now, zone)
  return { planId, groupId, transferEnable, speedLimit, deviceLimit, anchorDay, nextResetAt: nextReset(now, now, anchorDay, zone) }
}
