import type { FindingCode } from '@portico/contract/diagnosis'
import { expect } from 'vitest'
import type { Member } from '../harness.ts'
import { agents, DAY, GB, HOUR, MINUTE, type Service } from './service.ts'

/** `first`: what good support would name first; more than one where each would be fair. */
export type Fault = { told: string; first: FindingCode[]; stage: (s: Service) => Promise<Member> }

export const singleFaults: Fault[] = [
  {
    told: 'banned by an operator yesterday',
    first: ['account_banned'],
    stage: async (s) => {
      const { member } = await s.customer()
      await s.change(member, { banned: true })
      await s.pass(DAY)
      return member
    },
  },
  {
    told: 'the month ended three days ago',
    first: ['expired'],
    stage: async (s) => {
      const { member } = await s.customer()
      await s.pass(28 * DAY)
      await s.fetches(member, agents.verge)
      await s.pass(5 * DAY)
      return member
    },
  },
  {
    told: 'the traffic of the month is used up',
    first: ['over_quota'],
    stage: async (s) => {
      const { member, nodes } = await s.customer()
      await s.pass(2 * DAY)
      await s.fetches(member, agents.verge)
      await s.connects(member, nodes[1]!, { bytes: 10 * GB })
      await s.pass(HOUR)
      return member
    },
  },
  {
    told: 'a one-time plan without an end has no traffic left',
    first: ['over_quota'],
    stage: async (s) => {
      const { member, nodes } = await s.customer({ period: 'onetime_price' })
      await s.connects(member, nodes[0]!, { bytes: 11 * GB })
      await s.pass(HOUR)
      return member
    },
  },
  {
    told: 'registered an hour ago and ordered nothing',
    first: ['no_plan'],
    stage: async (s) => {
      const plan = await s.t.plan()
      await s.node([plan.groupId])
      const member = await s.t.member()
      await s.pass(HOUR)
      return member
    },
  },
  {
    told: 'did not pay the first order of ten minutes ago',
    first: ['order_unpaid'],
    stage: async (s) => {
      const plan = await s.t.plan()
      await s.node([plan.groupId])
      const member = await s.t.member()
      await s.places(member, plan)
      await s.pass(10 * MINUTE)
      return member
    },
  },
  { told: 'a paid order waits for staff, and the trial has ended', first: ['order_review'], stage: orderInReview },
  {
    told: 'paid a minute ago and the order is being opened',
    first: ['order_opening'],
    stage: async (s) => {
      const plan = await s.t.plan()
      await s.node([plan.groupId])
      const member = await s.t.member()
      const tradeNo = await s.places(member, plan)
      await s.pays(tradeNo)
      s.t.travel(MINUTE)
      return member
    },
  },
  {
    told: 'the order was refunded and its plan taken back',
    first: ['no_plan'],
    stage: async (s) => {
      const plan = await s.t.plan()
      const node = await s.node([plan.groupId])
      const member = await s.t.member()
      const tradeNo = await s.buys(member, plan)
      await s.fetches(member, agents.verge)
      await s.connects(member, node)
      await s.pass(DAY)
      const refund = { refund_no: 'R20260101000001', way: 'balance', amount: 1000, reason: 'asked for it', end_term: true }
      await s.operate('POST', `/admin/orders/${tradeNo}/refunds`, refund)
      await s.pass(HOUR)
      return member
    },
  },
  {
    told: 'youth mode is on, and it is eleven at night',
    first: ['youth_hours'],
    stage: async (s) => {
      const { member, nodes } = await s.customer()
      await s.act(member, 'POST', '/muser/youth/on')
      await s.until(20)
      await s.fetches(member, agents.verge)
      await s.connects(member, nodes[0]!)
      await s.pass(3 * HOUR)
      await s.fetches(member, agents.verge)
      return member
    },
  },
  {
    told: 'bought two days ago and never imported the link',
    first: ['never_fetched'],
    stage: async (s) => {
      const { member } = await s.customer({ agent: null })
      await s.pass(2 * DAY)
      return member
    },
  },
  { told: 'reset the link this morning and still uses the old one in the app', first: ['link_reset'], stage: linkReset },
  {
    told: 'opened the link in a browser only',
    first: ['only_browser'],
    stage: async (s) => {
      const { member } = await s.customer({ agent: null })
      await s.fetches(member, agents.chrome)
      await s.pass(HOUR)
      await s.fetches(member, agents.chrome)
      return member
    },
  },
  {
    told: 'both nodes of the plan went silent',
    first: ['nodes_down'],
    stage: async (s) => {
      const { member, nodes } = await s.customer()
      await s.watch(2)
      s.silence(...nodes)
      await s.watch(20)
      return member
    },
  },
  {
    told: 'changed to a plan with other nodes, and the app has the old profile',
    first: ['profile_outdated', 'nodes_moved'],
    stage: async (s) => {
      const { member } = await s.customer()
      const better = await s.t.plan({ name: 'Pro', month_price: 3000 })
      for (const protocol of ['trojan', 'vmess'] as const) await s.node([better.groupId], protocol)
      await s.pass(DAY)
      await s.fetches(member, agents.verge)
      await s.pass(HOUR)
      await s.buys(member, better)
      await s.pass(6 * HOUR)
      return member
    },
  },
  {
    told: 'all nodes moved to other addresses after the last update of the app',
    first: ['nodes_moved', 'profile_outdated'],
    stage: async (s) => {
      const { member, nodes } = await s.customer()
      await s.pass(7 * DAY)
      for (const { id } of nodes) await s.operate('PATCH', `/admin/nodes/${id}`, { host: `new-${id}.example.net` })
      await s.pass(DAY)
      return member
    },
  },
  {
    told: 'an old Clash for Windows, and nodes that only newer apps know',
    first: ['app_unable'],
    stage: async (s) => {
      const { member } = await s.customer({ agent: null, protocols: ['vless', 'hysteria2'] })
      await s.fetches(member, agents.oldClash)
      await s.pass(2 * HOUR)
      return member
    },
  },
  {
    told: 'four addresses are online and the plan allows two',
    first: ['too_many_devices'],
    stage: async (s) => {
      const { member, nodes } = await s.customer({ plan: { deviceLimit: 2 } })
      await s.pass(HOUR)
      await s.connects(member, nodes[0]!, { from: ['203.0.113.5', '198.51.100.7', '198.51.100.90', '192.0.2.44'] })
      return member
    },
  },
  {
    told: 'the clock of the phone is twenty minutes ahead, and the nodes are VMess',
    first: ['clock'],
    stage: async (s) => {
      const { member } = await s.customer({ agent: null, protocols: ['vmess', 'vmess'] })
      await s.fetches(member, agents.shadowrocket)
      await s.pass(HOUR)
      await s.clockIsOff(member, 20 * MINUTE)
      return member
    },
  },
  {
    told: 'an operator limited the member to 1 Mbps',
    first: ['slow'],
    stage: async (s) => {
      const { member, nodes } = await s.customer()
      await s.change(member, { own_speed_limit: 1 })
      await s.pass(DAY)
      await s.fetches(member, agents.verge)
      await s.connects(member, nodes[0]!)
      return member
    },
  },
]

export async function orderInReview(s: Service): Promise<Member> {
  const [trial, plan] = [await s.t.plan({ name: 'Trial' }), await s.t.plan()]
  await s.node([trial.groupId])
  await s.node([plan.groupId])
  const member = await s.t.member()
  const tradeNo = await s.places(member, plan)
  await s.change(member, { plan_id: trial.id, expired_at: new Date(s.t.app.now().getTime() + HOUR).toISOString() })
  await s.pays(tradeNo)
  await s.t.runJobs()
  expect((await s.act(member, 'GET', '/muser/order/check', { trade_no: tradeNo })).status).toBe('review')
  await s.pass(3 * HOUR)
  return member
}

async function linkReset(s: Service): Promise<Member> {
  const { member } = await s.customer()
  const link = await s.link(member)
  await s.pass(2 * DAY)
  await s.fetches(member, agents.verge)
  await s.act(member, 'GET', '/muser/resetSecurity')
  await s.pass(3 * HOUR)
  expect(await s.fetches(member, agents.verge, { link })).toBe(403)
  return member
}
