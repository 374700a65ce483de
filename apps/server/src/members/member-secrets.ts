import type { OwnSecret, OwnSecretKind } from '@portico/contract/own-secret'
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { changeSecret } from '../subscriptions/secrets/change-secrets.ts'
import { ownSecretsOf } from '../subscriptions/secrets/own-secrets.ts'
import type { OwnSecretRow } from '../subscriptions/secrets/own-secrets.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { lockForAccess, requireLink } from './change-access.ts'

export type MemberSecrets = { uuid: string; own: OwnSecretRow[] }

/** What nodes know a member by. Throws `not_found` when the actor may not see the member's link. */
export async function memberSecrets({ db }: Database, by: Actor, id: number): Promise<MemberSecrets> {
  await requireLink(db, by, id)
  const { uuid } = foundRow(await db.select({ uuid: subscriptions.uuid }).from(subscriptions).where(eq(subscriptions.accountId, id)))
  return { uuid, own: await ownSecretsOf(db, id) }
}

/**
 * Gives a member a secret of their own, or removes one. Throws `not_found` for staff who may not replace the member's link, `account.closed`
 * and `subscription.secret_taken`.
 */
export function changeMemberSecret(
  { transaction }: Database,
  by: Actor,
  id: number,
  change: { set: OwnSecret } | { drop: OwnSecretKind },
  at: { now: Date; reason: string | null },
): Promise<void> {
  return transaction(async (tx) => {
    await lockForAccess(tx, by, id, 'members.link')
    await changeSecret(tx, by, id, change, at)
  })
}
