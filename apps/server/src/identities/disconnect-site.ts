import { and, eq, notInArray } from 'drizzle-orm'
import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { identities } from './identities.table.ts'
import { keepAWayIn } from './last-way.ts'

/** Takes another site from the ways the caller signs in. Throws `not_found`, also for another member's, and `account.last_sign_in`. */
export async function disconnectSite(database: Database, by: Caller, id: number, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const own = and(eq(identities.id, id), eq(identities.accountId, by.accountId), notInArray(identities.provider, ['email', 'phone']))
    const gone = foundRow(await keepAWayIn(tx, by.accountId, () => tx.delete(identities).where(own).returning()))
    await tellSignInChange(database, tx, by.accountId, { what: 'site_removed', issuer: gone.provider }, now)
    const before = { provider: gone.provider, label: gone.label }
    await record(tx, by, { action: 'member.disconnect_site', entity: 'member', id: by.accountId, before }, now)
  })
}
