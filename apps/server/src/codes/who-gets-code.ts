import type { CodePurpose } from '@portico/contract/codes'
import { and, eq } from 'drizzle-orm'
import { refuseAddress, refuseDomain, refuseUnwelcome } from '../accounts/letters/welcome.ts'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { AppError, foundRow } from '../errors.ts'
import type { Identity } from '../identities/write-identity.ts'
import { identities } from '../identities/identities.table.ts'

type Asked = { purpose: CodePurpose; to: Identity; visitor: Caller | null }

/**
 * Address to send a code to; for `confirm`, the caller's own, whatever was typed. Throws `session.invalid` for a visitor, `not_found`
 * without such an address, and as `refuseUnwelcome`.
 */
export async function askFor(app: App, { purpose, to, visitor }: Asked): Promise<Identity> {
  if (purpose === 'register') refuseUnwelcome(app.settings(), to)
  if (purpose === 'claim') refuseAddress(app.settings(), to)
  if (purpose !== 'bind' && purpose !== 'confirm') return to
  if (!visitor) throw new AppError('session.invalid')
  if (purpose === 'bind') {
    if (to.provider === 'email') refuseDomain(app.settings(), to.label)
    return to
  }
  const own = and(eq(identities.accountId, visitor.accountId), eq(identities.provider, to.provider))
  return foundRow(await app.database.db.select().from(identities).where(own))
}
