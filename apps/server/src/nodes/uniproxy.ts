import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { applyPush } from '../traffic/apply-push.ts'
import { readPush } from '../traffic/read-push.ts'
import { countDevices, type NetworkOf, readAlive, recordDevices } from './devices.ts'
import { type KnownNode, nodesById } from './find-node.ts'
import { nodeConfig } from './node-config.ts'
import { hashSecret } from './node-keys.ts'
import { noteLoad, pullNotes } from './node-reports.ts'
import { nodes } from './nodes.table.ts'
import { placeholderList, servedUsers, type Tagged, tagged } from './served-users.ts'

/** A node's call, as the server reads it. `body` is not read before the node has proved who it is. */
export type NodeRequest = {
  method: string
  action: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: () => Promise<Buffer>
  /** The caller's address as limits count it. */
  network: string
}
export type NodeAnswer = { status: number; headers: Record<string, string>; body: Buffer | string }

type Action = { method: 'GET' | 'POST'; work: (node: KnownNode, request: NodeRequest) => Promise<NodeAnswer> }

/** Names that node software has for some protocols; `v2node` says the node takes whatever it is given. */
const aliases: Record<string, string> = { v2ray: 'vmess', hysteria: 'hysteria2' }

const Usage = z.object({ total: z.number(), used: z.number() })
const Load = z.object({ cpu: z.number(), mem: z.optional(Usage), swap: z.optional(Usage), disk: z.optional(Usage) })
const MAX_CONFIGS = 2000

/**
 * The calls of node software (v1 of its protocol): `config`, `user`, `push`, `alive`, `alivelist` and `status`. A node in
 * maintenance is told its configuration and no members; in every other state it serves its groups.
 */
export function nodeCalls(app: App, networkOf: NetworkOf): (request: NodeRequest) => Promise<NodeAnswer> {
  const { database } = app
  const findNode = nodesById(database)
  const usersOf = servedUsers(database, app.now)
  const notePull = pullNotes(database, (error) => app.log.warn({ err: error }, 'pulls of nodes could not be noted'))
  const configs = new Map<number, { version: string; config: Tagged }>()

  async function configOf(node: KnownNode): Promise<Tagged> {
    const intervals = { push: app.settings()['node.push_interval'], pull: app.settings()['node.pull_interval'] }
    const version = `${node.catalog} ${intervals.push} ${intervals.pull}`
    const kept = configs.get(node.id)
    if (kept?.version === version) return kept.config
    const [row] = await database.db
      .select()
      .from(nodes)
      .where(and(eq(nodes.id, node.id), isNull(nodes.deletedAt)))
    if (!row) throw new Error('the node was deleted a moment ago')
    const config = tagged(JSON.stringify(nodeConfig(row, intervals)))
    if (configs.size >= MAX_CONFIGS) configs.clear()
    configs.set(node.id, { version, config })
    return config
  }

  const actions: Record<string, Action> = {
    config: {
      method: 'GET',
      work: async (node, { headers }) => {
        notePull(node.id, app.now())
        return unlessKnown(await configOf(node), headers['if-none-match'])
      },
    },
    user: {
      method: 'GET',
      work: async (node, { headers }) => {
        notePull(node.id, app.now())
        const list = await usersOf(node.state === 'maintenance' ? '' : node.groups)
        const isBare = list.isEmpty && app.settings()['node.placeholder_user']
        return unlessKnown(isBare ? placeholderList(node.secretHash) : list, headers['if-none-match'])
      },
    },
    push: {
      method: 'POST',
      work: async (node, request) => {
        const body = await request.body()
        const push = readPush(body.toString('utf8'))
        if (!push) return refusal(400, 'The body must be a JSON object.')
        const batchKey = single(request.headers['x-batch-id']) ?? request.query.get('batch_id')
        if (batchKey !== null && !/^[\x21-\x7e]{1,100}$/.test(batchKey))
          return refusal(400, 'A batch id has 1 to 100 visible ASCII characters.')
        const given = { nodeId: node.id, rate: node.rate, batchKey, body, push }
        const isNew = await applyPush(database, given, app.now(), app.settings()['site.timezone'])
        if (!isNew) app.log.info({ node: node.id }, 'a push was repeated; it counts once')
        if (push.dropped > 0) app.log.warn({ node: node.id, dropped: push.dropped }, 'entries of a push were not usable')
        return json({ data: true })
      },
    },
    alive: {
      method: 'POST',
      work: async (node, request) => {
        const report = parsed(await request.body())
        if (!report) return refusal(400, 'The body must be a JSON object.')
        const { accountIds, seen } = readAlive(report, networkOf)
        if (accountIds.length > 0) await recordDevices(database, node.id, accountIds, seen, app.now())
        return json({ data: true })
      },
    },
    alivelist: {
      method: 'GET',
      work: async (node) => json({ alive: await countDevices(database, node.id, app.now()) }),
    },
    status: {
      method: 'POST',
      work: async (node, request) => {
        const load = Load.safeParse(parsed(await request.body()))
        if (!load.success) return refusal(400, 'The body must be an object with cpu, mem, swap and disk.')
        await noteLoad(database, node.id, load.data)
        return json({ data: true, code: 0, message: 'success' })
      },
    },
  }

  async function prove(request: NodeRequest): Promise<KnownNode | NodeAnswer> {
    const { query, headers, network } = request
    const id = /^[1-9]\d{0,14}$/.exec(query.get('node_id') ?? '')
    const node = id ? await findNode(Number(id[0])) : undefined
    const secret = query.get('token') || /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] || ''
    const type = query.get('node_type') ?? ''
    const isSecret = node !== undefined && timingSafeEqual(hashSecret(secret), node.secretHash)
    if (isSecret && (type === 'v2node' || (aliases[type] ?? type) === node.protocol)) return node
    // Taken on failure alone: a wrong secret must not shut out the good nodes of the same machine.
    await app.limits.nodeSecret.take(network)
    if (!node) return refusal(404, 'There is no such node.')
    return refusal(403, isSecret ? `This node is not of type "${type.slice(0, 20)}".` : 'The secret is not the one of this node.')
  }

  return async (request) => {
    const action = Object.hasOwn(actions, request.action) ? actions[request.action] : undefined
    if (!action) return refusal(404, 'There is no such call.')
    if (request.method !== action.method)
      return { ...refusal(405, `This call is a ${action.method}.`), headers: { ...JSON_TYPE, allow: action.method } }
    const node = await prove(request)
    return 'status' in node ? node : action.work(node, request)
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function json(value: object): NodeAnswer {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify(value) }
}

export function refusal(status: number, message: string): NodeAnswer {
  return { status, headers: JSON_TYPE, body: JSON.stringify({ message }) }
}

/** 304 when the caller has this already. Proxies weaken tags, software drops the quotes, and lists are allowed. */
function unlessKnown({ body, etag }: Tagged, known: string | undefined): NodeAnswer {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '').replaceAll('"', '')
  const isKnown = known !== undefined && (known === etag || known.split(',').some((tag) => bare(tag) === bare(etag)))
  return isKnown ? { status: 304, headers: { etag }, body: '' } : { status: 200, headers: { ...JSON_TYPE, etag }, body }
}

function parsed(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) || null
}
