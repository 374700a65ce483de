import * as contract from '@portico/contract/sign-ins-admin'
import type { App } from '../app.ts'
import { addressPrefix } from '../http/client-address.ts'
import { type Router, serve } from '../http/router.ts'
import { toWire } from '../to-wire.ts'
import { listSignIns, type SignInWithEmail } from './list-sign-ins.ts'

export function signInRoutes(router: Router, app: App): void {
  serve(router, app, contract.adminListSignIns, async ({ query }) => {
    const filter = { ...query, network: query.network && addressPrefix(query.network.trim()) }
    const { items, next } = await listSignIns(app.database.db, filter, app.settings()['site.timezone'], query.page_size)
    return { items: items.map(toSignIn), next, has_countries: app.countryOf !== null }
  })
}

function toSignIn({ row, email }: SignInWithEmail): contract.SignIn {
  return toWire(contract.SignIn, { ...row, email, ip: row.ip ?? row.network })
}
