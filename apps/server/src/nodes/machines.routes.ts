import { may } from '@portico/contract/access'
import * as contract from '@portico/contract/machines-admin'
import type { App } from '../app.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { foundRow } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import {
  createMachine,
  deleteMachine,
  listMachines,
  machineLoadsOf,
  type MachineWithNodes,
  rotateMachineSecret,
  updateMachine,
} from './change-machines.ts'
import { openCertificate } from './node-secrets.ts'

export function machineRoutes(router: Router, app: App): void {
  const { database } = app
  const one = async (id: number): Promise<contract.Machine> => toMachine(foundRow(await listMachines(database.db, id)), database.secrets)

  serve(router, app, contract.adminListMachines, async ({ caller }) => {
    const rows = (await listMachines(database.db)).map((row) => toMachine(row, database.secrets))
    const withoutSecret = (row: contract.Machine) => ({ ...row, certificate: { ...row.certificate, dns_env: '' } })
    const items = may(caller.permissions, 'nodes.write') ? rows : rows.map(withoutSecret)
    return { items, total: items.length }
  })
  serve(router, app, contract.adminCreateMachine, async ({ caller, body }) => {
    const made = await createMachine(database, caller, body, app.now())
    return { machine: await one(made.id), secret: made.secret }
  })
  serve(router, app, contract.adminUpdateMachine, async ({ caller, params: { id }, body }) => {
    await updateMachine(database, caller, id, body, app.now())
    return one(id)
  })
  serve(router, app, contract.adminDeleteMachine, ({ caller, params: { id } }) => deleteMachine(database, caller, id, app.now()))
  serve(router, app, contract.adminRotateMachineSecret, async ({ caller, params: { id } }) => ({
    secret: await rotateMachineSecret(database, caller, id, app.now()),
  }))
  serve(router, app, contract.adminMachineLoads, async ({ params }) => {
    await one(params.id)
    const loads = await machineLoadsOf(database.db, params.id, app.now())
    return toList(loads, ({ at, load }) => ({ at: at.toISOString(), load: asLoad(load) }))
  })
}

function toMachine({ machine, nodeIds }: MachineWithNodes, secrets: SecretBox): contract.Machine {
  const certificate = openCertificate(secrets, machine.id, machine.certificate)
  return toWire(contract.Machine, { ...machine, nodeIds, certificate, load: machine.load === null ? null : asLoad(machine.load) })
}

// Only `noteMachine` stores it, as an object.
const asLoad = (load: unknown): Record<string, unknown> => load as Record<string, unknown>
