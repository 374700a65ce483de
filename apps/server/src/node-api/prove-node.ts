import { timingSafeEqual } from 'node:crypto'
import { aliasType } from '@portico/contract/node-aliases'
import { isAway } from '../db/pool/away.ts'
import { raiseNodeAlarm } from '../additions.ts'
import type { App } from '../app.ts'
import { type KnownMachine, type KnownNode, machinesById, nodesById } from '../nodes/find-node.ts'
import { nodesByAlias } from '../nodes/old-panel/find-alias.ts'
import { oldPanelNotes } from '../nodes/old-panel/old-panel-calls.ts'
import { mayCallFrom } from './call-addresses.ts'
import type { NodeRequest } from './node-answers.ts'
import { hashSecret } from '../nodes/node-keys.ts'

/** Why a caller's proof of identity fails. */
export type Unproved = 'no secret' | 'no such node' | 'wrong secret' | 'wrong address' | 'old token'
const MAX_KNOWN = 10_000
export type Proof = Pick<NodeRequest, 'query' | 'headers' | 'network' | 'address'>

export type Prove = {
  /**
   * Accepts the node's own secret, that of the machine it runs on, or the old panel's token, from an address on the node's list. The node is
   * named by its id, or by its name at the old panel.
   */
  node: (proof: Proof) => Promise<KnownNode | Unproved>
  machine: (proof: Proof) => Promise<KnownMachine | Unproved>
  /** Hash of the old panel's token if it is what proves the call; null: it is not, or that token is not accepted. */
  oldToken: (proof: Proof) => Buffer | null
  /** Hash of the old panel's token while it is accepted. */
  acceptedOldToken: () => Buffer | null
}

/** Identifies the caller. Counts only failures, per network: a wrong secret must not lock out the good nodes beside it. */
export function prover(app: App): Prove {
  const findNode = lastKnown(nodesById(app.database))
  const findMachine = lastKnown(machinesById(app.database))
  const findAlias = lastKnown(nodesByAlias(app.database))
  const noteOldPanel = oldPanelNotes(app.database)
  const oldPanel = oldPanelToken(app)

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
    await raiseNodeAlarm(app.database.db, { nodeId: known.id, kind: 'address', subject: proof.network, value: 1 }, app.now())
    return 'wrong address'
  }

  async function node(proof: Proof): Promise<KnownNode | Unproved> {
    const { query, headers, network } = proof
    const secret = secretOf(query, headers)
    if (!query.has('machine_id') && oldPanel.is(secret)) return fromOldPanel(proof)
    const id = idIn(query, 'node_id')
    const found = id === null ? undefined : await findNode(id)
    if (query.has('machine_id')) {
      const owner = await machine(proof)
      if (typeof owner === 'string') return owner
      return found && found.machineId === owner.id ? found : failed(network, 'no such node')
    }
    if (found && (await isOf(secret, found))) return found
    const alias = secret === '' ? undefined : await findAlias(query.get('node_type'), query.get('node_id') ?? '')
    const renamed = alias && (await findNode(alias.nodeId))
    if (renamed && (await isOf(secret, renamed))) return renamed
    if (!found) return failed(network, 'no such node')
    return failed(network, secret === '' ? 'no secret' : 'wrong secret')
  }

  async function isOf(secret: string, { secretHash, machineId }: KnownNode): Promise<boolean> {
    if (secret === '') return false
    if (isSame(secret, secretHash)) return true
    // Software that knows no machines sends a machine's secret as its nodes' own.
    const owner = machineId === null ? undefined : await findMachine(machineId)
    return owner !== undefined && isSame(secret, owner.secretHash)
  }

  /** A program that was set up for the old panel: it names the node as that panel did. */
  async function fromOldPanel({ query, network }: Proof): Promise<KnownNode | Unproved> {
    const [type, code] = [query.get('node_type') ?? '', query.get('node_id') ?? '']
    const alias = await findAlias(type, code)
    const isAccepted = oldPanel.accepted() !== null
    const found = isAccepted && alias ? await findNode(alias.nodeId) : undefined
    const call = { type: alias?.type ?? aliasType(type) ?? type, code, network, isAnswered: found !== undefined }
    await noteOldPanel(call, app.now()).catch((error: unknown) => {
      if (!isAway(error)) throw error
    })
    return found ?? failed(network, isAccepted ? 'no such node' : 'old token')
  }

  return {
    node: proven,
    machine,
    oldToken: ({ query, headers }) => (!query.has('machine_id') && oldPanel.is(secretOf(query, headers)) ? oldPanel.accepted() : null),
    acceptedOldToken: oldPanel.accepted,
  }
}

/** The one token that all nodes of the old panel shared. It is known while it is switched off, so that who still uses it is named. */
function oldPanelToken(app: App): { is: (secret: string) => boolean; accepted: () => Buffer | null } {
  let kept: { token: string; hash: Buffer } = { token: '', hash: Buffer.alloc(0) }
  const hash = (): Buffer => {
    const token = app.settings()['node.old_token']
    if (token !== kept.token) kept = { token, hash: hashSecret(token) }
    return kept.hash
  }
  return {
    is: (secret) => secret !== '' && app.settings()['node.old_token'] !== '' && isSame(secret, hash()),
    accepted: () => (app.settings()['node.old_programs'] && app.settings()['node.old_token'] !== '' ? hash() : null),
  }
}

/** Remembers found nodes for when the database is away, so that no report is lost. */
function lastKnown<A extends unknown[], V>(find: (...named: A) => Promise<V | undefined>): (...named: A) => Promise<V | undefined> {
  const known = new Map<string, V | undefined>()
  return async (...named) => {
    const key = named.join(' ')
    try {
      const found = await find(...named)
      if (known.size >= MAX_KNOWN) known.clear()
      if (found) known.set(key, found)
      else known.delete(key)
      return found
    } catch (error) {
      if (isAway(error) && known.has(key)) return known.get(key)
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
