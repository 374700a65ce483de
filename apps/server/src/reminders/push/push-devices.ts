import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { pushDevices } from '../reminders.table.ts'
import type { PushKeys } from './encrypt-push.ts'
import { isPushService, type PushAccess } from './push-access.ts'

const MOST_DEVICES = 20

export type PushDeviceRow = typeof pushDevices.$inferSelect

export async function listPushDevices(db: Db, accountId: number): Promise<PushDeviceRow[]> {
  return db.select().from(pushDevices).where(eq(pushDevices.accountId, accountId)).orderBy(asc(pushDevices.id))
}

export type NewDevice = PushKeys & { endpoint: string; device: string }

/** Adds a browser, or moves it from another member. Beyond twenty, the oldest go. May be repeated. Throws `push.unknown_service`. */
export async function addDevice(db: Db, accountId: number, given: NewDevice, access: PushAccess, now: Date): Promise<void> {
  if (!isPushService(given.endpoint, access)) throw new AppError('push.unknown_service', { fields: { endpoint: 'push.unknown_service' } })
  const row = { ...given, accountId, createdAt: now }
  await db.insert(pushDevices).values(row).onConflictDoUpdate({ target: pushDevices.endpoint, set: row })
  const all = await listPushDevices(db, accountId)
  await removeDevices(
    db,
    all.slice(0, -MOST_DEVICES).map(({ id }) => id),
  )
}

/** Removes a member's browser, by endpoint (may be repeated) or id. Throws `not_found` for a foreign id. */
export async function removeDevice(
  db: Db,
  accountId: number,
  { id, endpoint }: { id?: number | undefined; endpoint?: string | undefined },
): Promise<void> {
  const which = id === undefined ? eq(pushDevices.endpoint, endpoint ?? '') : eq(pushDevices.id, id)
  const [removed] = await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.accountId, accountId), which))
    .returning({ id: pushDevices.id })
  if (id !== undefined) orNotFound(removed)
}

/** Removes browsers that take no more messages. */
export async function removeDevices(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.delete(pushDevices).where(inArray(pushDevices.id, ids))
}
