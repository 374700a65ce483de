import { emptySettings } from '@portico/contract/empty-settings'
import type { FindingCode } from '@portico/contract/diagnosis'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, NOON, openClinic, type Patient } from '../../test/clinic.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { orders } from '../orders/orders.table.ts'

const clinic = await forFile(openClinic())
const shop = await openShop(clinic.t)

type Case = [name: string, stage: () => Promise<Member>, code: FindingCode, english: string | RegExp, chinese: string | RegExp]
const staged = (start: () => Promise<Patient>) => (stage: (patient: Patient) => Promise<unknown>) => async () => {
  const patient = await start()
  await stage(patient)
  return patient.member
}
const [after, afresh] = [staged(clinic.healthy), staged(clinic.fresh)]
async function ordered(status: 'pending' | 'review' | 'processing' | 'proof'): Promise<Member> {
  clinic.time.at = NOON
  const manual = await shop.method({ driver: 'manual', config: { instructions: 'Pay to the office' } })
  const { member, tradeNo } = await shop.order()
  if (status === 'proof') {
    await shop.checkout(member, tradeNo, manual)
    expect((await member.call('POST', '/muser/order/proof', { trade_no: tradeNo, proof: 'transfer 1' })).status).toBe(200)
  } else if (status !== 'pending') {
    await clinic.t.database.db.update(orders).set({ status, paidAt: clinic.t.app.now() }).where(eq(orders.tradeNo, tradeNo))
  }
  return member
}
const anytls = emptySettings('anytls')

const cases: Case[] = [
  ['no plan', async () => clinic.t.member(), 'no_plan', 'No plan', '没有套餐'],
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
    after(({ member }) => clinic.change(member, { expiresAt: new Date(NOON - 3 * DAY - 1) })),
    'expired',
    'Expired 3 days ago',
    '3 天前已到期',
  ],
  [
    'a spent quota',
    after(({ member, node }) => clinic.carry(member, node, 8 * 2 ** 30)),
    'over_quota',
    'Over quota since 12:00',
    '流量已用完（自 12:00 起）',
  ],
  [
    'a plan without traffic',
    after(({ member }) => clinic.change(member, { transferEnable: 0 })),
    'over_quota',
    'The plan has no traffic',
    '套餐没有流量',
  ],
  ['no import', afresh(async () => {}), 'never_fetched', 'Never fetched the link', '从未获取过订阅链接'],
  [
    'a new link',
    after(({ member }) => member.call('GET', '/muser/resetSecurity')),
    'link_reset',
    'Link was reset just now; not imported again',
    /已重置，尚未重新导入/,
  ],
  ['only a browser', afresh(({ member }) => clinic.fetchLink(member, 'Mozilla/5.0 (Macintosh)')), 'only_browser', /browser/, /浏览器/],
  [
    'a fetch before the plan',
    afresh(async ({ member, node }) => {
      await clinic.change(member, { groupId: null })
      await clinic.fetchLink(member)
      clinic.time.at += 20 * MINUTE
      await clinic.change(member, { groupId: node.groupId })
    }),
    'profile_outdated',
    'The app has no nodes: it last fetched them before the plan ran',
    /客户端里没有节点/,
  ],
  [
    'another plan',
    after(async ({ member }) => clinic.change(member, { groupId: (await clinic.t.node()).groupId })),
    'profile_outdated',
    'The plan changed; the app still has the old nodes',
    '套餐已变更，客户端里仍是旧节点',
  ],
  [
    'an empty group',
    after(async ({ member }) => clinic.change(member, { groupId: (await clinic.t.group()).id })),
    'no_nodes',
    'The plan has no nodes',
    '套餐没有节点',
  ],
  [
    'nodes that are down',
    after(({ both }) => clinic.changeNodes(both, { offlineAt: new Date(NOON - HOUR) })),
    'nodes_down',
    'All 2 nodes of the plan are down',
    '套餐的全部 2 个节点都已离线',
  ],
  [
    'maintenance',
    after(({ both }) => clinic.changeNodes(both, { state: 'maintenance' })),
    'nodes_withdrawn',
    'All nodes of the plan are in maintenance',
    '套餐的所有节点都在维护中',
  ],
  ['hidden nodes', after(({ both }) => clinic.changeNodes(both, { state: 'hidden' })), 'nodes_withdrawn', /withdrawn/, /下架/],
  [
    'nodes without quota',
    after(({ both }) => clinic.changeNodes(both, { exhaustedAt: new Date(NOON) })),
    'nodes_withdrawn',
    /traffic/,
    /流量/,
  ],
  [
    'an app without the protocol',
    after(async ({ member, both }) => {
      await clinic.changeNodes(both, { settings: emptySettings('vless') })
      await clinic.fetchLink(member, 'Surge iOS/3090')
    }),
    'app_unable',
    'Surge 3090 can use none of the 2 nodes',
    'Surge 3090 无法使用全部 2 个节点',
  ],
  [
    'an app too old for every node',
    after(async ({ member, both }) => {
      await clinic.changeNodes(both, { settings: anytls })
      await clinic.fetchLink(member, 'mihomo/1.18.0')
    }),
    'app_unable',
    'mihomo 1.18.0 is too old for every node',
    'mihomo 1.18.0 版本过旧，无法使用任何节点',
  ],
  [
    'an app too old for one node',
    after(async ({ member, second }) => {
      await clinic.changeNodes([second], { settings: anytls })
      await clinic.fetchLink(member, 'SFA (sing-box 1.11.0; language en_US)')
    }),
    'app_too_old',
    'sing-box 1.11.0 is too old for 1 of 2 nodes',
    'sing-box 1.11.0 版本过旧，2 个节点中有 1 个无法使用',
  ],
  [
    'an app that leaves out a node, by the flag in its link',
    after(async ({ member, second }) => {
      await clinic.changeNodes([second], { settings: emptySettings('vless') })
      await clinic.fetchLink(member, 'Mozilla/5.0', '?flag=surge')
    }),
    'app_leaves_out',
    'Surge cannot use 1 of 2 nodes',
    'Surge 无法使用 2 个节点中的 1 个',
  ],
  [
    'devices above the plan’s limit',
    after(({ member, node }) => clinic.online(node, member, 4)),
    'too_many_devices',
    '4 of 3 devices',
    '设备数超限：4 / 3 台',
  ],
  [
    'devices above the member’s own limit',
    after(async ({ member, node }) => {
      await clinic.change(member, { ownDeviceLimit: 1 })
      await clinic.online(node, member, 2)
    }),
    'too_many_devices',
    '2 of 1 devices',
    '设备数超限：2 / 1 台',
  ],
  [
    'one node down',
    after(({ second }) => clinic.changeNodes([second], { offlineAt: new Date(NOON - HOUR) })),
    'some_nodes_down',
    '1 of 2 nodes is down: Hong Kong',
    '2 个节点中有 1 个离线：香港',
  ],
  [
    'a used node in maintenance',
    after(({ node }) => clinic.changeNodes([node], { state: 'maintenance' })),
    'node_paused',
    /: Tokyo$/,
    /：Tokyo$/,
  ],
  [
    'nodes that moved',
    after(async ({ both }) => {
      clinic.time.at += MINUTE
      for (const { id } of both) await clinic.admin.call('PATCH', `/admin/nodes/${id}`, { host: 'moved.example.com' })
    }),
    'nodes_moved',
    'The nodes changed after the app last fetched them',
    '客户端上次获取订阅之后，节点已变更',
  ],
  ['a tiny speed', after(({ member }) => clinic.change(member, { ownSpeedLimit: 1 })), 'slow', 'Speed limited to 1 Mbps', '限速 1 Mbps'],
  [
    'an old fetch',
    after(async () => void (clinic.time.at += 20 * DAY)),
    'fetched_long_ago',
    'The app last fetched the link 20 days ago',
    /20 天前/,
  ],
  [
    'an import without a connection',
    afresh(async ({ member }) => {
      await clinic.fetchLink(member)
      clinic.time.at += 2 * HOUR
    }),
    'never_connected',
    'Imported 2 hours ago, but never connected',
    '2 小时前已导入，但从未连接',
  ],
  [
    'no traffic for days',
    after(async () => void (clinic.time.at += 5 * DAY)),
    'no_traffic',
    'No traffic since 2040-01-10',
    '自 2040-01-10 起没有流量',
  ],
]

test.each(cases)('%s comes first, in both languages', async (_, stage, code, english, chinese) => {
  const member = await stage()
  const [en, zh] = [await clinic.asked(member), await clinic.asked(member, 'zh-CN')]
  expect([en.ok, en.findings[0]?.code]).toEqual([false, code])
  expect([en.findings[0].title, zh.findings[0].title]).toEqual([
    typeof english === 'string' ? english : expect.stringMatching(english),
    typeof chinese === 'string' ? chinese : expect.stringMatching(chinese),
  ])
  const [staffEn, staffZh] = [await clinic.toldStaff(member), await clinic.toldStaff(member, 'zh-CN')]
  expect(staffEn.map(({ title }) => title)).toEqual(en.findings.map(({ title }: { title: string }) => title))
  for (const { advice } of [...en.findings, ...zh.findings, ...staffEn, ...staffZh]) expect(advice).toMatch(/[.。]$/)
  for (const { advice } of [...staffEn, ...staffZh]) expect(advice, 'what they can do themselves').not.toMatch(/support|operator|客服|运营/)
})

test('nobody hears that the link was never fetched of a member with traffic, who has the nodes from elsewhere', async () => {
  const { member, node } = await clinic.fresh()
  await clinic.carry(member, node)
  expect(await clinic.asked(member)).toMatchObject({ ok: true, findings: [], remarks: [{ code: 'traffic_unfetched', action: null }] })
  expect(await clinic.toldStaff(member)).toEqual([])
  clinic.time.at += 5 * DAY
  expect(await clinic.toldStaff(member)).toMatchObject([{ code: 'no_traffic' }])
})
