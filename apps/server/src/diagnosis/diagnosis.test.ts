import { emptySettings } from '@portico/contract/protocols'
import type { FindingCode } from '@portico/contract/diagnosis'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../test/gateways/shop.ts'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { orders } from '../orders/orders.table.ts'
import { countTraffic } from '../traffic/count-traffic.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { diagnose } from './diagnose.ts'

// Noon in the site's zone, so that "since 11:58" stays on the same day.
const NOON = Date.UTC(2040, 0, 10, 4)
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
let clock = NOON
let t: TestApp
let shop: Shop
beforeAll(async () => {
  t = await startApp({ now: () => new Date(clock) })
  shop = await openShop(t)
  await shop.admin.call('PATCH', '/admin/settings', { 'site.timezone': 'Asia/Shanghai' })
})
afterAll(() => t.stop())

type Node = Awaited<ReturnType<TestApp['node']>>
type Patient = { member: Member; node: Node; second: Node; both: Node[] }
const app = (name: string) => ({ 'user-agent': name, 'accept-language': 'en' })

async function linkOf(member: Member): Promise<string> {
  return (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
}
async function fetchLink(member: Member, name = 'clash-verge/v2.4.3', suffix = ''): Promise<void> {
  const answer = await fetch((await linkOf(member)) + suffix, { headers: app(name) })
  expect(answer.status).toBe(200)
  await t.app.fetchLog.flush()
}
const carry = async ({ id }: Member, node: Node, bytes = 1000): Promise<void> => {
  expect((await node.post('push', { [id]: [bytes, bytes] })).status).toBe(200)
  await countTraffic(t.database, t.app.now())
}
const online = (node: Node, { id }: Member, count: number) =>
  node.post('alive', { [id]: Array.from({ length: count }, (_, n) => `192.0.2.${n + 1}`) })
const change = (member: Member, values: Partial<typeof subscriptions.$inferInsert>) =>
  t.database.db.update(subscriptions).set(values).where(eq(subscriptions.accountId, member.id))
const changeNodes = async (some: Node[], values: Partial<typeof nodes.$inferInsert>): Promise<void> => {
  for (const { id } of some) await t.database.db.update(nodes).set(values).where(eq(nodes.id, id))
}

/** A member with a plan of two nodes who imported the link an hour ago and used it since. */
async function healthy(): Promise<Patient> {
  clock = NOON
  const [member, node] = [await t.member(), await t.node({ name: 'Tokyo' })]
  const second = await t.node({ name: 'Hong Kong', translations: { 'zh-CN': { name: '香港' } }, groupIds: node.groupIds })
  await t.subscribe(member.id, node.groupId, { deviceLimit: 3 })
  clock -= HOUR
  await fetchLink(member)
  clock += HOUR - 2 * MINUTE
  await carry(member, node)
  clock += 2 * MINUTE
  return { member, node, second, both: [node, second] }
}
/** The same member before the first import. */
async function fresh(): Promise<Patient> {
  clock = NOON
  const [member, node] = [await t.member(), await t.node({ name: 'Tokyo' })]
  const second = await t.node({ name: 'Hong Kong', groupIds: node.groupIds })
  await t.subscribe(member.id, node.groupId, { deviceLimit: 3 })
  return { member, node, second, both: [node, second] }
}

const asked = async (member: Member, language = 'en', query: Record<string, unknown> = {}) =>
  (await member.call('GET', '/muser/doctor', query, { 'accept-language': language })).body
const codes = async (member: Member): Promise<FindingCode[]> =>
  (await diagnose(t.app, member.id, 'en', t.app.now())).findings.map(({ code }) => code)

type Case = [name: string, stage: () => Promise<Member>, code: FindingCode, english: string | RegExp, chinese: string | RegExp]
const after =
  (stage: (patient: Patient) => Promise<unknown>, start = healthy) =>
  async () => {
    const patient = await start()
    await stage(patient)
    return patient.member
  }
async function ordered(status: 'pending' | 'review' | 'processing' | 'proof'): Promise<Member> {
  clock = NOON
  const manual = await shop.method({ driver: 'manual', config: { instructions: 'Pay to the office' } })
  const { member, tradeNo } = await shop.order()
  if (status === 'proof') {
    await shop.checkout(member, tradeNo, manual)
    expect((await member.call('POST', '/muser/order/proof', { trade_no: tradeNo, proof: 'transfer 1' })).status).toBe(200)
  } else if (status !== 'pending') {
    await t.database.db.update(orders).set({ status, paidAt: t.app.now() }).where(eq(orders.tradeNo, tradeNo))
  }
  return member
}
const anytls = emptySettings('anytls')

const cases: Case[] = [
  ['no plan', async () => t.member(), 'no_plan', 'No plan', '没有套餐'],
  ['an unpaid order', () => ordered('pending'), 'order_unpaid', 'No plan yet: an order waits for payment', '尚无套餐：订单待付款'],
  ['a sent proof', () => ordered('proof'), 'order_review', 'No plan yet: a payment waits to be confirmed', '尚无套餐：付款待确认'],
  [
    'an order in review',
    () => ordered('review'),
    'order_review',
    'No plan yet: the paid order is in review',
    '尚无套餐：已付款的订单待审核',
  ],
  ['an order being opened', () => ordered('processing'), 'order_opening', 'No plan yet: the paid order is being opened', /正在开通/],
  [
    'an end',
    after(({ member }) => change(member, { expiresAt: new Date(NOON - 3 * DAY - 1) })),
    'expired',
    'Expired 3 days ago',
    '3 天前已到期',
  ],
  [
    'a spent quota',
    after(({ member, node }) => carry(member, node, 8 * 2 ** 30)),
    'over_quota',
    'Over quota since 12:00',
    '流量已用完（自 12:00 起）',
  ],
  [
    'a plan without traffic',
    after(({ member }) => change(member, { transferEnable: 0 })),
    'over_quota',
    'The plan has no traffic',
    '套餐没有流量',
  ],
  ['no import', after(async () => {}, fresh), 'never_fetched', 'Never fetched the link', '从未获取过订阅链接'],
  [
    'a new link',
    after(({ member }) => member.call('GET', '/muser/resetSecurity')),
    'link_reset',
    'Link was reset this minute; not imported again',
    /已重置，尚未重新导入/,
  ],
  ['only a browser', after(({ member }) => fetchLink(member, 'Mozilla/5.0 (Macintosh)'), fresh), 'only_browser', /browser/, /浏览器/],
  [
    'a fetch before the plan',
    after(async ({ member, node }) => {
      await change(member, { groupId: null })
      await fetchLink(member)
      clock += 20 * MINUTE
      await change(member, { groupId: node.groupId })
    }, fresh),
    'profile_outdated',
    'The app has no nodes: it last fetched them before the plan ran',
    /应用里没有节点/,
  ],
  [
    'another plan',
    after(async ({ member }) => change(member, { groupId: (await t.node()).groupId })),
    'profile_outdated',
    'The plan changed; the app still has the old nodes',
    '套餐已变更，应用里仍是旧节点',
  ],
  [
    'an empty group',
    after(async ({ member }) => change(member, { groupId: (await t.group()).id })),
    'no_nodes',
    'The plan has no nodes',
    '套餐没有节点',
  ],
  [
    'nodes that are down',
    after(({ both }) => changeNodes(both, { offlineAt: new Date(NOON - HOUR) })),
    'nodes_down',
    'All 2 nodes of the plan are down',
    '套餐的全部 2 个节点都已离线',
  ],
  [
    'maintenance',
    after(({ both }) => changeNodes(both, { state: 'maintenance' })),
    'nodes_withdrawn',
    'All nodes of the plan are in maintenance',
    '套餐的所有节点都在维护中',
  ],
  ['hidden nodes', after(({ both }) => changeNodes(both, { state: 'hidden' })), 'nodes_withdrawn', /withdrawn/, /下架/],
  ['nodes without quota', after(({ both }) => changeNodes(both, { exhaustedAt: new Date(NOON) })), 'nodes_withdrawn', /traffic/, /流量/],
  [
    'an app without the protocol',
    after(async ({ member, both }) => {
      await changeNodes(both, { settings: emptySettings('vless') })
      await fetchLink(member, 'Surge iOS/3090')
    }),
    'app_unable',
    'Surge 3090 can use none of the 2 nodes',
    'Surge 3090 无法使用全部 2 个节点',
  ],
  [
    'an app too old for every node',
    after(async ({ member, both }) => {
      await changeNodes(both, { settings: anytls })
      await fetchLink(member, 'mihomo/1.18.0')
    }),
    'app_unable',
    'mihomo 1.18.0 is too old for every node',
    'mihomo 1.18.0 版本过旧，无法使用任何节点',
  ],
  [
    'an app too old for one node',
    after(async ({ member, second }) => {
      await changeNodes([second], { settings: anytls })
      await fetchLink(member, 'SFA (sing-box 1.11.0; language en_US)')
    }),
    'app_too_old',
    'sing-box 1.11.0 is too old for 1 of 2 nodes',
    'sing-box 1.11.0 版本过旧，2 个节点中有 1 个无法使用',
  ],
  [
    'an app that leaves out a node, by the flag in its link',
    after(async ({ member, second }) => {
      await changeNodes([second], { settings: emptySettings('vless') })
      await fetchLink(member, 'Mozilla/5.0', '?flag=surge')
    }),
    'app_leaves_out',
    'Surge cannot use 1 of 2 nodes',
    'Surge 无法使用 2 个节点中的 1 个',
  ],
  [
    'devices above the plan’s limit',
    after(({ member, node }) => online(node, member, 4)),
    'too_many_devices',
    '4 of 3 devices',
    '设备数超限：4 / 3 台',
  ],
  [
    'devices above the member’s own limit',
    after(async ({ member, node }) => {
      await change(member, { ownDeviceLimit: 1 })
      await online(node, member, 2)
    }),
    'too_many_devices',
    '2 of 1 devices',
    '设备数超限：2 / 1 台',
  ],
  [
    'one node down',
    after(({ second }) => changeNodes([second], { offlineAt: new Date(NOON - HOUR) })),
    'some_nodes_down',
    '1 of 2 nodes is down: Hong Kong',
    '2 个节点中有 1 个离线：香港',
  ],
  ['a used node in maintenance', after(({ node }) => changeNodes([node], { state: 'maintenance' })), 'node_paused', /: Tokyo$/, /：Tokyo$/],
  [
    'nodes that moved',
    after(async ({ both }) => {
      clock += MINUTE
      for (const { id } of both) await shop.admin.call('PATCH', `/admin/nodes/${id}`, { host: 'moved.example.com' })
    }),
    'nodes_moved',
    'The nodes changed after the app last fetched them',
    '应用上次获取订阅之后，节点已变更',
  ],
  ['a tiny speed', after(({ member }) => change(member, { ownSpeedLimit: 1 })), 'slow', 'Speed limited to 1 Mbps', '限速 1 Mbps'],
  ['an old fetch', after(async () => void (clock += 20 * DAY)), 'fetched_long_ago', 'The app last fetched the link 20 days ago', /20 天前/],
  [
    'an import without a connection',
    after(async ({ member }) => {
      await fetchLink(member)
      clock += 2 * HOUR
    }, fresh),
    'never_connected',
    'Imported 2 hours ago, but never connected',
    '2 小时前已导入，但从未连接',
  ],
  [
    'no traffic for days',
    after(async () => void (clock += 5 * DAY)),
    'no_traffic',
    'No traffic since 2040-01-10',
    '自 2040-01-10 起没有流量',
  ],
]

test.each(cases)('%s comes first, in both languages', async (_, stage, code, english, chinese) => {
  const member = await stage()
  const [en, zh] = [await asked(member), await asked(member, 'zh-CN')]
  expect([en.ok, en.findings[0]?.code]).toEqual([false, code])
  expect([en.findings[0].title, zh.findings[0].title]).toEqual([
    typeof english === 'string' ? english : expect.stringMatching(english),
    typeof chinese === 'string' ? chinese : expect.stringMatching(chinese),
  ])
  for (const { advice } of [...en.findings, ...zh.findings]) expect(advice).toMatch(/[.。]$/)
})

test('a suspended or closed account is named before anything else, for operators', async () => {
  const { member } = await healthy()
  await change(member, { expiresAt: new Date(NOON - DAY) })
  await t.ban(member.id)
  expect(await codes(member)).toEqual(['account_banned', 'expired'])
  expect((await diagnose(t.app, member.id, 'en', t.app.now())).findings[0]?.title).toBe('Account suspended since 12:00')
  const { member: gone } = await healthy()
  expect((await gone.call('POST', '/muser/destroy', { give_up: true })).status).toBe(200)
  expect((await codes(gone))[0]).toBe('account_closed')
  await expect(diagnose(t.app, 999_999, 'en', t.app.now())).rejects.toMatchObject({ code: 'not_found' })
})

test.each<[string, (patient: Patient) => Promise<unknown>, FindingCode[]]>([
  [
    'expired and too many devices',
    async ({ member, node }) => (await online(node, member, 4), change(member, { expiresAt: new Date(NOON - DAY) })),
    ['expired', 'too_many_devices'],
  ],
  [
    'over quota and reset',
    async ({ member }) => (await change(member, { up: 11 * 2 ** 30 }), member.call('GET', '/muser/resetSecurity')),
    ['over_quota', 'link_reset'],
  ],
  [
    'reset, and all nodes down',
    async ({ member, both }) => (await changeNodes(both, { offlineAt: new Date(NOON) }), member.call('GET', '/muser/resetSecurity')),
    ['link_reset', 'nodes_down'],
  ],
  [
    'too many devices, and one node down',
    async ({ member, node, second }) => (await online(node, member, 4), changeNodes([second], { offlineAt: new Date(NOON) })),
    ['too_many_devices', 'some_nodes_down'],
  ],
  [
    'all nodes down, and too many devices',
    async ({ member, node, both }) => (await online(node, member, 4), changeNodes(both, { offlineAt: new Date(NOON) })),
    ['nodes_down', 'too_many_devices'],
  ],
  [
    'an old app and a tiny speed',
    async ({ member, second }) => {
      await changeNodes([second], { settings: anytls })
      await fetchLink(member, 'mihomo/1.18.0')
      await change(member, { ownSpeedLimit: 2 })
    },
    ['app_too_old', 'slow'],
  ],
])('%s: both are named, in the order of the work', async (_, stage, expected) => {
  const patient = await healthy()
  await stage(patient)
  expect(await codes(patient.member)).toEqual(expected)
})

test.each<[string, (patient: Patient) => Promise<unknown>]>([
  ['who is connected', async () => {}],
  ['whose devices are as many as allowed', ({ member, node }) => online(node, member, 3)],
  [
    'without a limit of devices',
    async ({ member, node }) => (await change(member, { deviceLimit: 1, ownDeviceLimit: 0 }), online(node, member, 9)),
  ],
  ['with a permanent plan', ({ member }) => change(member, { expiresAt: null, nextResetAt: null })],
  ['in the last second of the plan', ({ member }) => change(member, { expiresAt: t.app.now() })],
  ['with one byte left', ({ member }) => change(member, { up: 0, down: 10 * 2 ** 30 - 1 })],
  ['with a hidden node that was not used', ({ second }) => changeNodes([second], { state: 'hidden' })],
  ['who uses a draining node', ({ node }) => changeNodes([node], { state: 'draining' })],
  ['whose link a browser opened too', ({ member }) => fetchLink(member, 'Mozilla/5.0 (Macintosh)')],
  [
    'with an old device that fetched an old link',
    async ({ member }) => (await member.call('GET', '/muser/resetSecurity'), fetchLink(member)),
  ],
  ['who has not used the service since yesterday', async () => void (clock += DAY)],
])('nothing is found for a member %s', async (_, stage) => {
  const patient = await healthy()
  await stage(patient)
  expect(await asked(patient.member)).toEqual({ ok: true, findings: [] })
})

test('nothing is found for a member who has just imported the link', async () => {
  const { member } = await fresh()
  await fetchLink(member)
  clock += 5 * MINUTE
  expect(await asked(member)).toEqual({ ok: true, findings: [] })
})

test('youth mode is a fault only during its hours, and the end is named', async () => {
  const { member } = await healthy()
  await member.call('POST', '/muser/youth/on', {})
  expect(await codes(member)).toEqual([])
  clock = NOON + 11 * HOUR
  expect((await asked(member)).findings[0]).toMatchObject({
    code: 'youth_hours',
    title: 'Youth mode blocks these hours, until 2040-01-11 06:00',
  })
})

test('a clock that is off is named, and forgotten once it is right', async () => {
  const { member } = await healthy()
  const off = await asked(member, 'en', { clock: clock - 8 * MINUTE })
  expect(off.findings[0]).toMatchObject({ code: 'clock', title: 'The device’s clock is 8 minutes slow' })
  expect((await asked(member, 'zh-CN')).findings[0].title).toBe('设备时钟慢了 8 分钟')
  expect(await asked(member, 'en', { clock: clock + 20_000 })).toEqual({ ok: true, findings: [] })
})
