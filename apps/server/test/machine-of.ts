import type { Answer, Member } from './harness.ts'

type Nodes = { id: number }[]

/** Asks for a machine with these nodes. The answer may be a refusal. */
export function askForMachine(admin: Member, nodes: Nodes, values: object = {}): Promise<Answer> {
  return admin.call('POST', '/admin/machines', { name: 'Rack', notes: '', is_active: true, node_ids: nodes.map(({ id }) => id), ...values })
}

/** Makes a machine with these nodes. `proof`: what its software shows in the query of each call. */
export async function machineOf(admin: Member, nodes: Nodes, values: object = {}) {
  const { machine, secret } = (await askForMachine(admin, nodes, values)).body
  return { id: machine.id as number, proof: { machine_id: String(machine.id), token: secret as string }, machine }
}
