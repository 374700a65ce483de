import * as contract from '@portico/contract/groups-admin'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { recorded } from '../audit/recorded.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { createGroup, deleteGroup, type GroupUse, listGroups, renameGroup } from './groups.ts'

export function groupRoutes(router: Router, app: App): void {
  const { db } = app.database
  const act = (by: Actor, action: string, work: (tx: Tx) => Promise<number>): Promise<number> =>
    recorded(app.database, { by, action, at: app.now() }, async (tx) => {
      const id = await work(tx)
      return { target: `group ${id}`, result: id }
    })
  const one = async (id: number): Promise<contract.Group> => {
    const [found] = await listGroups(db, id)
    if (!found) throw new AppError('not_found')
    return toGroup(found)
  }

  serve(router, app, contract.adminListGroups, async () => {
    const items = (await listGroups(db)).map(toGroup)
    return { items, total: items.length }
  })
  serve(router, app, contract.adminCreateGroup, async ({ caller, body }) => {
    return one(await act(caller, 'group.create', (tx) => createGroup(tx, body.name)))
  })
  serve(router, app, contract.adminUpdateGroup, async ({ caller, params, body }) => {
    return one(await act(caller, 'group.rename', (tx) => renameGroup(tx, params.id, body.name)))
  })
  serve(router, app, contract.adminDeleteGroup, async ({ caller, params }) => {
    await act(caller, 'group.delete', (tx) => deleteGroup(tx, params.id))
    return ok
  })
}

function toGroup({ group, plans, nodes, members }: GroupUse): contract.Group {
  return { id: group.id, name: group.name, plans, nodes, members, created_at: group.createdAt.toISOString() }
}
