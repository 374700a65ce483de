import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { isObject } from '@portico/contract/plain-object'
import type { App } from '../app.ts'
import { inPurpose } from '../db/pool/purpose.ts'
import { clearDevices, type NetworkOf, sharedDevices } from '../nodes/devices.ts'
import { type KnownNode, machinesById, nodesById } from '../nodes/find-node.ts'
import { noteMachine, nodesOfMachine } from '../nodes/machine-calls.ts'
import { mayCallFrom } from './call-addresses.ts'
import { Load, seenAlive } from './node-actions.ts'
import { noteLoad } from '../nodes/node-reports.ts'
import type { Prove } from './prove-node.ts'
import type { UserParts } from '../nodes/served-users.ts'
import { allUsers, userChanges } from '../nodes/user-changes.ts'
import { nodeData } from './node-data.ts'

export const SOCKET_PATH = '/api/v2/server/ws'

/** Last state sent about one node on a connection. */
type Sent = { config: string; users: string; parts: UserParts; devices: string }
type Peer = {
  socket: WebSocket
  /** Key of the connection's owner: a node, or a machine with its nodes. */
  speaker: string
  /** Set on a connection that speaks for all nodes of a machine. */
  machineId: number | null
  /** Set if a node's connection was proved by its machine's secret. */
  ownerId: number | null
  address: string
  /** Hash of the secret used: the node's, the machine's, or the old panel's. */
  secretHash: Buffer
  sent: Map<number, Sent>
  nodeList: string
  isAlive: boolean
  work: Promise<void>
  waiting: number
}

const MAX_BODY = 8 * 1024 * 1024
const MAX_BEHIND = 64 * 1024 * 1024
const MAX_WAITING = 100
/** Connections per speaker, over all processes. Each one gets whole lists, and a secret may be stolen. */
const MAX_ALIKE = 8
/** One query reads the versions of all connected nodes. Every change to a member raises them. */
const [LOOK_MS, PING_MS, DEVICES_MS] = [1000, 55_000, 10_000]

/**
 * Pushes changes to connected nodes: configuration, and members added and removed. A node that misses some gets them by polling, and pings
 * carry hashes of what it should have.
 */
export function nodeSockets(
  server: Server,
  app: App,
  given: { prove: Prove; networkOf: NetworkOf; address: (request: IncomingMessage) => string },
) {
  const { lookMs = LOOK_MS } = app
  const nodeView = nodeData(app)
  const findNode = nodesById(app.database)
  const findMachine = machinesById(app.database)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BODY })
  const peers = new Set<Peer>()
  const timers: NodeJS.Timeout[] = []

  async function accept(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const query = new URLSearchParams(request.url?.split('?')[1] ?? '')
    const address = given.address(request)
    const proof = { query, headers: request.headers, address, network: given.networkOf(address) }
    const isMachine = query.has('machine_id') && !query.has('node_id')
    const known = await (isMachine ? given.prove.machine(proof) : given.prove.node(proof))
    const owner = !isMachine && query.has('machine_id') ? await given.prove.machine(proof) : null
    if (typeof known === 'string' || typeof owner === 'string')
      return void stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const peer: Peer = {
        socket,
        speaker: `${isMachine ? 'machine' : 'node'} ${known.id}`,
        machineId: isMachine ? known.id : null,
        ownerId: owner?.id ?? null,
        address,
        secretHash: given.prove.oldToken(proof) ?? (owner ?? known).secretHash,
        sent: new Map(),
        nodeList: '',
        isAlive: true,
        work: Promise.resolve(),
        waiting: 0,
      }
      peers.add(peer)
      socket.on('close', () => peers.delete(peer))
      socket.on('error', () => socket.terminate())
      socket.on('pong', () => (peer.isAlive = true))
      socket.on('message', (bytes) => {
        peer.isAlive = true
        if (peer.waiting > MAX_WAITING) return socket.terminate()
        after(peer, () => hear(peer, bytes))
      })
      after(peer, async () => {
        // The oldest one goes: after a network failure, a node reconnects while its old connections still seem open.
        const release = await app.places.push(peer.speaker, MAX_ALIKE, () => socket.terminate())
        if (!peers.has(peer)) return release()
        socket.on('close', release)
        const nodeIds = isMachine ? (await nodesOfMachine(app.database, known.id)).map((node) => node.id) : [known.id]
        for (const id of nodeIds) peer.sent.set(id, nothingSent())
        say(peer, 'auth.success', isMachine ? { machine_id: known.id, node_ids: nodeIds } : { node_id: known.id })
        await look(peer)
      })
    })
  }

  /** Runs one task after another on each connection. A failure is logged and closes the connection; the node reconnects. */
  function after(peer: Peer, work: () => Promise<void>): void {
    peer.waiting++
    peer.work = peer.work
      .then(() => inPurpose('nodes', work))
      .catch((error: unknown) => {
        app.log.error({ err: error }, "a node's connection failed")
        peer.socket.terminate()
      })
    void peer.work.finally(() => peer.waiting--)
  }

  async function look(peer: Peer): Promise<void> {
    if (peer.machineId !== null && !(await lookAtMachine(peer, peer.machineId))) return peer.socket.close(4003, 'this machine is gone')
    const machineId = peer.machineId ?? peer.ownerId
    if (peer.ownerId !== null && !(await isMachineSame(peer, peer.ownerId))) return peer.socket.close(4003, 'this machine is gone')
    for (const [id, before] of peer.sent) {
      const node = await findNode(id)
      const isSame = node && (machineId === null ? isSecretOf(peer, node) : node.machineId === machineId)
      if (!isSame || !mayCallFrom(peer.address, node.callAddresses)) {
        if (peer.machineId === null) return peer.socket.close(4003, 'this node is gone')
        peer.sent.delete(id)
        continue
      }
      nodeView.notePull(id)
      await tellConfig(peer, node, before)
      await tellUsers(peer, node, before)
    }
  }

  function isSecretOf({ secretHash }: Peer, node: KnownNode): boolean {
    return node.secretHash.equals(secretHash) || given.prove.acceptedOldToken()?.equals(secretHash) === true
  }

  async function isMachineSame(peer: Peer, machineId: number): Promise<boolean> {
    return (await findMachine(machineId))?.secretHash.equals(peer.secretHash) ?? false
  }

  async function lookAtMachine(peer: Peer, machineId: number): Promise<boolean> {
    if (!(await isMachineSame(peer, machineId))) return false
    const nodes = await nodesOfMachine(app.database, machineId)
    for (const { id } of nodes) if (!peer.sent.has(id)) peer.sent.set(id, nothingSent())
    const list = JSON.stringify(nodes)
    if (peer.nodeList !== '' && peer.nodeList !== list) say(peer, 'sync.nodes', { nodes })
    if (peer.nodeList !== list) await noteMachine(app.database, machineId, null, app.now())
    peer.nodeList = list
    return true
  }

  async function tellConfig(peer: Peer, node: KnownNode, before: Sent): Promise<void> {
    const { body, etag } = await nodeView.xboardConfig(node)
    if (before.config === etag) return
    before.config = etag
    // The intervals are for polling nodes.
    const { base_config: _, ...config } = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    sayOf(peer, node.id, 'sync.config', { config })
  }

  async function tellUsers(peer: Peer, node: KnownNode, before: Sent): Promise<void> {
    const list = await nodeView.users(node)
    if (before.users === list.etag) return
    const changes = before.users === '' ? null : userChanges(before.parts, list.parts)
    before.users = list.etag
    before.parts = list.parts
    if (!changes) return sayUsers(peer, node.id, 'sync.users', '', allUsers(list.parts))
    if (changes.remove.length > 0) sayUsers(peer, node.id, 'sync.user.delta', '"action":"remove",', changes.remove)
    if (changes.add.length > 0) sayUsers(peer, node.id, 'sync.user.delta', '"action":"add",', changes.add)
  }

  async function hear(peer: Peer, bytes: unknown): Promise<void> {
    const frame = readFrame(String(bytes))
    if (!frame) return say(peer, 'error', { message: 'A frame is an object with event and data.' })
    const { node_id: named, ...data } = frame.data
    const [only] = peer.sent.keys()
    const id = peer.machineId === null ? only : Number(named)
    const node = id !== undefined && peer.sent.has(id) ? await findNode(id) : undefined
    if (frame.event === 'pong') return compare(peer, frame.data)
    if (!node) return say(peer, 'error', { message: 'There is no such node on this connection.' })
    if (frame.event === 'node.status') {
      const load = Load.safeParse(data)
      return load.success ? noteLoad(app.database, node.id, load.data) : undefined
    }
    if (frame.event === 'report.devices') {
      await clearDevices(app.database, node.id)
      // On a machine's connection, Xboard-Node wraps them.
      return seenAlive(app, node, isObject(data['devices']) ? data['devices'] : data, given.networkOf)
    }
    if (frame.event === 'request.devices') return tellDevices(peer, node.id, true)
    say(peer, 'error', { message: 'There is no such event.' })
  }

  async function tellDevices(peer: Peer, nodeId: number, isAsked: boolean): Promise<void> {
    const before = peer.sent.get(nodeId)
    if (!before) return
    const users = await sharedDevices(app.database, nodeId, app.now())
    const tag = hash(JSON.stringify(users))
    if (!isAsked && before.devices === tag) return
    before.devices = tag
    sayOf(peer, nodeId, 'sync.devices', { users })
  }

  /** A pong may report what the node has. If that differs, the node gets the whole list again. */
  function compare(peer: Peer, { hashes }: Record<string, unknown>): void {
    for (const entry of Array.isArray(hashes) ? (hashes as unknown[]) : []) {
      const { node_id, users, config } = Object(entry) as Record<string, unknown>
      const before = peer.sent.get(Number(node_id))
      if (!before) continue
      if (users !== undefined && users !== bare(before.users)) before.users = ''
      if (config !== undefined && config !== bare(before.config)) before.config = ''
    }
    after(peer, () => look(peer))
  }

  function ping(peer: Peer): void {
    if (!peer.isAlive) return peer.socket.terminate()
    peer.isAlive = false
    peer.socket.ping()
    const hashes = [...peer.sent].map(([node_id, { users, config }]) => ({ node_id, users: bare(users), config: bare(config) }))
    say(peer, 'ping', { hashes })
  }

  const each = (work: (peer: Peer) => unknown) => (): void => {
    for (const peer of peers) work(peer)
  }
  const every = (ms: number, work: () => void): void => void timers.push(setInterval(work, ms).unref())
  // One look at a time: a connection that is still busy is skipped.
  const isFree = (peer: Peer): boolean => peer.waiting === 0
  every(
    lookMs,
    each((peer) => isFree(peer) && after(peer, () => look(peer))),
  )
  every(PING_MS, each(ping))
  every(
    DEVICES_MS,
    each((peer) => peer.sent.forEach((_, id) => after(peer, () => tellDevices(peer, id, false)))),
  )

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    if (request.url?.split('?')[0] !== SOCKET_PATH) stream.destroy()
    else
      accept(request, stream, head).catch((error: unknown) => {
        app.log.warn({ err: error }, 'a node could not connect')
        stream.destroy()
      })
  })
  return {
    /** Disconnects every node; they reconnect to the next process. */
    close(): void {
      for (const timer of timers) clearInterval(timer)
      for (const peer of peers) peer.socket.terminate()
    },
  }
}

function nothingSent(): Sent {
  return { config: '', users: '', parts: new Map(), devices: hash('{}') }
}

function say(peer: Peer, event: string, data: object): void {
  send(peer, `{"event":${JSON.stringify(event)},"data":${JSON.stringify(data)},"timestamp":${Math.floor(Date.now() / 1000)}}`)
}

/** Sends a frame. On a machine's connection each frame names its node. */
function sayOf(peer: Peer, nodeId: number, event: string, data: object): void {
  say(peer, event, peer.machineId === null ? data : { node_id: nodeId, ...data })
}

/** Members are serialised already: a long list is not serialised twice. */
function sayUsers(peer: Peer, nodeId: number, event: string, more: string, users: string[]): void {
  const named = peer.machineId === null ? '' : `"node_id":${nodeId},`
  send(peer, `{"event":"${event}","data":{${named}${more}"users":[${users.join(',')}]},"timestamp":${Math.floor(Date.now() / 1000)}}`)
}

function send({ socket }: Peer, text: string): void {
  if (socket.bufferedAmount > MAX_BEHIND) socket.terminate()
  else if (socket.readyState === socket.OPEN) socket.send(text)
}

function readFrame(text: string): { event: string; data: Record<string, unknown> } | null {
  try {
    const { event, data } = Object(JSON.parse(text)) as Record<string, unknown>
    return typeof event === 'string' ? { event, data: isObject(data) ? data : {} } : null
  } catch {
    return null
  }
}

const bare = (etag: string): string => etag.replaceAll('"', '')
const hash = (text: string): string => createHash('sha1').update(text).digest('hex')
