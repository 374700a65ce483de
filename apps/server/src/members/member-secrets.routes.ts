import * as contract from '@portico/contract/own-secrets-admin'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toWire } from '../to-wire.ts'
import { changeMemberSecret, memberSecrets } from './member-secrets.ts'

export function memberSecretRoutes(router: Router, app: App): void {
  const shown = async (by: Actor, id: number): Promise<contract.MemberSecrets> =>
    toWire(contract.MemberSecrets, await memberSecrets(app.database, by, id))

  serve(router, app, contract.adminMemberSecrets, ({ caller, params }) => shown(caller, params.id))
  serve(router, app, contract.adminSetMemberSecret, async ({ caller, params, body: { note, ...given } }) => {
    await changeMemberSecret(app.database, caller, params.id, { set: given }, { now: app.now(), reason: note || null })
    return shown(caller, params.id)
  })
  serve(router, app, contract.adminDropMemberSecret, async ({ caller, params, body: { note, kind } }) => {
    await changeMemberSecret(app.database, caller, params.id, { drop: kind }, { now: app.now(), reason: note || null })
    return shown(caller, params.id)
  })
}
