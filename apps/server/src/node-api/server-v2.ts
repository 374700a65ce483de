import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { readCounters } from '../traffic/read-push.ts'
import type { NetworkOf } from '../nodes/devices.ts'
import type { KnownNode } from '../nodes/find-node.ts'
import { noteMachine, nodesOfMachine } from '../nodes/machine-calls.ts'
import { isAway } from '../db/pool/away.ts'
import { actionNamed, callOf, IMPLAUSIBLE, Load, type NodeActions, pushed, seenAlive } from './node-actions.ts'
import {
  json,
  type NodeAnswer,
  type NodeRequest,
  OLD_TOKEN,
  parsed,
  single,
  unlessKnown,
  WRONG_ADDRESS,
  wrongMethod,
} from './node-answers.ts'
import type { NodeData } from './node-data.ts'
import { noteLoad } from '../nodes/node-reports.ts'
import type { Noted } from './note-refusal.ts'
import type { Prove, Unproved } from './prove-node.ts'

/** v2 of the node protocol: calls name no type, a machine may speak for its nodes, and one report covers everything. */
export function serverV2(
  app: App,
  given: { nodeView: NodeData; actions: NodeActions; prove: Prove; noted: Noted; networkOf: NetworkOf; wsUrl: () => string },
) {
  const { nodeView, actions, prove, noted, networkOf, wsUrl } = given

  async function forNode(request: NodeRequest, work: (node: KnownNode) => Promise<NodeAnswer>): Promise<NodeAnswer> {
    const node = await prove.node(request)
    return typeof node === 'string' ? unproved(node) : noted(node, request, () => work(node))
  }

  async function report(node: KnownNode, request: NodeRequest): Promise<NodeAnswer> {
    const body = await request.body()
    const read = Report.safeParse(parsed(body))
    if (!read.success) return failed(400, 'the report is not of the documented form')
    const { traffic, alive, status } = read.data
    const batchKey = single(request.headers['x-batch-id']) ?? request.query.get('batch_id')
    if (batchKey !== null && !/^[\x21-\x7e]{1,100}$/.test(batchKey)) return failed(400, 'a batch id has 1 to 100 visible ASCII characters')
    // Only the traffic identifies a repeated report: load and connections differ each time.
    const push = traffic && { body: Buffer.from(JSON.stringify(traffic)), push: readCounters(traffic), batchKey, ...callOf(request) }
    if (push && !(await pushed(app, node, push))) return failed(422, IMPLAUSIBLE)
    // The traffic is safe; without the database the rest comes again with the next report.
    const rest = async (): Promise<void> => {
      if (alive) await seenAlive(app, node, alive, networkOf)
      if (status) await noteLoad(app.database, node.id, status)
    }
    await rest().catch((error: unknown) => {
      if (!isAway(error)) throw error
    })
    return json({ data: true })
  }

  /** Answers a handshake, of a node or a machine. */
  async function handshake(request: NodeRequest): Promise<NodeAnswer> {
    const isMachine = request.query.has('machine_id') && !request.query.has('node_id')
    const known = await (isMachine ? prove.machine(request) : prove.node(request))
    return typeof known === 'string' ? unproved(known) : json({ websocket: { enabled: true, ws_url: wsUrl() } })
  }

  async function machine(request: NodeRequest): Promise<NodeAnswer> {
    if (request.method !== 'POST') return wrongMethod('POST')
    const known = await prove.machine(request)
    if (typeof known === 'string') return unproved(known)
    if (request.action === 'machine/nodes') {
      await noteMachine(app.database, known.id, null, app.now())
      const intervals = { push_interval: app.settings()['node.push_interval'], pull_interval: app.settings()['node.pull_interval'] }
      return json({ nodes: await nodesOfMachine(app.database, known.id), base_config: intervals })
    }
    const load = MachineLoad.safeParse(parsed(await request.body()))
    if (!load.success) return failed(400, 'the body must be an object with cpu and mem')
    await noteMachine(app.database, known.id, load.data, app.now())
    return json({ data: true, code: 0, message: 'success' })
  }

  return async (request: NodeRequest): Promise<NodeAnswer> => {
    switch (request.action) {
      case 'machine/nodes':
      case 'machine/status':
        return machine(request)
      case 'handshake':
        if (request.method !== 'GET' && request.method !== 'POST') return wrongMethod('GET')
        return handshake(request)
      case 'report':
        return request.method === 'POST' ? forNode(request, (node) => report(node, request)) : wrongMethod('POST')
      case 'config':
        if (request.method !== 'GET') return wrongMethod('GET')
        return forNode(request, async (node) => {
          nodeView.notePull(node.id)
          const isXboard = request.query.has('machine_id')
          return unlessKnown(await (isXboard ? nodeView.xboardConfig(node) : nodeView.flatConfig(node)), request.headers['if-none-match'])
        })
      default: {
        const action = actionNamed(actions, request.action)
        if (!action) return failed(404, 'there is no such call')
        return request.method === action.method ? forNode(request, (node) => action.work(node, request)) : wrongMethod(action.method)
      }
    }
  }
}

const Table = z.record(z.string(), z.unknown())
const Report = z.object({
  traffic: z.optional(Table),
  alive: z.optional(Table),
  // Unnamed fields are dropped, such as the connections and metrics that other software sends.
  status: z.optional(Load),
})
const MachineLoad = z.extend(Load, { net: z.optional(z.object({ in_speed: z.number(), out_speed: z.number() })) })

/** A refusal for both kinds of software: one reads the HTTP status, the other `status` and `message`. */
function failed(status: number, message: string): NodeAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ status: 'fail', message }) }
}

function unproved(why: Unproved): NodeAnswer {
  if (why === 'no such node') return failed(404, 'server is not exist')
  if (why === 'wrong address') return failed(403, WRONG_ADDRESS)
  if (why === 'old token') return failed(403, OLD_TOKEN)
  return failed(403, why === 'no secret' ? 'token is null' : 'token is error')
}
