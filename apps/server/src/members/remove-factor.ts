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
 * Removes a second factor whose owner has lost it. The password alone opens the account then, so everybody is signed out, the member is
 * told, and payouts wait for a while. Throws `not_found`, `account.closed` and `factor.off`; of several calls at once, one succeeds.
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
