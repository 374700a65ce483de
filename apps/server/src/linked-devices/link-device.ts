import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { linkedDevices } from './linked-devices.table.ts'
import { type HwidRule, placesOf } from './places.ts'

/** A device that fetched a link. `deviceId`: whose own link it was; null: the account's. */
export type FetchingDevice = {
  accountId: number
  deviceId: number | null
  hash: Buffer
  os: string
  osVersion: string
  model: string
  client: string
}

/**
 * Gives a device that was not seen before its place. Of many at once for the last one, one gets it. Returns the device's id; 'full': there is
 * none left; null: it is served and not kept, because there are too many of them.
 */
export async function linkDevice(
  { transaction }: Database,
  caller: FetchingDevice,
  rule: HwidRule,
  now: Date,
): Promise<number | 'full' | null> {
  const { deviceId, accountId, hash, ...said } = caller
  return transaction(async (tx) => {
    const subscription = await lockSubscription(tx, accountId)
    const mine = and(eq(linkedDevices.accountId, accountId), eq(linkedDevices.hwidHash, hash))
    const [known] = await tx.select({ id: linkedDevices.id, token: linkedDevices.token }).from(linkedDevices).where(mine)
    if (deviceId !== null) return know(tx, { ...caller, deviceId }, known, now)
    if (known) return known.id
    const { isFree, isKept, number } = await placesOf(tx, subscription, rule, 'hwid')
    if (!isFree) return 'full'
    if (!isKept) return null
    const row = { ...said, accountId, hwidHash: hash, number, createdAt: now, lastUsedAt: now }
    const [added] = await tx.insert(linkedDevices).values(row).returning({ id: linkedDevices.id })
    return added?.id ?? null
  })
}

/** A link of its own is for the first device that fetches it: 'full' for others. That device needs no other place. */
async function know(
  tx: Tx,
  { deviceId, hash, os, osVersion, model, client }: FetchingDevice & { deviceId: number },
  known: { id: number; token: string | null } | undefined,
  now: Date,
): Promise<number | 'full'> {
  if (known?.id === deviceId) return deviceId
  if (known?.token === null) await tx.delete(linkedDevices).where(eq(linkedDevices.id, known.id))
  // An app that has the links of two devices fetches both.
  if (known && known.token !== null) return deviceId
  const isFree = and(eq(linkedDevices.id, deviceId), isNull(linkedDevices.hwidHash), sql`${linkedDevices.token} is not null`)
  const set = { hwidHash: hash, os, osVersion, model, client, lastUsedAt: now }
  const taken = await tx.update(linkedDevices).set(set).where(isFree).returning({ id: linkedDevices.id })
  return taken.length > 0 ? deviceId : 'full'
}
