import { randomInt, randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { FIRST_ROW } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { revokeAllLinks } from '../links/revoke-links.ts'
import { changeSubscription, lockSubscription, newToken } from '../subscriptions/change-subscription.ts'
import { dropSecrets } from '../subscriptions/secrets/own-secrets.ts'
import { LAST_ROW, linkedDevices, type LinkedDeviceRow } from './linked-devices.table.ts'
import { type HwidRule, placesOf, ruleOf } from './places.ts'

const DAY_MS = 86_400_000
const TRIES = 5

/**
 * Gives the actor's account a device with a link and a credential of its own. `sharedDays`: how long the account's link stays after the first;
 * 0: for good. Throws `device.no_plan`, and `device.no_place`.
 */
export async function addDevice(
  tx: Tx,
  by: Actor & { accountId: number },
  { name, sharedDays, rule }: { name: string; sharedDays: number; rule: HwidRule },
  now: Date,
): Promise<{ id: number; token: string }> {
  const subscription = await lockSubscription(tx, by.accountId)
  if (subscription.groupId === null) throw new AppError('device.no_plan')
  const { isFree, isKept, number } = await placesOf(tx, subscription, rule, 'link')
  if (!isFree || !isKept) throw new AppError('device.no_place')
  const token = newToken()
  const row = await insertRow(tx, { accountId: by.accountId, number, name, token, uuid: randomUUID(), createdAt: now })
  const sharedUntil = sharedDays > 0 ? new Date(now.getTime() + sharedDays * DAY_MS) : null
  const isFirst = subscription.ownDevices === 0
  const change = { ownDevices: subscription.ownDevices + 1, ...(isFirst && { sharedUntil }) }
  await changeSubscription(tx, by.accountId, change, now)
  await record(tx, by, { action: 'member.add_device', entity: 'member', beneficiary: null, id: by.accountId, after: sideOf(row) }, now)
  return { id: row.id, token }
}

/** With a number that nodes have not heard: random, so that none comes again after a backup was restored. */
async function insertRow(tx: Tx, values: Omit<typeof linkedDevices.$inferInsert, 'rowId'>): Promise<LinkedDeviceRow> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const rowId = randomInt(FIRST_ROW, LAST_ROW + 1)
    const given = { ...values, rowId }
    const [row] = await tx.insert(linkedDevices).values(given).onConflictDoNothing({ target: linkedDevices.rowId }).returning()
    if (row) return row
  }
  throw new Error('no number for a device was free')
}

/**
 * Takes a device's place, link and credential away; the others stay. The caller has checked that `by` may, and locked the account where staff
 * do it. Throws `not_found`.
 */
export async function removeDevice(tx: Tx, by: Actor, device: Pick<LinkedDeviceRow, 'id' | 'accountId'>, reason: string | null, now: Date) {
  const { id, accountId } = device
  const { ownDevices } = await lockSubscription(tx, accountId)
  const is = and(eq(linkedDevices.id, id), eq(linkedDevices.accountId, accountId), isNull(linkedDevices.removedAt))
  const row = foundRow(await tx.select().from(linkedDevices).where(is))
  await dropRows(tx, [row], now)
  if (row.token !== null) await countOwn(tx, accountId, ownDevices - 1, now)
  const entry = { action: 'member.remove_device', entity: 'member', beneficiary: null, id: accountId, before: sideOf(row), reason } as const
  await record(tx, by, entry, now)
}

/** Ends the links and credentials of all devices: somebody else may have read them. Devices known by their id stay. */
export async function dropOwnLinks(tx: Tx, accountId: number, now: Date): Promise<void> {
  await lockSubscription(tx, accountId)
  const own = and(eq(linkedDevices.accountId, accountId), isNotNull(linkedDevices.token))
  const rows = await tx.select().from(linkedDevices).where(own).orderBy(asc(linkedDevices.id))
  await dropRows(tx, rows, now)
  if (rows.length > 0) await countOwn(tx, accountId, 0, now)
}

/** Deletes what is known of an account's devices, as it is closed. What nodes still report is the account's for a day. */
export async function forgetLinkedDevices(tx: Tx, accountId: number, now: Date): Promise<void> {
  const rows = await tx.select().from(linkedDevices).where(eq(linkedDevices.accountId, accountId))
  await dropRows(tx, rows, now)
  await countOwn(tx, accountId, 0, now)
}

async function dropRows(tx: Tx, rows: LinkedDeviceRow[], now: Date): Promise<void> {
  const gone = { name: '', hwidHash: null, os: '', osVersion: '', model: '', client: '', token: null, uuid: null, lastUsedAt: null }
  for (const { id, accountId, number, rowId, removedAt } of rows) {
    await dropSecrets(tx, accountId, { device: number })
    await revokeAllLinks(tx, accountId, now, number)
    if (rowId === null) await tx.delete(linkedDevices).where(eq(linkedDevices.id, id))
    else
      await tx
        .update(linkedDevices)
        .set({ ...gone, removedAt: removedAt ?? now })
        .where(eq(linkedDevices.id, id))
  }
}

async function countOwn(tx: Tx, accountId: number, ownDevices: number, now: Date): Promise<void> {
  const change = { ownDevices, ...(ownDevices === 0 && { sharedUntil: null }) }
  await changeSubscription(tx, accountId, change, now)
}

/** Calls a device of the account as its member does. Throws `not_found`. */
export async function renameDevice(db: Db, accountId: number, id: number, name: string): Promise<void> {
  const mine = and(eq(linkedDevices.id, id), eq(linkedDevices.accountId, accountId), isNull(linkedDevices.removedAt))
  foundRow(await db.update(linkedDevices).set({ name }).where(mine).returning({ id: linkedDevices.id }))
}

/** Devices that are gone, once no node reports them any more: counters of a node that runs on may name them for a month. */
export async function dropGoneDevices(db: Db, now: Date): Promise<void> {
  await db.delete(linkedDevices).where(sql`${linkedDevices.removedAt} < ${new Date(now.getTime() - 31 * DAY_MS)}`)
}

/** As the audit log has it: without secrets, and without names. */
const sideOf = ({ id, token }: LinkedDeviceRow) => ({ linkedDevice: id, rule: ruleOf({ token }) })
