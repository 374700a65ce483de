import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { createAccount } from '../members/register.ts'
import { takeToken } from '../one-time-tokens/one-time-tokens.ts'
import { hasTerms } from '../settings/read-terms.ts'
import { enterNow, type Entry } from './enter.ts'

type Registration = { token: string; invite: string; terms: boolean }

/**
 * Opens an account without a password for somebody another site named, and signs in. Throws `account.registration_closed`,
 * `account.terms_needed`, `oauth.expired`, `identity.taken`, and as `createAccount` does; the token then stays usable.
 */
export async function registerBySite(app: App, { token, invite, terms }: Registration, origin: Origin): Promise<Entry> {
  const settings = app.settings()
  if (!settings['site.registration_open']) throw new AppError('account.registration_closed')
  if (hasTerms(settings) && !terms) throw new AppError('account.terms_needed', { fields: { terms: 'account.terms_needed' } })
  // The other site has already kept robots out.
  await app.limits.registerByAddress.take(origin.network, true)
  const now = app.now()
  return app.database.transaction(async (tx) => {
    const taken = await takeToken(tx, 'site_register', token, now)
    if (!taken) throw new AppError('oauth.expired')
    const { provider, subject, label, email } = taken.data
    const invitation = { code: invite, forced: settings['invite.forced'], network: origin.network }
    const identity = { provider, subject, label, verifiedAt: now }
    const also = email === null ? null : emailIdentity(email, now)
    // Without an address, the site would call the member by a number.
    const name = email === null ? label : null
    const account = await createAccount(tx, { identity, also, name, password: null, invitation, language: origin.language }, now)
    return enterNow(tx, account, origin, now)
  })
}
