import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import { updateAccount } from '../accounts/write-account.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { dropFactors } from '../factors/drop-factors.ts'
import { readFactors } from '../factors/set-up-authenticator.ts'
import { endSessions } from '../sessions/sessions.ts'
import { lockForAccess } from './change-access.ts'

/**
 * Removes a second factor that its owner lost. Signs everybody out, informs the member and pauses payouts, because the password alone now
 * suffices. Throws `not_found`, `account.closed`, `factor.off`; of simultaneous calls one succeeds.
 */
export async function removeFactor(database: Database, by: Actor, id: number, reason: string, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const account = await lockForAccess(tx, by, id, 'members.access')
    const { authenticatorSince } = await readFactors(tx, id)
    if (authenticatorSince === null) throw new AppError('factor.off')
    await dropFactors(tx, id)
    await endSessions(tx, id)
    await updateAccount(tx, id, { accessChangedAt: now, version: account.version + 1 })
    await tellSignInChange(database, tx, id, { what: 'authenticator_removed' }, now)
    const sides = { before: { secondFactor: true }, after: { secondFactor: false } }
    await record(tx, by, { action: 'member.remove_factor', entity: 'member', id, ...sides, reason }, now)
  })
}
