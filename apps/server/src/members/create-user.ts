import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { requireGoodPassword } from '../accounts/new-password.ts'
import type { Context } from '../context.ts'
import { siteNames } from '../in-language.ts'
import { type GivenPlan, givePlan } from './give-plan.ts'
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

type Many = { emails: string[]; plan: GivenPlan | null; reason: string }

/**
 * Opens an account without a password for each address, with a plan if one is given. Returns the new accounts, and the addresses that have
 * one already: they are left out, so it may be repeated. Throws as `givePlan`.
 */
export async function createUsers(
  { transaction }: Database,
  by: Actor,
  { emails, plan, reason }: Many,
  { now, settings }: Context,
): Promise<{ ids: number[]; taken: string[] }> {
  const [ids, taken]: [number[], string[]] = [[], []]
  const open = (email: string): Promise<number> =>
    transaction(async (tx) => {
      const account = await createAccount(tx, { identity: emailIdentity(email, null), password: null }, now)
      await record(tx, by, { action: 'member.create', entity: 'member', id: account.id, after: { email: account.email }, reason }, now)
      if (plan) await givePlan(tx, by, account.id, { ...plan, reason }, { now, zone: settings['site.timezone'] })
      return account.id
    })
  for (const email of emails) {
    try {
      ids.push(await open(email))
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'account.email_taken')) throw error
      taken.push(email)
    }
  }
  return { ids, taken }
}
