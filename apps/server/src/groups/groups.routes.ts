import * as contract from '@portico/contract/groups-admin'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import { AppError } from '../errors.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { createGroup, deleteGroup, type GroupUse, listGroups, renameGroup } from './groups.ts'

export function groupRoutes(router: Router, app: App): void {
  const { db } = app.database
  const done = (actorId: number, action: string, id: number): Promise<void> =>
    record(db, { actorId, action, target: `group ${id}`, at: app.now() })
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
    const id = await createGroup(db, body.name)
    await done(caller.accountId, 'group.create', id)
    return one(id)
  })
  serve(router, app, contract.adminUpdateGroup, async ({ caller, params, body }) => {
    await renameGroup(db, params.id, body.name)
    await done(caller.accountId, 'group.rename', params.id)
    return one(params.id)
  })
  serve(router, app, contract.adminDeleteGroup, async ({ caller, params }) => {
    await deleteGroup(db, params.id)
    await done(caller.accountId, 'group.delete', params.id)
    return ok
  })
}

function toGroup({ group, plans, nodes, members }: GroupUse): contract.Group {
  return { id: group.id, name: group.name, plans, nodes, members, created_at: group.createdAt.toISOString() }
}
