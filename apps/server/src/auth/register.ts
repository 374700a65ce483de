import { requireGoodPassword } from '../accounts/new-password.ts'
import type { App } from '../app.ts'
import { hasTerms } from '../articles/read-articles.ts'
import { isAlwaysNeeded } from '../challenges/give-challenge.ts'
import { requireChallenge } from '../challenges/prove-challenge.ts'
import { checkCode, type EnteredCode, takeCode, wrongCode } from '../codes/check-code.ts'
import { refuseUnwelcome } from '../accounts/letters/welcome.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import type { Identity } from '../identities/write-identity.ts'
import { siteNames } from '../in-language.ts'
import { holderSecret, noteHolder } from '../identities/holder-keys.ts'
import { giveTrial } from '../members/give-trial.ts'
import { createAccount } from '../members/register.ts'
import { enterNow, type Entry } from './enter.ts'

type Registration = {
  who: Identity
  password: string
  invite: string
  proof: EnteredCode | null
  terms: boolean
  challenge: string | undefined
}

/**
 * Opens an account for a visitor, with the trial plan, and signs in. Throws as `refuseUnwelcome` does, `account.terms_needed`,
 * `code.needed` where an address must be verified, `code.wrong`, and as `createAccount` does. With a code, a known address is only
 * `code.wrong`: its owner gets mail instead.
 */
export async function register(app: App, wanted: Registration, origin: Origin): Promise<Entry> {
  const { who, password, invite, proof, terms, challenge } = wanted
  const settings = app.settings()
  refuseUnwelcome(settings, who)
  if (!terms && (await hasTerms(app.database.db))) throw new AppError('account.terms_needed', { fields: { terms: 'account.terms_needed' } })
  const mustVerify = who.provider === 'phone' || settings['account.verify_email']
  if (mustVerify && !proof) throw new AppError('code.needed', { fields: { code: 'code.needed' } })
  requireGoodPassword(password, [who.label, ...siteNames(settings)])
  const { network } = origin
  if (challenge !== undefined || isAlwaysNeeded(settings, 'register'))
    await requireChallenge(app, { type: 'register', proof: challenge, network })
  await app.limits.registerByAddress.take(network, challenge !== undefined)
  const code = proof && (await checkCode(app.database.db, proof, { purpose: 'register' }, app.now()))
  if (code && (code.channel !== who.provider || code.subject !== who.subject)) throw wrongCode()
  const invitation = { code: invite, forced: settings['invite.forced'], network }
  const now = app.now()
  const secret = await holderSecret(app.database)
  return app.database.transaction(async (tx) => {
    if (code) await takeCode(tx, code)
    const identity = { ...who, verifiedAt: code ? now : null }
    const account = await createAccount(tx, { identity, password, invitation, language: origin.language }, now)
    await noteHolder(tx, account.id, secret, [who])
    await giveTrial(tx, account.id, identity, settings, now)
    return enterNow(app, tx, account, origin)
  })
}
