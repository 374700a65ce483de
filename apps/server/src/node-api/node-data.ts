import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { KnownNode } from '../nodes/find-node.ts'
import { flatConfig } from './flat-config.ts'
import { nodeConfig } from './node-config.ts'
import { openSettings } from '../nodes/node-secrets.ts'
import { pullNotes } from '../nodes/node-reports.ts'
import { type NodeRow, nodes } from '../nodes/nodes.table.ts'
import { placeholderList, servedUsers, type Tagged, tagged, type UserList } from '../nodes/served-users.ts'

const MAX_CONFIGS = 2000

/** What nodes get. Each answer is kept while its version stays the same. */
export type NodeData = {
  config: (node: KnownNode) => Promise<Tagged>
  /** The node's own list, or a placeholder instead of an empty one. */
  users: (node: KnownNode) => Promise<UserList>
  /** The configuration in v2's form. */
  flatConfig: (node: KnownNode) => Promise<Tagged>
  /** Records that the node called. */
  notePull: (nodeId: number) => void
}

export type Intervals = { push: number; pull: number }

const made = new WeakMap<App, NodeData>()

/** One per process, so that polling and connected nodes get the same. */
export function nodeData(app: App): NodeData {
  const known = made.get(app) ?? makeData(app)
  made.set(app, known)
  return known
}

function makeData(app: App): NodeData {
  const { database } = app
  const usersOf = servedUsers(database, app.now)
  const notePull = pullNotes(database, (error) => app.log.warn({ err: error }, 'node pulls could not be stored'))
  return {
    flatConfig: rendered(app, flatConfig),
    notePull: (nodeId) => notePull(nodeId, app.now()),
    config: rendered(app, nodeConfig),
    users: async (node) => {
      const list = await usersOf(node.state === 'maintenance' ? '' : node.groups)
      return list.parts.size === 0 && app.settings()['node.placeholder_user'] ? placeholderList(node.secretHash) : list
    },
  }
}

/** A node's configuration in one of its forms. */
function rendered(app: App, render: (row: NodeRow, intervals: Intervals) => object): (node: KnownNode) => Promise<Tagged> {
  const configs = new Map<number, { version: string; config: Tagged }>()

  return async (node) => {
    const intervals = { push: app.settings()['node.push_interval'], pull: app.settings()['node.pull_interval'] }
    const version = `${node.catalog} ${intervals.push} ${intervals.pull}`
    const kept = configs.get(node.id)
    if (kept?.version === version) return kept.config
    const [row] = await app.database.db
      .select()
      .from(nodes)
      .where(and(eq(nodes.id, node.id), isNull(nodes.deletedAt)))
    if (!row) throw new Error('the node has just been deleted')
    const settings = openSettings(app.database.secrets, row.id, row.settings)
    const config = tagged(JSON.stringify(render({ ...row, settings }, intervals)))
    if (configs.size >= MAX_CONFIGS) configs.clear()
    configs.set(node.id, { version, config })
    return config
  }
}
