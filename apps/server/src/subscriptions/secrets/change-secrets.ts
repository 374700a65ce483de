import type { OwnSecret, OwnSecretKind } from '@portico/contract/own-secret'
import type { Actor } from '../../actor.ts'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/client.ts'
import { lockSubscription } from '../change-subscription.ts'
import { dropSecrets, ownSecretsOf, storeSecrets } from './own-secrets.ts'

type Change = { set: OwnSecret } | { drop: OwnSecretKind }

/**
 * Gives an account a secret of its own, or removes one, in the caller's transaction: the caller has locked the account and checked that `by`
 * may. Throws as `storeSecrets`. What changes nothing leaves no row.
 */
export async function changeSecret(
  tx: Tx,
  by: Actor,
  accountId: number,
  change: Change,
  { now, reason }: { now: Date; reason: string | null },
): Promise<void> {
  await lockSubscription(tx, accountId)
  const kind = 'set' in change ? change.set.kind : change.drop
  const before = await read(tx, accountId, kind)
  if ('set' in change) await storeSecrets(tx, [{ ...change.set, accountId }])
  else await dropSecrets(tx, accountId, { device: 0, kind: change.drop })
  const after = await read(tx, accountId, kind)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const action = 'set' in change ? 'member.set_secret' : 'member.drop_secret'
  await record(tx, by, { action, entity: 'member', id: accountId, before, after, reason }, now)
}

/** The secret as the audit log has it, which hides it by its name. */
async function read(tx: Tx, accountId: number, kind: OwnSecretKind) {
  const own = (await ownSecretsOf(tx, accountId)).find((row) => row.kind === kind)
  return { kind, secret: own?.secret ?? null, cipher: own?.cipher ?? null }
}
