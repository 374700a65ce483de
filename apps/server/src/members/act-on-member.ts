import { randomUUID } from 'node:crypto'
import type { BulkAction } from '@portico/contract/bulk-changes-admin'
import type { ToldByStaff } from '@portico/contract/told-by-staff'
import { updateAccount } from '../accounts/write-account.ts'
import { type Actor, requirePermission } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { tell } from '../events/tell.ts'
import { dropDevices } from '../nodes/member-devices.ts'
import { keepOneOwner } from '../roles/owners.ts'
import { endSessions } from '../sessions/sessions.ts'
import { lockSubscription, resetSecrets } from '../subscriptions/change-subscription.ts'
import { giveGift } from '../subscriptions/gift-subscription.ts'
import { broughtBy } from '../subscriptions/parts/parts.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { lockForAccess, requireOpen } from './change-access.ts'
import { givePlan } from './give-plan.ts'
import { giveTraffic } from './give-traffic.ts'

/** Actions that staff can take for a member with one click. */
export type Act = BulkAction | { kind: 'new_link' } | { kind: 'devices' }
/** `tells`: the member gets a message about it. */
export type Why = { reason: string; tells: boolean }
export type At = { now: Date; zone: string }

/**
 * Does one thing for a member in the caller's transaction, and records it with its reason. Throws `not_found` for staff without the
 * permission, `account.closed`, `account.other_plan`, `account.needs_plan`, `account.permanent_plan` and `account.needs_running_plan`. Days, bytes and messages
 * come again with each call; the rest may be called twice.
 */
export async function actOnMember(tx: Tx, by: Actor, id: number, act: Act, { reason, tells }: Why, at: At): Promise<void> {
  let told = toldOf(act)
  switch (act.kind) {
    case 'suspend':
      await suspend(tx, by, id, reason, at.now)
      break
    case 'lift':
      await lift(tx, by, id, reason, at.now)
      break
    case 'extend':
      told = { ...told, ...(await extend(tx, by, id, { ...act, reason }, at)) }
      break
    case 'plan': {
      const given = { planId: act.plan_id, days: act.days, waitDays: act.wait_days, reason }
      const { startsBy } = await givePlan(tx, by, id, given, at)
      told = { ...told, ...(startsBy && { starts_by: startsBy.toISOString() }) }
      break
    }
    case 'traffic':
      await giveTraffic(tx, by, id, { ...act, reason }, at)
      break
    case 'new_link':
      await lockForAccess(tx, by, id, 'members.link')
      await resetSecrets(tx, by, id, at.now, reason)
      break
    case 'devices':
      await resetDevices(tx, by, id, reason, at.now)
      break
    case 'message':
      await message(tx, by, id, act.text, reason, at.now)
  }
  if (tells || act.kind === 'message') await tellMember(tx, id, told, at.now)
}

async function suspend(tx: Tx, by: Actor, id: number, reason: string, now: Date): Promise<void> {
  const account = await lockForAccess(tx, by, id, 'members.link')
  if (account.bannedAt) return
  await keepOneOwner(tx, id)
  await updateAccount(tx, id, { bannedAt: now, version: account.version + 1 })
  await endSessions(tx, id)
  const sides = { before: { bannedAt: null }, after: { bannedAt: now } }
  await record(tx, by, { action: 'member.suspend', entity: 'member', id, ...sides, reason }, now)
}

async function lift(tx: Tx, by: Actor, id: number, reason: string, now: Date): Promise<void> {
  const account = await lockForAccess(tx, by, id, 'members.link')
  if (!account.bannedAt) return
  await updateAccount(tx, id, { bannedAt: null, version: account.version + 1 })
  const sides = { before: { bannedAt: account.bannedAt }, after: { bannedAt: null } }
  await record(tx, by, { action: 'member.lift_suspension', entity: 'member', id, ...sides, reason }, now)
}

/** Returns what the days bring, for the member. */
async function extend(
  tx: Tx,
  by: Actor,
  id: number,
  given: { days: number; reason: string },
  { now, zone }: At,
): Promise<Pick<ToldByStaff, 'bytes' | 'begins_at'>> {
  requirePermission(by, 'members.write')
  await requireOpen(tx, id)
  const subscription = await lockSubscription(tx, id)
  if (subscription.groupId === null) throw new AppError('account.needs_plan')
  if (subscription.expiresAt === null) throw new AppError('account.permanent_plan')
  await giveGift(tx, subscription, { kind: 'days', days: given.days }, now, zone)
  const after = await lockSubscription(tx, id)
  const { begins, bytes } = broughtBy(subscription, after)
  const sides = { before: termOf(subscription), after: { ...termOf(after), days: given.days, bytes } }
  await record(tx, by, { action: 'member.extend', entity: 'member', id, ...sides, reason: given.reason }, now)
  return { bytes, begins_at: begins.toISOString() }
}

const termOf = ({ expiresAt, nextResetAt }: SubscriptionRow) => ({ expiresAt, nextResetAt })

async function resetDevices(tx: Tx, by: Actor, id: number, reason: string, now: Date): Promise<void> {
  requirePermission(by, 'members.write')
  await requireOpen(tx, id)
  const devices = await dropDevices(tx, id)
  // Recorded even when nothing was stored: support has done it, and the reason is worth reading.
  const sides = { before: { devices }, after: { devices: 0, devicesResetAt: now } }
  await record(tx, by, { action: 'member.reset_devices', entity: 'member', id, ...sides, reason }, now)
}

async function message(tx: Tx, by: Actor, id: number, text: string, reason: string, now: Date): Promise<void> {
  requirePermission(by, 'members.write')
  await requireOpen(tx, id)
  await record(tx, by, { action: 'member.message', entity: 'member', id, after: { text }, reason: reason || null }, now)
}

function toldOf(act: Act): ToldByStaff {
  switch (act.kind) {
    case 'suspend':
      return { what: 'suspended' }
    case 'lift':
      return { what: 'lifted' }
    case 'extend':
      return { what: 'extended', days: act.days }
    case 'plan':
      return { what: 'plan', days: act.days }
    case 'traffic':
      return { what: 'traffic', bytes: act.bytes }
    case 'message':
      return { what: 'message', text: act.text }
    case 'new_link':
    case 'devices':
      return { what: act.kind }
  }
}

/** Tells the member of each act: two gifts of a week are two messages. */
async function tellMember(tx: Tx, id: number, data: ToldByStaff, now: Date): Promise<void> {
  await tell(tx, id, { type: 'told_by_staff', cause: `told_by_staff ${randomUUID()}`, data }, now)
}
