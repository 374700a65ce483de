import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { lockSubscription, newToken } from './change-subscription.ts'
import { noParts } from './parts/parts.ts'
import { subscriptions } from './subscriptions.table.ts'

/** Ends all service for good, as the account is closed: the link stops with the commit, and nodes drop the member. */
export async function endSubscription(tx: Tx, accountId: number, now: Date): Promise<void> {
  await lockSubscription(tx, accountId)
  const secrets = { token: newToken(), uuid: randomUUID() }
  const nothing = { planId: null, groupId: null, transferEnable: 0, extraBytes: 0, nextResetAt: null, expiresAt: now, ...noParts }
  const own = { ownSpeedLimit: null, ownDeviceLimit: null, speedLimit: null, deviceLimit: null }
  const renewal = { autoRenew: false, renewAfter: null, renewProblem: null }
  await tx
    .update(subscriptions)
    .set({ ...secrets, ...nothing, ...own, ...renewal })
    .where(eq(subscriptions.accountId, accountId))
}
