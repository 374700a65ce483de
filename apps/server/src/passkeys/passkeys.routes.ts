import * as contract from '@portico/contract/passkeys'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { settingIn } from '../in-language.ts'
import { siteOrigin } from '../settings/settings.ts'
import { toList, toWire } from '../to-wire.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './change-passkeys.ts'
import type { PasskeyRow } from './passkeys.table.ts'
import { relyingParty } from './relying-party.ts'

export function passkeyRoutes(router: Router, app: App): void {
  const { database } = app
  const site = () => relyingParty(siteOrigin(app.settings(), app.config))

  serve(router, app, contract.listPasskeys, async ({ caller }) => toList(await listPasskeys(database.db, caller.accountId), toPasskey))

  serve(router, app, contract.beginPasskey, async ({ caller, origin }) => {
    const title = settingIn(app.settings(), 'site.title', origin.language)
    return { options: { ...(await beginPasskey(database.db, caller, { ...site(), title }, app.now())) } }
  })

  serve(router, app, contract.addPasskey, async ({ caller, body }) => {
    return toPasskey(await addPasskey(database, caller, site(), body, app.now()))
  })

  serve(router, app, contract.renamePasskey, async ({ caller, params, body }) => {
    return toPasskey(await renamePasskey(database.db, caller, params.id, body.name))
  })

  serve(router, app, contract.removePasskey, ({ caller, params }) => removePasskey(database, caller, params.id, app.now()))
}

function toPasskey(row: PasskeyRow): contract.Passkey {
  return toWire(contract.Passkey, row)
}
