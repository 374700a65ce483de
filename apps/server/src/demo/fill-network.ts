import { emptySettings } from '@portico/contract/empty-settings'
import type { Protocol } from '@portico/contract/protocols'
import { desc, eq } from 'drizzle-orm'
import type { App } from '../app.ts'
import { type Caller, jobActor } from '../actor.ts'
import { createNode } from '../nodes/change-nodes.ts'
import { storeFetches } from '../link-fetches/store-fetches.ts'
import { notePush } from '../nodes/node-reports.ts'
import { compensateOutage } from '../outages/compensate.ts'
import { outages } from '../outages/outages.table.ts'
import { watchNodes } from '../outages/watch-nodes.ts'
import { resetTraffic } from '../subscriptions/reset-traffic.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { applyPush } from '../traffic/apply-push.ts'
import { countTraffic } from '../traffic/count-traffic.ts'
import type { DemoMember } from './fill-people.ts'

const GB = 2 ** 30
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const places: [string, string, Protocol, number, number[]][] = [
  ['Hong Kong 01', '香港 01', 'shadowsocks', 100, [1, 2]],
  ['Hong Kong 02', '香港 02', 'hysteria2', 150, [2]],
  ['Japan 01', '日本 01', 'trojan', 100, [1, 2]],
  ['Singapore 01', '新加坡 01', 'vmess', 100, [1, 2]],
  ['United States 01', '美国 01', 'tuic', 50, [1, 2]],
  ['South Korea 01', '韩国 01', 'vless', 100, [2]],
  ['Germany 01', '德国 01', 'anytls', 100, [1, 2]],
  ['United Kingdom 01', '英国 01', 'vless', 200, [2]],
]

/** Domain of demo nodes: reserved for examples, so nobody owns it. */
export const DEMO_DOMAIN = '.example.com'

export async function fillNetwork(app: App, by: Caller, at: Date): Promise<number[]> {
  const ids: number[] = []
  for (const [i, [name, chinese, protocol, rate, group_ids]] of places.entries()) {
    const where = { host: `node${i + 1}${DEMO_DOMAIN}`, port: '443', server_port: 443 }
    const translations = { 'zh-CN': { name: chinese } }
    const input = { name, translations, rate, group_ids, ...where, tags: [], state: 'enabled', settings: emptySettings(protocol) } as const
    ids.push((await createNode(app.database, by, { ...input, tags: [] }, at)).id)
  }
  return ids
}

/** Makes past outages: one node silent while others report, minute by minute. One is compensated. */
export async function fillOutages(app: App, by: Caller, nodeIds: number[]): Promise<void> {
  const { database } = app
  const silences = [
    { node: 3, daysAgo: 47.3, minutes: 14 },
    { node: 7, daysAgo: 31.6, minutes: 52 },
    { node: 5, daysAgo: 22.1, minutes: 9 },
    { node: 1, daysAgo: 6.4, minutes: 27 },
  ]
  const hear = async (ids: number[], at: Date): Promise<void> => {
    const nothing = { quota: null, onlineUsers: 0, up: 0, down: 0 }
    for (const nodeId of ids) await database.transaction((tx) => notePush(tx, { nodeId, ...nothing }, at))
  }
  for (const { node, daysAgo, minutes } of silences) {
    const begin = app.now().getTime() - Math.round(daysAgo * DAY)
    for (let minute = 0; minute <= minutes + 1; minute++) {
      const at = new Date(begin + minute * MINUTE)
      const isSilent = minute > 0 && minute < minutes
      // Just often enough to count as up.
      if (minute % 4 === 0)
        await hear(
          nodeIds.filter((_, i) => i !== node),
          at,
        )
      if (!isSilent) await hear(nodeIds.slice(node, node + 1), at)
      await watchNodes(database, jobActor('watch_nodes'), app.settings(), at)
    }
  }
  const [latest] = await database.db
    .select({ id: outages.id })
    .from(outages)
    .where(eq(outages.nodeId, nodeIds[1] ?? 0))
    .orderBy(desc(outages.id))
    .limit(1)
  if (latest) await compensateOutage(database, by, latest.id, { kind: 'traffic', bytes: 2 * GB }, app.now())
}

/** Traffic from the day the first member joined, pushed day by day as nodes do. The resets that fall due between are done. */
export async function fillUsage(app: App, members: DemoMember[], nodeIds: number[], days: number): Promise<void> {
  const zone = app.settings()['site.timezone']
  for (let day = days; day >= 0; day--) {
    const now = new Date(app.now().getTime() - day * DAY)
    // A minute from now, the job would erase the usage.
    await resetTraffic(app.database, now, zone)
    const present = members.filter(({ joinedDaysAgo }) => joinedDaysAgo >= day)
    for (const [n, nodeId] of nodeIds.entries()) {
      const users = present.filter(({ id }) => (id + n + day) % 3 !== 0)
      const amount = (member: DemoMember): number =>
        Math.round(member.appetite * (0.02 + ((member.id * 7 + n * 5 + day * 3) % 11) / 60) * GB)
      const push = {
        accountIds: users.map((m) => m.id),
        ups: users.map((m) => Math.round(amount(m) / 9)),
        downs: users.map(amount),
        dropped: 0,
      }
      const rate = places[n]?.[3] ?? 100
      const line = { lineSpeed: app.settings()['node.line_speed'], network: '' }
      const given = {
        nodeId,
        rate,
        quota: null,
        ...line,
        batchKey: `demo-${day}`,
        ownKey: '',
        receivedAt: now,
        body: Buffer.from(`demo ${day} ${nodeId}`),
        push,
      }
      await applyPush(app.database, given, now, zone)
    }
  }
  await countTraffic(app.database, app.now())
}

/** The address a demo member connects from: in a network that is reserved for examples. */
export const demoAddress = (id: number): string => `203.0.113.${id % 250}`

/** Makes a member's app fetch the link every few days. */
export async function fillFetches(app: App, { id }: DemoMember, days: number): Promise<void> {
  const [own] = await app.database.db.select({ token: subscriptions.token }).from(subscriptions).where(eq(subscriptions.accountId, id))
  if (!own) return
  const now = app.now()
  const fetch = {
    token: own.token,
    client: 'clash-verge',
    format: 'mihomo',
    program: 'clash-verge',
    version: '2.4.3',
    asked: { userAgent: 'clash-verge/v2.4.3', flag: '', headers: {} },
    network: demoAddress(id),
    country: null,
  }
  const fetches = []
  for (let day = days; day > 0; day -= 5) fetches.push({ ...fetch, at: new Date(now.getTime() - day * DAY) })
  await storeFetches(app.database, fetches, app.settings()['subscription.alarm_networks'], now)
}
