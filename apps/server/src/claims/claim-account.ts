import { refuseAddress } from '../accounts/letters/welcome.ts'
import { claimsSince, takeClaim } from '../accounts/claims.ts'
import { requireGoodPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { lockAccount } from '../accounts/write-account.ts'
import type { App } from '../app.ts'
import { hasTerms } from '../articles/read-articles.ts'
import { record } from '../audit/record.ts'
import { enterNow, type Entry } from '../auth/enter.ts'
import { isAlwaysNeeded } from '../challenges/give-challenge.ts'
import { requireChallenge } from '../challenges/prove-challenge.ts'
import { checkCode, type EnteredCode, takeCode, wrongCode } from '../codes/check-code.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { holderSecret, noteHolder } from '../identities/holder-keys.ts'
import { addIdentity, type Identity } from '../identities/write-identity.ts'
import { siteNames } from '../in-language.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { type FindClaim, refusalOf } from './find-claim.ts'

type Claiming = {
  link: string
  who: Identity
  password: string
  proof: EnteredCode | null
  terms: boolean
  challenge: string | undefined
}

/**
 * Gives the account that a link names its first address and password, and signs in. Of many calls at once, one does; the others throw
 * `claim.done`. Throws as `FindClaim`, and as `register` does for address, code, terms and password.
 */
export async function claimAccount(app: App, find: FindClaim, claim: Claiming, origin: Origin): Promise<Entry> {
  const { who, password, proof, challenge } = claim
  const [settings, { database }] = [app.settings(), app]
  refuseAddress(settings, who)
  if (!claim.terms && (await hasTerms(database.db)))
    throw new AppError('account.terms_needed', { fields: { terms: 'account.terms_needed' } })
  if (!proof && (who.provider === 'phone' || settings['account.verify_email']))
    throw new AppError('code.needed', { fields: { code: 'code.needed' } })
  requireGoodPassword(password, [who.label, ...siteNames(settings)])
  if (challenge !== undefined || isAlwaysNeeded(settings, 'register'))
    await requireChallenge(app, { type: 'register', proof: challenge, network: origin.network })
  await app.limits.registerByAddress.take(origin.network, challenge !== undefined)
  const { accountId: id } = await find(claim.link, origin)
  const code = proof && (await checkCode(database.db, proof, { purpose: 'claim' }, app.now()))
  if (code && (code.channel !== who.provider || code.subject !== who.subject)) throw wrongCode()
  const [passwordHash, secret] = [await hashPassword(password), await holderSecret(database)]
  return database.transaction(async (tx) => {
    const now = app.now()
    const before = await lockAccount(tx, id)
    // Before the address, whose change keeps purchases from referring to the account.
    await lockSubscription(tx, id)
    const given = { id, since: claimsSince(settings, now), passwordHash, language: origin.language }
    const account = await takeClaim(tx, given, now)
    if (!account) throw refusalOf(before?.claimedAt != null)
    if (code) await takeCode(tx, code)
    await addIdentity(tx, id, { ...who, verifiedAt: code ? now : null }, now)
    await noteHolder(tx, id, secret, [who])
    const by = { kind: 'member', accountId: id, name: null, permissions: [], origin } as const
    const sides = { before: { claimedAt: null, [who.provider]: null }, after: { claimedAt: now, [who.provider]: who.label } }
    await record(tx, by, { action: 'member.claim', entity: 'member', id, ...sides }, now)
    return enterNow(app, tx, account, origin)
  })
}
