import { OldLink, listOldLinks, revokeOldLink } from '@portico/contract/links'
import * as contract from '@portico/contract/links-admin'
import { requireSettled } from '../accounts/claims.ts'
import type { App } from '../app.ts'
import { foundRow } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { lockForAccess, requireLink } from '../members/change-access.ts'
import { toList, toWire } from '../to-wire.ts'
import { addOldLink } from './add-links.ts'
import { changeSource, createSource, deleteSource } from './change-sources.ts'
import { addressOf, type LinkOfPanel, listLinks } from './list-links.ts'
import { listSources, type SourceUse } from './list-sources.ts'
import { ownerOf, revokeLink } from './revoke-links.ts'

export function linkRoutes(router: Router, app: App): void {
  const { database } = app
  const { db, transaction } = database
  const one = async (id: number) => toSource(foundRow(await listSources(db, app.now(), id)))

  serve(router, app, contract.adminListLinkSources, async () => toList(await listSources(db, app.now()), toSource))
  serve(router, app, contract.adminCreateLinkSource, async ({ caller, body }) => {
    const id = await createSource(database, caller, body, app.now())
    await app.reloadSettings()
    return one(id)
  })
  serve(router, app, contract.adminUpdateLinkSource, async ({ caller, params, body }) => {
    await changeSource(database, caller, params.id, body, app.now())
    await app.reloadSettings()
    return one(params.id)
  })
  serve(router, app, contract.adminDeleteLinkSource, async ({ caller, params }) => {
    await deleteSource(database, caller, params.id, app.now())
    await app.reloadSettings()
  })

  serve(router, app, contract.adminListOldLinks, async ({ caller, params }) => {
    await requireLink(db, caller, params.id)
    return toList(await listLinks(db, params.id), toLink)
  })
  serve(router, app, contract.adminAddOldLink, async ({ caller, params, body }) => {
    await transaction(async (tx) => {
      await lockForAccess(tx, caller, params.id, 'members.link')
      await addOldLink(tx, caller, { accountId: params.id, ...body }, app.readOld, app.now())
    })
  })
  serve(router, app, contract.adminRevokeOldLink, async ({ caller, params, body }) => {
    await transaction(async (tx) => {
      const accountId = await ownerOf(tx, params.id)
      await lockForAccess(tx, caller, accountId, 'members.link')
      await revokeLink(tx, caller, accountId, params.id, body.reason, app.now())
    })
  })

  serve(router, app, listOldLinks, async ({ caller }) => toList(await listLinks(db, caller.accountId), toLink))
  serve(router, app, revokeOldLink, async ({ caller, params }) => {
    await requireSettled(db, caller.accountId, app.now())
    await transaction((tx) => revokeLink(tx, caller, caller.accountId, params.id, null, app.now()))
  })
}

function toSource({ source, ...use }: SourceUse) {
  return toWire(contract.LinkSource, { ...source, ...use, hasSecret: source.secret !== null })
}

function toLink(row: LinkOfPanel) {
  return toWire(OldLink, { ...row, source: row.source.name, address: addressOf(row), endsAt: row.source.endsAt })
}
