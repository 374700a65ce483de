import * as contract from '@portico/contract/issuers'
import { adminTestSite } from '@portico/contract/issuers-admin'
import type { App } from '../app.ts'
import { readBody } from '../http/body.ts'
import { type Router, serve } from '../http/router.ts'
import { disconnectSite } from '../identities/disconnect-site.ts'
import { toList, toWire } from '../to-wire.ts'
import { listConnected } from './list-connected.ts'
import { readySites } from './sites.ts'
import { testSite } from './test-site.ts'

export function issuerRoutes(router: Router, app: App): void {
  serve(router, app, contract.listConnectedSites, async ({ caller }) => {
    const rows = await listConnected(app, caller.accountId)
    return { ...toList(rows, (row) => toWire(contract.ConnectedSite, row)), available: readySites(app) }
  })
  serve(router, app, contract.disconnectSite, ({ caller, params }) => disconnectSite(app.database, caller, params.id, app.now()))
  serve(router, app, adminTestSite, async ({ params }) => {
    const { finding, detail, redirectUrl } = await testSite(app, params.site)
    return { finding, detail, redirect_url: redirectUrl }
  })

  // Apple sends the browser back with a form. The page reads the address, as it does for the others.
  router.post('/auth-redirect', async (c) => {
    const body = await readBody(c, 16 * 1024).catch(() => Buffer.alloc(0))
    const kept = [...new URLSearchParams(body.toString('utf8'))].filter(([name]) => ['code', 'state', 'iss', 'error'].includes(name))
    return c.redirect(`/auth-redirect?${new URLSearchParams(kept)}`, 303)
  })
}
