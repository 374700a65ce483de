import { and, inArray, isNull, like, ne } from 'drizzle-orm'
import * as z from 'zod/mini'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import { type KnownNode, nodesById } from '../nodes/find-node.ts'
import { pushed, seenAlive } from '../node-api/node-actions.ts'
import { noteLoad } from '../nodes/node-reports.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { DEMO_DOMAIN, demoAddress } from './fill-network.ts'
import { nodeData } from '../node-api/node-data.ts'

const EVERY_MS = 60_000
const MB = 2 ** 20
const GB = 2 ** 30
const Served = z.object({ users: z.array(z.object({ id: z.int() })) })

/**
 * Plays the node software of a demo until stopped: each minute every demo node pulls its members and reports some traffic,
 * addresses and load. Affects no node and charges no member outside the domain for examples.
 */
export function startDemoNodes(app: App): { stop: () => Promise<void> } {
  let inHand: Promise<void> | null = null
  const call = (): void => {
    inHand ??= callOnce(app)
      .catch((error: unknown) => app.log.warn({ err: error }, 'the demo nodes could not call'))
      .finally(() => (inHand = null))
  }
  const timer = setInterval(call, EVERY_MS)
  call()
  return {
    stop: async () => {
      clearInterval(timer)
      await inHand
    },
  }
}

/** One call from each demo node. */
export async function callOnce(app: App): Promise<void> {
  const find = nodesById(app.database)
  const isDemo = and(like(nodes.host, `%${DEMO_DOMAIN}`), isNull(nodes.parentId), isNull(nodes.deletedAt), ne(nodes.state, 'maintenance'))
  for (const { id } of await app.database.db.select({ id: nodes.id }).from(nodes).where(isDemo)) {
    const node = await find(id)
    if (node) await callAs(app, node)
  }
}

async function callAs(app: App, node: KnownNode): Promise<void> {
  const nodeView = nodeData(app)
  nodeView.notePull(node.id)
  const { users } = Served.parse(JSON.parse((await nodeView.users(node)).body.toString('utf8')))
  const minute = Math.floor(app.now().getTime() / EVERY_MS)
  const chosen = users.filter(({ id }) => (id * 7 + node.id * 5 + minute) % 4 === 0).map(({ id }) => id)
  const accountIds = await demoAccounts(app, chosen)
  const downs = accountIds.map((id) => (1 + ((id * 31 + minute * 17) % 40)) * MB)
  const push = { accountIds, ups: downs.map((bytes) => Math.round(bytes / 9)), downs, dropped: 0 }
  await pushed(app, node, {
    push,
    body: Buffer.from(`demo ${node.id} ${minute}`),
    batchKey: `demo-live-${minute}`,
    network: '',
    ownKey: '',
    receivedAt: app.now(),
  })
  const alive = Object.fromEntries(accountIds.map((id) => [id, [demoAddress(id)]]))
  await seenAlive(app, node, alive, (address) => address)
  const busy = (node.id * 13 + minute) % 30
  const load = {
    cpu: 8 + busy,
    mem: { total: 2 * GB, used: Math.round((0.3 + busy / 100) * 2 * GB) },
    disk: { total: 40 * GB, used: 9 * GB },
  }
  await noteLoad(app.database, node.id, load)
}

async function demoAccounts({ database }: App, ids: number[]): Promise<number[]> {
  const rows = await database.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, ids), like(accounts.label, `%@${DEMO_DOMAIN.slice(1)}`), isNull(accounts.roleId)))
    .orderBy(accounts.id)
  return rows.map(({ id }) => id)
}
