import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { DatabaseAway, isAway } from '../db/pool/away.ts'
import { inTime } from '../jobs/in-time.ts'
import { applyPush, type NodePush } from '../traffic/apply-push.ts'
import { readPush } from '../traffic/read-push.ts'
import { countDevices, type NetworkOf, readAlive, recordDevices } from '../nodes/devices.ts'
import type { KnownNode } from '../nodes/find-node.ts'
import { msgpack } from './msgpack.ts'
import { json, type NodeAnswer, type NodeRequest, parsed, refusal, single, unlessKnown } from './node-answers.ts'
import type { NodeData } from './node-data.ts'
import { alarm } from './note-refusal.ts'
import { noteLoad } from '../nodes/node-reports.ts'
import { rateNow } from '../nodes/rate-now.ts'
import { packed } from '../nodes/served-users.ts'
import { pushSpool } from './push-spool.ts'

type Action = { method: 'GET' | 'POST'; work: (node: KnownNode, request: NodeRequest) => Promise<NodeAnswer> }
/** The calls of a node, in any version of the protocol. */
export type NodeActions = Record<'config' | 'user' | 'push' | 'alive' | 'alivelist' | 'status', Action>

const Usage = z.object({ total: z.number(), used: z.number() })
export const Load = z.object({ cpu: z.number(), mem: z.optional(Usage), swap: z.optional(Usage), disk: z.optional(Usage) })

/**
 * The calls of node software: `config`, `user`, `push`, `alive`, `alivelist` and `status`. A node in maintenance gets its
 * configuration and no members; in every other state it serves its groups.
 */
export function nodeActions(app: App, nodeView: NodeData, networkOf: NetworkOf): NodeActions {
  const { database } = app

  return {
    config: {
      method: 'GET',
      work: async (node, { headers }) => {
        nodeView.notePull(node.id)
        return unlessKnown(await nodeView.config(node), headers['if-none-match'])
      },
    },
    user: {
      method: 'GET',
      work: async (node, { headers }) => {
        nodeView.notePull(node.id)
        const list = await nodeView.users(node)
        if (single(headers['x-response-format']) !== 'msgpack') return unlessKnown(list, headers['if-none-match'])
        return unlessKnown(packed(list, msgpack), headers['if-none-match'], 'application/x-msgpack')
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
        const given = { body, push, batchKey, ...callOf(request) }
        return (await pushed(app, node, given)) ? json({ data: true }) : refusal(422, IMPLAUSIBLE)
      },
    },
    alive: {
      method: 'POST',
      work: async (node, request) => {
        const report = parsed(await request.body())
        if (!report) return refusal(400, 'The body must be a JSON object.')
        await seenAlive(app, node, report, networkOf)
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
}

export type Given = Pick<NodePush, 'body' | 'push' | 'batchKey' | 'network' | 'ownKey' | 'receivedAt'>

/** Fields of a call that are stored with its push. */
export function callOf({ network, ownKey, receivedAt }: NodeRequest): Pick<Given, 'network' | 'ownKey' | 'receivedAt'> {
  return { network, ownKey, receivedAt }
}

/** A longer wait for the database counts as none: node software gives up after ten to thirty seconds. */
const SETTLE_MS = 8000

/**
 * Charges a v1 push, or holds it when it is more than the node's line carries. Returns false when too many are held already. While the
 * database is away, the push goes to the spool; throws only if that has no room.
 */
export async function pushed(app: App, node: KnownNode, given: Given): Promise<boolean> {
  const zone = app.settings()['site.timezone']
  const rate = rateNow(node, given.receivedAt, zone)
  const push = { nodeId: node.id, rate, quota: node.quota, lineSpeed: lineSpeedOf(app, node), ...given }
  const charged = applyPush(app.database, push, app.now(), zone)
  // What comes too late may still end well.
  const applied = await inTime(charged, SETTLE_MS, new DatabaseAway('no answer in time')).catch(async (error: unknown) => {
    if (isAway(error) && (await pushSpool(app).put(push))) return null
    throw error
  })
  if (applied === null) {
    app.log.warn({ node: node.id }, 'a push waits on the disk for the database')
    return true
  }
  if (applied.outcome === 'held') {
    logHeld(app, node, applied.bytes)
    return applied.isKept
  }
  const { isNew, foreign } = applied
  if (!isNew) app.log.info({ node: node.id }, 'a push was repeated; it counts once')
  const { dropped } = given.push
  if (dropped + foreign > 0) {
    app.log.warn({ node: node.id, dropped, foreign }, 'entries of a push were not charged')
    await alarm(app, node.id, { kind: 'entries', subject: '', value: dropped + foreign })
  }
  return true
}

export const IMPLAUSIBLE = 'More bytes than the line of the node carries, and too many such reports wait for a decision already.'

/** Capacity of the node's line in Mbit/s. */
export function lineSpeedOf(app: App, node: KnownNode): number {
  return node.lineSpeed ?? app.settings()['node.line_speed']
}

/** Logged as an error, because the node's secret may be stolen. */
export function logHeld(app: App, node: KnownNode, bytes: number): void {
  app.log.error({ node: node.id, name: node.name, bytes }, 'a node reported more than its line carries; nobody was charged')
}

/** Stores the addresses a node reports. */
export async function seenAlive(app: App, node: KnownNode, report: object, networkOf: NetworkOf): Promise<void> {
  const { rowIds, seen } = readAlive(report, networkOf)
  if (rowIds.length > 0) await recordDevices(app.database, node.id, rowIds, seen, app.now())
}

export function actionNamed(actions: NodeActions, name: string): Action | undefined {
  return Object.hasOwn(actions, name) ? actions[name as keyof NodeActions] : undefined
}
