import * as contract from '@portico/contract/issuers'
import { nameOf } from '../accounts/name-of.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { startAtSite } from '../issuers/start-at-site.ts'
import { noteEntry, signInLog } from '../sign-ins/note-sign-ins.ts'
import { finishBySite } from './finish-by-site.ts'
import { linkSite } from './link-site.ts'
import { registerBySite } from './register-by-site.ts'

export function otherSiteRoutes(router: Router, app: App): void {
  serve(router, app, contract.signInBySite, async ({ body, visitor, origin, oauthCookie: cookie, keepOauthCookie, rememberDevice }) => {
    const { provider: id = null, code, state, iss = null, redirect: wanted = null, invite_code: invited = '' } = body
    if (code !== undefined && state !== undefined) {
      const outcome = await finishBySite(app, { code, state, iss, id, cookie }, visitor, origin)
      const { redirect } = outcome
      if ('linked' in outcome) return { linked: outcome.linked, redirect }
      if ('next' in outcome) {
        const { next, token, provider, email, name, invite } = outcome
        return { next, token, provider, email, name, invite_code: invite, redirect }
      }
      const { account, token, deviceCookie } = outcome.entry
      signInLog(app).note('signed_in', { accountId: account.id }, origin)
      rememberDevice(deviceCookie)
      return { x_token: token, name: nameOf(account), redirect }
    }
    // The contract requires one of the two.
    if (id === null) throw new AppError('input.invalid')
    const start = { id, accountId: visitor?.accountId ?? null, cookie, redirect: wanted, invite: invited }
    const started = await startAtSite(app, start, origin)
    keepOauthCookie(started.cookie)
    return { url: started.url }
  })

  serve(router, app, contract.registerBySite, async ({ body, origin, rememberDevice }) => {
    const wanted = { token: body.token, invite: body.invite_code ?? '', terms: body.terms === true }
    const { account, token, deviceCookie } = await noteEntry(signInLog(app), { as: 'registered', email: '', origin }, () =>
      registerBySite(app, wanted, origin),
    )
    rememberDevice(deviceCookie)
    return { x_token: token, name: nameOf(account) }
  })

  serve(router, app, contract.linkSite, ({ caller, body }) => linkSite(app, caller, body.token))
}
