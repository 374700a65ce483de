import * as contract from '@portico/contract/factors'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { settingIn } from '../in-language.ts'
import { toWire } from '../to-wire.ts'
import { beginAuthenticator, finishAuthenticator, readFactors, removeAuthenticator, renewRecoveryCodes } from './set-up-authenticator.ts'

export function factorRoutes(router: Router, app: App): void {
  const { database } = app

  serve(router, app, contract.getFactors, async ({ caller }) => toWire(contract.Factors, await readFactors(database.db, caller.accountId)))

  serve(router, app, contract.beginAuthenticator, ({ caller, origin }) => {
    return beginAuthenticator(database, caller, settingIn(app.settings(), 'site.title', origin.language), app.now())
  })

  serve(router, app, contract.finishAuthenticator, async ({ caller, body }) => {
    return { recovery_codes: await finishAuthenticator(database, caller, body.code, app.now()) }
  })

  serve(router, app, contract.removeAuthenticator, ({ caller }) => removeAuthenticator(database, caller, app.now()))

  serve(router, app, contract.renewRecoveryCodes, async ({ caller }) => {
    return { recovery_codes: await renewRecoveryCodes(database, caller, app.now()) }
  })
}
