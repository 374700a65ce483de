import { LinkedDevice, type LinkedDevices } from '@portico/contract/linked-devices'
import type { Language } from '@portico/contract/translations'
import { and, asc, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { shiftDay } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { limitsOf } from '../subscriptions/conditions.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { toList, toWire } from '../to-wire.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { deviceTraffic, linkedDevices, type LinkedDeviceRow } from './linked-devices.table.ts'
import { type HwidRule, ruleOf } from './places.ts'

/** How many days' bytes are shown. */
export const SHOWN_DAYS = 30

/** The devices that hold places of a subscription, with what each used. `today`: the site's. */
export async function listDevices(
  db: Db,
  subscription: SubscriptionRow,
  { rule: hwidRule, today, now }: { rule: HwidRule; today: string; now: Date },
): Promise<z.input<typeof LinkedDevices>> {
  const { accountId, ownDevices, sharedUntil } = subscription
  const since = shiftDay(today, 1 - SHOWN_DAYS)
  const billed = sql<number>`coalesce((
    select sum(t.billed) from ${deviceTraffic} t where t.device_id = ${linkedDevices.id} and t.day >= ${since}), 0)::bigint`.mapWith(Number)
  const all = await db
    .select({ device: linkedDevices, billed })
    .from(linkedDevices)
    .where(eq(linkedDevices.accountId, accountId))
    .orderBy(asc(linkedDevices.number))
  const there = all.filter(({ device }) => device.removedAt === null)
  const own = there.filter(({ device }) => device.token !== null)
  const { deviceLimit } = limitsOf(subscription)
  const places = deviceLimit ?? Infinity
  const total = sql<number>`coalesce(sum(${trafficDaily.billedUp} + ${trafficDaily.billedDown}), 0)::bigint`.mapWith(Number)
  const [used] = await db
    .select({ total })
    .from(trafficDaily)
    .where(and(eq(trafficDaily.accountId, accountId), gte(trafficDaily.day, since)))
  const byDevices = all.reduce((sum, one) => sum + one.billed, 0)
  const isOver = (device: LinkedDeviceRow): boolean => own.findIndex((one) => one.device.id === device.id) >= places
  return {
    ...toList(there, ({ device, billed: bytes }) => {
      const rule = ruleOf(device)
      return toWire(LinkedDevice, { ...device, rule, bytes: rule === 'link' ? bytes : null, hasPlace: !isOver(device) })
    }),
    limit: deviceLimit,
    taken: hwidRule === 'limit' ? there.length : own.length,
    shared: {
      bytes: Math.max(0, (used?.total ?? 0) - byDevices),
      ends_at: sharedUntil?.toISOString() ?? null,
      works: ownDevices < places && (sharedUntil === null || sharedUntil > now),
    },
  }
}

/** What the devices of an account are called, the ones used last first. */
export async function deviceNames(db: Db, accountId: number, language: Language): Promise<string[]> {
  const rows = await db
    .select()
    .from(linkedDevices)
    .where(and(eq(linkedDevices.accountId, accountId), isNull(linkedDevices.removedAt)))
    .orderBy(desc(linkedDevices.lastUsedAt), asc(linkedDevices.number))
  return rows.map((row) => nameOf(row, language))
}

/** As the member calls it, else by what the app says. */
function nameOf({ name, model, os, client, number }: LinkedDeviceRow, language: Language): string {
  const known = client === 'unknown' ? '' : client
  return name || model || os || known || (language === 'en' ? `Device ${number}` : `设备 ${number}`)
}

/** The secret of the own link of one of an account's devices. Throws `not_found`. */
export async function linkOfDevice(db: Db, accountId: number, id: number): Promise<string> {
  const { token } = linkedDevices
  const own = and(eq(linkedDevices.id, id), eq(linkedDevices.accountId, accountId), isNotNull(token))
  const row = foundRow(
    await db
      .select({ token: sql<string>`${token}` })
      .from(linkedDevices)
      .where(own),
  )
  return row.token
}

/** Whose device it is. Throws `not_found`. */
export async function ownerOf(db: Db, id: number): Promise<number> {
  return foundRow(await db.select({ accountId: linkedDevices.accountId }).from(linkedDevices).where(eq(linkedDevices.id, id))).accountId
}

/** A member's devices for their export: what is stored, without secrets. The id that an app sent is a hash. */
export function exportDevices(db: Db, accountId: number): Promise<object[]> {
  const { number, name, hwidHash, os, osVersion, model, client, createdAt, lastUsedAt } = linkedDevices
  const hash = sql<string | null>`encode(${hwidHash}, 'hex')`
  return db
    .select({ number, name, hwid_hash: hash, os, osVersion, model, client, createdAt, lastUsedAt })
    .from(linkedDevices)
    .where(and(eq(linkedDevices.accountId, accountId), isNull(linkedDevices.removedAt)))
    .orderBy(number)
}
