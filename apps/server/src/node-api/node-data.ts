import { and, eq, isNull } from 'drizzle-orm'
import { OWN_CERTIFICATE } from '@portico/contract/node-software'
import type { Settings } from '@portico/contract/settings-admin'
import type { App } from '../app.ts'
import type { Database } from '../db/client.ts'
import { inPurpose } from '../db/pool/purpose.ts'
import type { KnownNode } from '../nodes/find-node.ts'
import { type CertifiedRow, flatConfig } from './flat-config.ts'
import type { Intervals } from './node-config.ts'
import { openCertificate, openSettings } from '../nodes/node-secrets.ts'
import { openRouting } from '../nodes/old-panel/node-routing.ts'
import { pullNotes } from '../nodes/node-reports.ts'
import { machines, nodes } from '../nodes/nodes.table.ts'
import { v1Config, xboardConfig } from './xboard-config.ts'
import { placeholderList, servedUsers, type Tagged, tagged, type UserList } from '../nodes/served-users.ts'
import { service } from '../service.ts'

const MAX_CONFIGS = 2000

/** Answers for nodes, each cached while its version stays. */
export type NodeData = {
  config: (node: KnownNode) => Promise<Tagged>
  /** The node's list of members, or a placeholder for an empty one. */
  users: (node: KnownNode) => Promise<UserList>
  /** The configuration in v2's form. */
  flatConfig: (node: KnownNode) => Promise<Tagged>
  /** The configuration in Xboard-Node's form. */
  xboardConfig: (node: KnownNode) => Promise<Tagged>
  /** Records that the node called. */
  notePull: (nodeId: number) => void
}

export const nodeData = service((app) => inPurpose('nodes', () => createNodeData(app)))

/** One for each process, so that polling and connected nodes get the same data. */
function createNodeData({ database, now, settings, log }: App): NodeData {
  const usersOf = servedUsers(database, now)
  const notePull = pullNotes(database, (error) => log.warn({ err: error }, 'node pulls could not be stored'))
  return {
    flatConfig: rendered(database, settings, flatConfig),
    xboardConfig: rendered(database, settings, xboardConfig),
    notePull: (nodeId) => notePull(nodeId, now()),
    config: rendered(database, settings, v1Config),
    users: async (node) => {
      const list = await usersOf(node.state === 'maintenance' ? '' : node.groups, node.ownSecrets)
      return list.parts.size === 0 && settings()['node.placeholder_user'] ? placeholderList(node.secretHash) : list
    },
  }
}

/** A node's configuration in one of its forms. */
function rendered(
  { db, secrets }: Database,
  settings: () => Settings,
  render: (row: CertifiedRow, intervals: Intervals) => object,
): (node: KnownNode) => Promise<Tagged> {
  const configs = new Map<number, { version: string; config: Tagged }>()

  return async (node) => {
    const intervals = { push: settings()['node.push_interval'], pull: settings()['node.pull_interval'] }
    const version = `${node.catalog} ${intervals.push} ${intervals.pull}`
    const kept = configs.get(node.id)
    if (kept?.version === version) return kept.config
    const [found] = await db
      .select({ row: nodes, machine: { id: machines.id, certificate: machines.certificate } })
      .from(nodes)
      .leftJoin(machines, eq(machines.id, nodes.machineId))
      .where(and(eq(nodes.id, node.id), isNull(nodes.deletedAt)))
    if (!found) throw new Error('the node was deleted a moment ago')
    const { row, machine } = found
    const certificate = machine ? openCertificate(secrets, machine.id, machine.certificate) : OWN_CERTIFICATE
    const opened = {
      ...row,
      settings: openSettings(secrets, row.id, row.settings),
      routing: openRouting(secrets, row.id, row.routingConfig),
      certificate,
    }
    const config = tagged(JSON.stringify(render(opened, intervals)))
    if (configs.size >= MAX_CONFIGS) configs.clear()
    configs.set(node.id, { version, config })
    return config
  }
}
