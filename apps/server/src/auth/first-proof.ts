import { setPassword } from '../accounts/write-account.ts'
import type { App } from '../app.ts'
import type { Tx } from '../db/client.ts'
import type { Origin } from '../http/origin.ts'
import type { Found } from '../identities/find-identity.ts'
import { removeOtherIdentities, verifyIdentity } from '../identities/write-identity.ts'
import { isKnownDevice } from '../known-devices/known-devices.ts'
import { dropPasskeys } from '../passkeys/drop-passkeys.ts'
import { endSessions } from '../sessions/sessions.ts'

/**
 * Marks an address as verified. The first proof from an unknown browser ends all other ways to sign in, because a stranger may have
 * registered the address. Returns true if that removed a password.
 */
export async function proveIdentity(app: App, tx: Tx, { account, identity }: Found, origin: Origin): Promise<boolean> {
  const { id } = account
  const now = app.now()
  await verifyIdentity(tx, identity.id, now)
  if (identity.verifiedAt !== null || (await isKnownDevice(tx, id, origin))) return false
  await endSessions(tx, id)
  await setPassword(tx, id, null)
  await dropPasskeys(tx, id)
  await removeOtherIdentities(tx, id, identity.id)
  return account.passwordHash !== null
}
