import * as contract from '@portico/contract/client-rules-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { createRule, deleteRule, listRules, setRule, sortRules, updateRule } from './change-rules.ts'
import type { ClientRuleRow } from './client-rules.table.ts'
import { defaultAnswers, tryRule } from './try-rule.ts'

export function clientRuleRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, contract.adminListClientRules, async () => ({
    ...toList(await listRules(db), toRule),
    has_countries: app.countryOf !== null,
  }))
  serve(router, app, contract.adminListDefaultAnswers, async () => toList(await defaultAnswers(db, app.now()), (one) => one))
  serve(router, app, contract.adminTryClientRule, async ({ body }) => {
    const { since, ...tried } = await tryRule(db, body, app.now())
    return { since: since.toISOString(), ...tried }
  })
  serve(router, app, contract.adminCreateClientRule, async ({ caller, body }) =>
    toRule(await createRule(database, caller, body, app.now())),
  )
  serve(router, app, contract.adminUpdateClientRule, async ({ caller, params, body }) =>
    toRule(await updateRule(database, caller, params.id, body, app.now())),
  )
  serve(router, app, contract.adminSetClientRule, async ({ caller, params, body }) =>
    toRule(await setRule(database, caller, params.id, body.enabled, app.now())),
  )
  serve(router, app, contract.adminDeleteClientRule, ({ caller, params }) => deleteRule(database, caller, params.id, app.now()))
  serve(router, app, contract.adminSortClientRules, ({ caller, body }) => sortRules(database, caller, body.ids, app.now()))
}

function toRule(row: ClientRuleRow): contract.ClientRule {
  return toWire(contract.ClientRule, row)
}
