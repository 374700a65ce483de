import { createHash, randomBytes } from 'node:crypto'
import { and, count, eq, lt } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import type { Origin } from '../http/origin.ts'
import { knownDevices } from './known-devices.table.ts'

const FORGET_AFTER_MS = 400 * 24 * 3600_000

const hashOf = (cookie: string): Buffer => createHash('sha256').update(cookie).digest()

/** Whether somebody has signed in to the account from the browser that sent this cookie. */
export async function isKnownDevice(db: Db, accountId: number, { deviceCookie }: Origin): Promise<boolean> {
  if (deviceCookie === null) return false
  const own = and(eq(knownDevices.accountId, accountId), eq(knownDevices.deviceHash, hashOf(deviceCookie)))
  const [found] = await db.select({ id: knownDevices.accountId }).from(knownDevices).where(own)
  return found !== undefined
}

/** `cookie`: for the browser. `news`: the account knows browsers, but not this one. */
type Remembered = { cookie: string; news: boolean; isFirstBrowser: boolean }

/** Remembers the browser after a sign-in. Several accounts may share one browser. */
export async function rememberDevice(tx: Tx, accountId: number, { deviceCookie, device, ip }: Origin, now: Date): Promise<Remembered> {
  const [known] = await tx.select({ devices: count() }).from(knownDevices).where(eq(knownDevices.accountId, accountId))
  const cookie = deviceCookie ?? randomBytes(32).toString('base64url')
  const seen = { device, ip, lastSeenAt: now }
  const [row] = await tx
    .insert(knownDevices)
    .values({ accountId, deviceHash: hashOf(cookie), createdAt: now, ...seen })
    .onConflictDoUpdate({ target: [knownDevices.accountId, knownDevices.deviceHash], set: seen })
    .returning({ createdAt: knownDevices.createdAt })
  const isFirstBrowser = known?.devices === 0
  return { cookie, isFirstBrowser, news: !isFirstBrowser && row?.createdAt.getTime() === now.getTime() }
}

/** Strangers' limits apply to every browser again, after the owner took the account back. */
export async function forgetDevices(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.accountId, accountId))
}

export async function dropOldDevices(db: Db, now: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, new Date(now.getTime() - FORGET_AFTER_MS)))
}
