import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { lockSubscription, newToken, noPlan } from './change-subscription.ts'
import { noOwnLimits } from './conditions.ts'
import { dropSecrets } from './secrets/own-secrets.ts'
import { subscriptions } from './subscriptions.table.ts'

/** Ends all service for good, as the account is closed: the link stops with the commit, and nodes drop the member. */
export async function endSubscription(tx: Tx, accountId: number, now: Date): Promise<void> {
  await lockSubscription(tx, accountId)
  await dropSecrets(tx, accountId)
  const secrets = { token: newToken(), uuid: randomUUID() }
  const nothing = { ...noPlan, extraBytes: 0, expiresAt: now, ...noOwnLimits }
  const renewal = { autoRenew: false, renewAfter: null, renewProblem: null }
  await tx
    .update(subscriptions)
    .set({ ...secrets, ...nothing, ...renewal })
    .where(eq(subscriptions.accountId, accountId))
}
