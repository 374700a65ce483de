import { holdSession } from '../accounts/hold-session.ts'
import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import { lockAccount } from '../accounts/write-account.ts'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import { checkCode, type EnteredCode, takeCode, wrongCode } from '../codes/check-code.ts'
import { orNotFound } from '../errors.ts'
import { type Identity, removeIdentity, replaceIdentity, verifyIdentity } from '../identities/write-identity.ts'
import { findIdentity, listIdentities } from '../identities/find-identity.ts'
import type { IdentityRow } from '../identities/identities.table.ts'
import { keepAWayIn } from '../identities/last-way.ts'
import { tellPrevious } from '../identities/tell-previous.ts'

/**
 * Adds or changes the caller's address or number, which the code has just proved. Throws `code.wrong`, and as `replaceIdentity` does when
 * another account has it.
 */
export async function changeAddress(app: App, by: Caller, { to, entered }: { to: Identity; entered: EnteredCode }): Promise<void> {
  const now = app.now()
  const code = await checkCode(app.database.db, entered, { purpose: 'bind', accountId: by.accountId }, now)
  if (code.channel !== to.provider || code.subject !== to.subject) throw wrongCode()
  await app.database.transaction(async (tx) => {
    const account = orNotFound(await holdSession(tx, by))
    await takeCode(tx, code)
    const before = await replaceIdentity(tx, by.accountId, { ...to, verifiedAt: now }, now)
    if (before?.subject === to.subject) return
    await tellPrevious(app.database, tx, account, { provider: code.channel, before }, now)
    const sides = { before: { [code.channel]: before?.label ?? null }, after: { [code.channel]: to.label } }
    await record(tx, by, { action: 'member.change_address', entity: 'member', id: by.accountId, ...sides }, now)
  })
}

/**
 * Takes an address or number from the ways the caller signs in. It gets a link that puts it back, and so does the other one. Throws
 * `not_found`, also for another member's and for accounts at other sites, and `account.last_sign_in`.
 */
export async function removeAddress(app: App, by: Caller, id: number): Promise<void> {
  const now = app.now()
  const { accountId } = by
  await app.database.transaction(async (tx) => {
    const account = orNotFound(await holdSession(tx, by))
    const gone = await keepAWayIn(tx, accountId, async () => {
      const own = orNotFound((await listIdentities(tx, accountId)).find((one) => one.id === id && providerOf(one)))
      await removeIdentity(tx, own.id)
      return own
    })
    const provider = providerOf(gone) ?? 'email'
    await tellPrevious(app.database, tx, account, { provider, before: gone }, now)
    await tellSignInChange(app.database, tx, accountId, { what: `${provider}_removed` }, now)
    const sides = { before: { [provider]: gone.label }, after: { [provider]: null } }
    await record(tx, by, { action: 'member.remove_address', entity: 'member', id: accountId, ...sides }, now)
  })
}

const providerOf = ({ provider }: IdentityRow): 'email' | 'phone' | undefined =>
  provider === 'email' || provider === 'phone' ? provider : undefined

/** Notes that the caller's present address or number is theirs. May be called twice, each time with a new code. */
export async function verifyAddress(app: App, by: Caller, entered: EnteredCode): Promise<void> {
  const code = await checkCode(app.database.db, entered, { purpose: 'confirm', accountId: by.accountId }, app.now())
  const found = await findIdentity(app.database.db, { provider: code.channel, subject: code.subject })
  if (found?.account.id !== by.accountId) throw wrongCode()
  await app.database.transaction(async (tx) => {
    // The account first, as everything that voids codes does.
    await lockAccount(tx, by.accountId)
    await takeCode(tx, code)
    await verifyIdentity(tx, found.identity.id, app.now())
  })
}
