import type { Assertion } from '@portico/contract/passkey-answers'
import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import { foundRow } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { askForPasskey, checkPasskey, acceptPasskey } from '../passkeys/check-passkey.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { siteOrigin } from '../settings/settings.ts'
import { enter, type Entry } from './enter.ts'

const wanted = { purpose: 'passkey_login', accountId: null } as const

export async function beginPasskeyLogin(app: App, origin: Origin): Promise<object> {
  const site = relyingParty(siteOrigin(app.settings(), app.config))
  await app.limits.passkeysByNetwork.take(origin.network)
  return askForPasskey(app.database.db, site, wanted, app.now())
}

/** Signs in the owner of the passkey. Throws `passkey.refused`. */
export async function loginByPasskey(app: App, answer: Assertion, origin: Origin): Promise<Entry> {
  const { db } = app.database
  const checked = await checkPasskey(db, relyingParty(siteOrigin(app.settings(), app.config)), answer, wanted, app.now())
  const account = foundRow(await db.select().from(accounts).where(eq(accounts.id, checked.row.accountId)))
  return enter(app, account, { way: 'passkey', origin, alongside: (tx) => acceptPasskey(tx, checked, app.now()) })
}
