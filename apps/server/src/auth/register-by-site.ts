import type { Settings } from '@portico/contract/settings/registry'
import { refuseDomain } from '../accounts/letters/welcome.ts'
import type { App } from '../app.ts'
import { hasTerms } from '../articles/read-articles.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { holderSecret, noteHolder } from '../identities/holder-keys.ts'
import { giveTrial } from '../members/give-trial.ts'
import { createAccount } from '../members/register.ts'
import { takeToken } from '../one-time-tokens/one-time-tokens.ts'
import { enterNow, type Entry } from './enter.ts'

type Registration = { token: string; invite: string; terms: boolean }

/**
 * Opens an account without a password for somebody another site named, with the trial plan, and signs in. Throws
 * `account.registration_closed`, `account.terms_needed`, `account.email_refused`, `account.email_needed`, `oauth.expired`,
 * `identity.taken`, and as `createAccount` does; the token then stays usable.
 */
export async function registerBySite(app: App, { token, invite, terms }: Registration, origin: Origin): Promise<Entry> {
  const settings = app.settings()
  if (!settings['site.registration_open']) throw new AppError('account.registration_closed')
  if (!terms && (await hasTerms(app.database.db))) throw new AppError('account.terms_needed', { fields: { terms: 'account.terms_needed' } })
  // The other site has already kept robots out.
  await app.limits.registerByAddress.take(origin.network, true)
  const now = app.now()
  const secret = await holderSecret(app.database)
  return app.database.transaction(async (tx) => {
    const taken = await takeToken(tx, 'site_register', token, now)
    if (!taken) throw new AppError('oauth.expired')
    const { provider, subject, label, email } = taken.data
    const invitation = { code: invite, forced: settings['invite.forced'], network: origin.network }
    requireWelcome(settings, email)
    const identity = { provider, subject, label, verifiedAt: now }
    const also = email === null ? null : emailIdentity(email, now)
    // Without an address, the site would call the member by a number.
    const name = email === null ? label : null
    const account = await createAccount(tx, { identity, also, name, password: null, invitation, language: origin.language }, now)
    await noteHolder(tx, account.id, secret, also ? [also, identity] : [identity])
    // Trials count by address, so that another site does not give a second one.
    await giveTrial(tx, account.id, also ?? identity, settings, now)
    return enterNow(app, tx, account, origin)
  })
}

/** Refuses people without a verified e-mail where only some domains are allowed. */
function requireWelcome(settings: Settings, email: string | null): void {
  if (email !== null) refuseDomain(settings, email)
  else if (settings['account.email_allowed'].length > 0) throw new AppError('account.email_needed')
}
