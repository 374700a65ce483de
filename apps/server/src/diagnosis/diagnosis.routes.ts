import { previewBundle } from '@portico/contract/connection-bundle'
import * as contract from '@portico/contract/diagnosis'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { buildBundle } from './build-bundle.ts'
import { diagnose } from './diagnose.ts'
import { noteClock } from './note-clock.ts'

export function diagnosisRoutes(router: Router, app: App): void {
  serve(router, app, contract.getDoctor, async ({ caller, origin, query }) => {
    const now = app.now()
    if (query.clock !== undefined) await noteClock(app.database.db, caller.accountId, query.clock - now.getTime(), now)
    return diagnose(app, caller.accountId, { language: origin.language, reader: 'member' }, now)
  })

  serve(router, app, previewBundle, ({ body, caller, origin }) =>
    buildBundle(app, { accountId: caller.accountId, tried: body.tried, language: origin.language }, app.now()),
  )
}
