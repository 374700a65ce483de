import * as contract from '@portico/contract/machines-admin'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { recorded } from '../audit/recorded.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { ok, type Router, serve } from '../http/router.ts'
import {
  createMachine,
  deleteMachine,
  listMachines,
  machineLoadsOf,
  type MachineWithNodes,
  rotateMachineSecret,
  updateMachine,
} from './change-machines.ts'

export function machineRoutes(router: Router, app: App): void {
  const { db } = app.database
  const act = <T>(by: Actor, action: string, work: (tx: Tx) => Promise<{ id: number; result: T }>, after?: unknown): Promise<T> =>
    recorded(app.database, { by, action, after, at: app.now() }, async (tx) => {
      const { id, result } = await work(tx)
      return { target: `machine ${id}`, result }
    })
  const one = async (id: number): Promise<contract.Machine> => {
    const [found] = await listMachines(db, id)
    if (!found) throw new AppError('not_found')
    return toMachine(found)
  }

  serve(router, app, contract.adminListMachines, async () => {
    const items = (await listMachines(db)).map(toMachine)
    return { items, total: items.length }
  })
  serve(router, app, contract.adminCreateMachine, async ({ caller, body }) => {
    const made = await act(
      caller,
      'machine.create',
      async (tx) => {
        const result = await createMachine(tx, body)
        return { id: result.id, result }
      },
      body,
    )
    return { machine: await one(made.id), secret: made.secret }
  })
  serve(router, app, contract.adminUpdateMachine, async ({ caller, params: { id }, body }) => {
    // Absent fields are absent, not undefined.
    const change = body as Partial<contract.MachineInput>
    await act(caller, 'machine.update', async (tx) => ({ id, result: await updateMachine(tx, id, change) }), change)
    return one(id)
  })
  serve(router, app, contract.adminDeleteMachine, async ({ caller, params: { id } }) => {
    await act(caller, 'machine.delete', async (tx) => ({ id, result: await deleteMachine(tx, id) }))
    return ok
  })
  serve(router, app, contract.adminRotateMachineSecret, async ({ caller, params: { id } }) => ({
    secret: await act(caller, 'machine.rotate_secret', async (tx) => ({ id, result: await rotateMachineSecret(tx, id) })),
  }))
  serve(router, app, contract.adminMachineLoads, async ({ params }) => {
    await one(params.id)
    const items = (await machineLoadsOf(db, params.id, app.now())).map(({ at, load }) => ({ at: at.toISOString(), load: asLoad(load) }))
    return { items, total: items.length }
  })
}

function toMachine({ machine, nodeIds }: MachineWithNodes): contract.Machine {
  return {
    id: machine.id,
    name: machine.name,
    notes: machine.notes,
    is_active: machine.isActive,
    node_ids: nodeIds,
    last_seen_at: machine.lastSeenAt?.toISOString() ?? null,
    load: machine.load === null ? null : asLoad(machine.load),
    created_at: machine.createdAt.toISOString(),
  }
}

// Stored by `noteMachine` alone, as an object.
const asLoad = (load: unknown): Record<string, unknown> => load as Record<string, unknown>
