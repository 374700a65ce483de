import * as contract from '@portico/contract/claims'
import * as admin from '@portico/contract/claims-admin'
import { nameOf } from '../accounts/name-of.ts'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { addressOf } from '../identities/identity-wire.ts'
import { inLanguage } from '../in-language.ts'
import { noteEntry, signInLog } from '../sign-ins/note-sign-ins.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { toWire } from '../to-wire.ts'
import { setClaim, takeBackClaim } from './change-claim.ts'
import { claimAccount } from './claim-account.ts'
import { findClaims } from './find-claim.ts'

export function claimRoutes(router: Router, app: App): void {
  const { database } = app
  const find = findClaims(app)

  serve(router, app, contract.checkClaim, async ({ body, origin }) => {
    const { accountId } = await find(body.link, origin)
    const { plan, subscription } = await readSubscription(database.db, accountId)
    const planName = plan && inLanguage(plan, origin.language).name
    return toWire(contract.checkClaim.response, { planName, expiresAt: subscription.expiresAt })
  })
  serve(router, app, contract.claimAccount, async ({ body, origin, rememberDevice }) => {
    const { link, password, code_id: codeId, code, terms = false, challenge } = body
    const claim = { link, who: addressOf(body), password, proof: codeId && code ? { codeId, code } : null, terms, challenge }
    const entry = await noteEntry(signInLog(app), { as: 'registered', email: claim.who.label, origin }, () =>
      claimAccount(app, find, claim, origin),
    )
    rememberDevice(entry.deviceCookie)
    return { x_token: entry.token, name: nameOf(entry.account) }
  })

  serve(router, app, admin.adminSetClaim, ({ caller, params, body }) => setClaim(database, caller, params.id, body, app.now()))
  serve(router, app, admin.adminUndoClaim, ({ caller, params, body }) => takeBackClaim(database, caller, params.id, body, app.now()))
}
