import type { SiteId } from '@portico/contract/sign-in-sites'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { connectSite } from '../identities/connect-site.ts'
import { findIdentity, requireIdentity } from '../identities/find-identity.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { askWho, type SiteAnswer, type Started, takeStart } from '../issuers/finish-at-site.ts'
import type { Person } from '../issuers/read-person.ts'
import { giveToken } from '../one-time-tokens/one-time-tokens.ts'
import { enter, type Entry } from './enter.ts'

/** Seconds that a token for the next step lives: enough to look up a password. */
const NEXT_S = 1800

/** `next`: what is still needed to sign in, with the token for it. */
export type Outcome = { redirect: string | null } & (
  | { entry: Entry }
  | { linked: SiteId }
  | { next: 'register' | 'link'; token: string; provider: SiteId; email: string | null; name: string; invite: string }
)

/**
 * Ends a sign-in with another site. Identifies people by issuer and id, never by e-mail alone. Throws `oauth.expired`, `oauth.failed`,
 * `oauth.other_account`, `identity.taken`, `identity.address_taken`, `account.registration_closed`, and as `enter` does.
 */
export async function finishBySite(app: App, answer: SiteAnswer, visitor: Caller | null, origin: Origin): Promise<Outcome> {
  const started = await takeStart(app, answer)
  const { accountId, site, data } = started
  if (accountId !== null && visitor?.accountId !== accountId) throw new AppError('oauth.other_account')
  const person = await askWho(app, started, answer)
  const { redirect } = data
  if (accountId !== null && visitor) {
    await app.database.transaction((tx) => connectSite(app.database, tx, visitor, person, app.now()))
    return { linked: site.id, redirect }
  }
  const found = await findIdentity(app.database.db, person)
  if (found) {
    const alongside = (tx: Tx): Promise<void> => requireIdentity(tx, found.identity)
    return { entry: await enter(app, found.account, { way: 'site', origin, alongside, redirect }), redirect }
  }
  return { ...(await offer(app, started, person)), redirect }
}

/** First sign-in with this issuer: offers a new account, or to link the account with the same verified address. */
async function offer(app: App, { site, data }: Started, { provider, subject, label, email }: Person): Promise<Outcome> {
  const shared = { provider: site.id, email, name: label, invite: data.invite, redirect: data.redirect }
  const { db } = app.database
  const owner = email === null ? undefined : await findIdentity(db, emailIdentity(email, null))
  if (!owner) {
    if (!app.settings()['site.registration_open']) throw new AppError('account.registration_closed')
    const person = { provider, subject, label, email }
    const token = await giveToken(db, 'site_register', { accountId: null, data: person, seconds: NEXT_S }, app.now())
    return { next: 'register', token, ...shared }
  }
  // Anybody may have entered an address that was never verified.
  if (owner.identity.verifiedAt === null) throw new AppError('identity.address_taken')
  const person = { provider, subject, label }
  const token = await giveToken(db, 'site_link', { accountId: owner.account.id, data: person, seconds: NEXT_S }, app.now())
  return { next: 'link', token, ...shared }
}
