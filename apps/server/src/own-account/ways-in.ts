import { personalData } from '../additions.ts'
import { dropPending } from '../accounts/account-closing.ts'
import { setPassword, updateAccount } from '../accounts/write-account.ts'
import type { Actor } from '../actor.ts'
import { dropCodes } from '../codes/check-code.ts'
import type { Tx } from '../db/client.ts'
import { dropFactors } from '../factors/drop-factors.ts'
import { removeIdentitiesSince } from '../identities/write-identity.ts'
import { forgetDevices } from '../known-devices/known-devices.ts'
import { dropTokensSince } from '../one-time-tokens/one-time-tokens.ts'
import { dropPasskeys } from '../passkeys/drop-passkeys.ts'
import { endSessions } from '../sessions/sessions.ts'
import { cancelRequestedSince } from '../withdrawals/cancel-withdrawal.ts'

/**
 * Closes the ways into an account that its member signs in by: sessions, known browsers, the password, and every other way that was added
 * since. Takes back the wish to close the account; payouts stop and wait. The caller holds the locks of the account and its subscription.
 */
export async function takeWaysIn(tx: Tx, by: Actor, id: number, since: Date, now: Date): Promise<void> {
  await setPassword(tx, id, null)
  await removeIdentitiesSince(tx, id, since)
  await dropPasskeys(tx, id, since)
  await dropFactors(tx, id, since)
  for (const { takeBack } of personalData.all) await takeBack(tx, id, since, now)
  await dropPending(tx, id)
  await dropCodes(tx, id)
  await endSessions(tx, id)
  await forgetDevices(tx, id)
  await dropTokensSince(tx, id, since)
  await updateAccount(tx, id, { accessChangedAt: now })
  await cancelRequestedSince(tx, by, id, since, now)
}
