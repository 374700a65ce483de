import { timingSafeEqual } from 'node:crypto'
import { isAway } from '../db/pool/away.ts'
import type { App } from '../app.ts'
import { type KnownMachine, type KnownNode, machinesById, nodesById } from '../nodes/find-node.ts'
import { mayCallFrom } from './call-addresses.ts'
import type { NodeRequest } from './node-answers.ts'
import { hashSecret } from '../nodes/node-keys.ts'
import { raiseAlarms } from '../report-watch/alarms.ts'

/** Why a caller's proof of identity fails. */
export type Unproved = 'no secret' | 'no such node' | 'wrong secret' | 'wrong address'
const MAX_KNOWN = 10_000
export type Proof = Pick<NodeRequest, 'query' | 'headers' | 'network' | 'address'>

export type Prove = {
  /** Accepts the node's own secret, or that of the machine it runs on, from an address on the node's list. */
  node: (proof: Proof) => Promise<KnownNode | Unproved>
  machine: (proof: Proof) => Promise<KnownMachine | Unproved>
}

/** Identifies the caller. Counts only failures, per network: a wrong secret must not lock out the good nodes beside it. */
export function prover(app: App): Prove {
  const findNode = lastKnown(nodesById(app.database))
  const findMachine = lastKnown(machinesById(app.database))

  async function failed(network: string, why: Unproved): Promise<Unproved> {
    await app.limits.nodeSecret.take(network)
    return why
  }

  async function machine({ query, headers, network }: Proof): Promise<KnownMachine | Unproved> {
    const secret = secretOf(query, headers)
    if (secret === '') return failed(network, 'no secret')
    const id = idIn(query, 'machine_id')
    const found = id === null ? undefined : await findMachine(id)
    if (!found) return failed(network, 'no such node')
    return isSame(secret, found.secretHash) ? found : failed(network, 'wrong secret')
  }

  async function proven(proof: Proof): Promise<KnownNode | Unproved> {
    const known = await node(proof)
    if (typeof known === 'string' || mayCallFrom(proof.address, known.callAddresses)) return known
    await failed(proof.network, 'wrong address')
    app.log.error({ node: known.id, name: known.name, address: proof.address }, "a node's secret was used from an address not on its list")
    const alarm = { nodeId: known.id, kind: 'address' as const, subject: proof.network, accountId: null, value: 1, usual: 0 }
    await raiseAlarms(app.database.db, [alarm], app.now())
    return 'wrong address'
  }

  async function node(proof: Proof): Promise<KnownNode | Unproved> {
    const { query, headers, network } = proof
    const id = idIn(query, 'node_id')
    const found = id === null ? undefined : await findNode(id)
    if (query.has('machine_id')) {
      const owner = await machine(proof)
      if (typeof owner === 'string') return owner
      return found && found.machineId === owner.id ? found : failed(network, 'no such node')
    }
    if (!found) return failed(network, 'no such node')
    const secret = secretOf(query, headers)
    if (secret === '') return failed(network, 'no secret')
    if (isSame(secret, found.secretHash)) return found
    // Software that knows no machines sends a machine's secret as its nodes' own.
    const owner = found.machineId === null ? undefined : await findMachine(found.machineId)
    return owner && isSame(secret, owner.secretHash) ? found : failed(network, 'wrong secret')
  }

  return { node: proven, machine }
}

/** Remembers found nodes for when the database is away, so that no report is lost. */
function lastKnown<V>(find: (id: number) => Promise<V | undefined>): (id: number) => Promise<V | undefined> {
  const known = new Map<number, V | undefined>()
  return async (id) => {
    try {
      const found = await find(id)
      if (known.size >= MAX_KNOWN) known.clear()
      if (found) known.set(id, found)
      else known.delete(id)
      return found
    } catch (error) {
      if (isAway(error) && known.has(id)) return known.get(id)
      throw error
    }
  }
}

function secretOf(query: URLSearchParams, headers: Proof['headers']): string {
  return query.get('token') || /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] || ''
}

function idIn(query: URLSearchParams, name: string): number | null {
  const id = /^[1-9]\d{0,14}$/.exec(query.get(name) ?? '')
  return id ? Number(id[0]) : null
}

function isSame(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), hash)
}
