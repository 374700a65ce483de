import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { requireGoodPassword } from '../accounts/new-password.ts'
import type { Context } from '../context.ts'
import { siteNames } from '../in-language.ts'
import { createAccount } from './register.ts'

/** Opens an account for a member and returns its id. */
export async function createUser(
  { transaction }: Database,
  by: Actor,
  input: { email: string; password: string },
  { now, settings }: Context,
): Promise<number> {
  requireGoodPassword(input.password, [input.email, ...siteNames(settings)])
  return transaction(async (tx) => {
    const identity = emailIdentity(input.email, null)
    const { id, email } = await createAccount(tx, { identity, password: input.password }, now)
    await record(tx, by, { action: 'member.create', entity: 'member', id, after: { email } }, now)
    return id
  })
}
