import * as contract from '@portico/contract/linked-accounts'
import * as admin from '@portico/contract/linked-accounts-admin'
import { nameOf } from '../accounts/name-of.ts'
import type { App } from '../app.ts'
import { findClaims } from '../claims/find-claim.ts'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { toList, toWire } from '../to-wire.ts'
import { chooseAccount } from './choose-account.ts'
import { addByClaim, linkAccount, unlinkAccount } from './link-account.ts'
import { linkedOf, listLinked } from './list-linked.ts'

export function linkedAccountRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const find = findClaims(app)

  serve(router, app, contract.listLinkedAccounts, async ({ caller, origin: { language } }) => {
    const chosenId = caller.linked?.chosenId ?? caller.accountId
    return toList(await listLinked(db, caller.accountId), (row) =>
      toWire(contract.LinkedAccount, {
        ...row,
        name: nameOf(row),
        planName: row.plan && inLanguage(row.plan, language).name,
        chosen: row.id === chosenId,
      }),
    )
  })
  serve(router, app, contract.chooseAccount, ({ caller, body }) => chooseAccount(db, caller, body.id))
  serve(router, app, contract.addAccount, async ({ caller, body, origin }) => {
    const { accountId } = await find(body.link, origin)
    await addByClaim(database, caller, accountId, { now: app.now(), settings: app.settings() })
  })

  serve(router, app, admin.adminLinkedAccounts, async ({ params }) => {
    const { main, items } = await linkedOf(db, params.id)
    return { main, items, total: items.length }
  })
  serve(router, app, admin.adminLinkAccount, ({ caller, params, body }) => linkAccount(database, caller, params.id, body, app.now()))
  serve(router, app, admin.adminUnlinkAccount, ({ caller, params, body }) =>
    unlinkAccount(database, caller, params.id, body.reason, app.now()),
  )
}
