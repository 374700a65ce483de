import * as contract from '@portico/contract/groups-admin'
import type { App } from '../app.ts'
import { foundRow } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { createGroup, deleteGroup, type GroupUse, listGroups, renameGroup } from './groups.ts'

export function groupRoutes(router: Router, app: App): void {
  const { database } = app
  const one = async (id: number): Promise<contract.Group> => toGroup(foundRow(await listGroups(database.db, id)))

  serve(router, app, contract.adminListGroups, async () => toList(await listGroups(database.db), toGroup))
  serve(router, app, contract.adminCreateGroup, async ({ caller, body }) => {
    return one(await createGroup(database, caller, body.name, app.now()))
  })
  serve(router, app, contract.adminUpdateGroup, async ({ caller, params, body }) => {
    await renameGroup(database, caller, params.id, body.name, app.now())
    return one(params.id)
  })
  serve(router, app, contract.adminDeleteGroup, ({ caller, params }) => deleteGroup(database, caller, params.id, app.now()))
}

function toGroup({ group, ...counts }: GroupUse): contract.Group {
  return toWire(contract.Group, { ...group, ...counts })
}
