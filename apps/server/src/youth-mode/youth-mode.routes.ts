import * as contract from '@portico/contract/youth-mode'
import { switchYouthModeOff, switchYouthModeOn } from '../accounts/switch-youth-mode.ts'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { readYouthMode } from './read-youth-mode.ts'
import { isResting } from '../documents/youth-rules.ts'
import { toWire } from '../to-wire.ts'

export function youthModeRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.getYouthMode, async ({ caller, origin }) => {
    const { since, rules } = await readYouthMode(db, caller.accountId)
    const zone = app.settings()['site.timezone']
    return toWire(contract.YouthMode, {
      on: since !== null,
      since,
      categories: rules.names.map(({ zh, en }) => (origin.language === 'zh-CN' ? zh : en)),
      hours: rules.hours,
      timeZone: zone,
      resting: isResting(rules.hours, app.now(), zone),
    })
  })

  serve(router, app, contract.switchYouthModeOn, ({ caller }) => switchYouthModeOn(app.database, caller, app.now()))

  serve(router, app, contract.switchYouthModeOff, ({ caller, body }) => switchYouthModeOff(app, caller, body, app.now()))
}
