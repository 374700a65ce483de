import type { FindingCode } from '@portico/contract/diagnosis'
import { expect } from 'vitest'
import type { Member } from '../harness.ts'
import { agents, DAY, GB, HOUR, MINUTE, type Service } from './service.ts'

type Stage = (s: Service) => Promise<unknown>
/** `first`: what good support would name first; more than one where each would be fair. */
export const fault = (told: string, first: FindingCode[], stage: Stage) => ({
  told,
  first,
  remarks: undefined as FindingCode[] | undefined,
  stage,
})
export const healthy = (told: string, stage: Stage) => fault(told, [], stage)

export const singleFaults = [
  fault('banned by an operator yesterday', ['account_banned'], async (s) => {
    const { member } = await s.customer()
    await s.change(member, { banned: true })
    await s.pass(DAY)
  }),
  fault('the month ended three days ago', ['expired'], async (s) => {
    const { member } = await s.customer()
    await s.pass(28 * DAY)
    await s.fetches(member, agents.verge)
    await s.pass(5 * DAY)
  }),
  fault('the traffic of the month is used up', ['over_quota'], async (s) => {
    const { member, nodes } = await s.customer()
    await s.pass(2 * DAY)
    await s.fetches(member, agents.verge)
    await s.connects(member, nodes[1]!, { bytes: 10 * GB })
    await s.pass(HOUR)
  }),
  fault('a one-time plan without an end has no traffic left', ['over_quota'], async (s) => {
    const { member, nodes } = await s.customer({ period: 'onetime_price' })
    await s.connects(member, nodes[0]!, { bytes: 11 * GB })
    await s.pass(HOUR)
  }),
  fault('registered an hour ago and ordered nothing', ['no_plan'], async (s) => {
    await s.newcomer()
    await s.pass(HOUR)
  }),
  fault('did not pay the first order of ten minutes ago', ['order_unpaid'], async (s) => {
    const { member, plan } = await s.newcomer()
    await s.places(member, plan)
    await s.pass(10 * MINUTE)
  }),
  fault('a paid order waits for staff, and the trial has ended', ['order_review'], orderInReview),
  fault('paid a minute ago and the order is being opened', ['order_opening'], async (s) => {
    const { member, plan } = await s.newcomer()
    const tradeNo = await s.places(member, plan)
    await s.pays(tradeNo)
    s.t.travel(MINUTE)
  }),
  fault('the order was refunded and its plan taken back', ['no_plan'], async (s) => {
    const { member, plan, nodes } = await s.newcomer()
    const tradeNo = await s.buys(member, plan)
    await s.fetches(member, agents.verge)
    await s.connects(member, nodes[0]!)
    await s.pass(DAY)
    const refund = { refund_no: 'R20260101000001', way: 'balance', amount: 1000, reason: 'asked for it', end_term: true }
    await s.operate('POST', `/admin/orders/${tradeNo}/refunds`, refund)
    await s.pass(HOUR)
  }),
  fault('youth mode is on, and it is eleven at night', ['youth_hours'], async (s) => {
    const { member, nodes } = await s.customer()
    await s.act(member, 'POST', '/muser/youth/on')
    await s.until(20)
    await s.fetches(member, agents.verge)
    await s.connects(member, nodes[0]!)
    await s.pass(3 * HOUR)
    await s.fetches(member, agents.verge)
  }),
  fault('bought two days ago and never imported the link', ['never_fetched'], async (s) => {
    await s.customer({ agent: null })
    await s.pass(2 * DAY)
  }),
  fault('reset the link this morning and still uses the old one in the app', ['link_reset'], async (s) => {
    const { member } = await s.customer()
    const link = await s.link(member)
    await s.pass(2 * DAY)
    await s.fetches(member, agents.verge)
    await s.act(member, 'GET', '/muser/resetSecurity')
    await s.pass(3 * HOUR)
    if ((await s.fetches(member, agents.verge, { link })) !== 403) throw new Error('the old link still works')
  }),
  fault('opened the link in a browser only', ['only_browser'], async (s) => {
    const { member } = await s.customer({ agent: null })
    await s.fetches(member, agents.chrome)
    await s.pass(HOUR)
    await s.fetches(member, agents.chrome)
  }),
  fault('both nodes of the plan went silent', ['nodes_down'], async (s) => {
    const { nodes } = await s.customer()
    await s.watch(2)
    s.silence(...nodes)
    await s.watch(20)
  }),
  fault('changed to a plan with other nodes, and the app has the old profile', ['profile_outdated', 'nodes_moved'], async (s) => {
    const { member } = await s.customer()
    const better = await s.t.plan({ name: 'Pro', month_price: 3000 })
    for (const protocol of ['trojan', 'vmess'] as const) await s.node([better.groupId], protocol)
    await s.pass(DAY)
    await s.fetches(member, agents.verge)
    await s.pass(HOUR)
    await s.buys(member, better)
    await s.pass(6 * HOUR)
  }),
  fault('all nodes moved to other addresses after the last update of the app', ['nodes_moved', 'profile_outdated'], async (s) => {
    const { nodes } = await s.customer()
    await s.pass(7 * DAY)
    for (const { id } of nodes) await s.operate('PATCH', `/admin/nodes/${id}`, { host: `new-${id}.example.net` })
    await s.pass(DAY)
  }),
  fault('an old Clash for Windows, and nodes that only newer apps know', ['app_unable'], async (s) => {
    const { member } = await s.customer({ agent: null, protocols: ['vless', 'hysteria2'] })
    await s.fetches(member, agents.oldClash)
    await s.pass(2 * HOUR)
  }),
  fault('four addresses are online and the plan allows two', ['too_many_devices'], async (s) => {
    const { member, nodes } = await s.customer({ plan: { deviceLimit: 2 } })
    await s.pass(HOUR)
    await s.connects(member, nodes[0]!, { from: ['203.0.113.5', '198.51.100.7', '198.51.100.90', '192.0.2.44'] })
  }),
  fault('the clock of the phone is twenty minutes ahead, and the nodes are VMess', ['clock'], async (s) => {
    const { member } = await s.customer({ agent: null, protocols: ['vmess', 'vmess'] })
    await s.fetches(member, agents.shadowrocket)
    await s.pass(HOUR)
    await s.clockIsOff(member, 20 * MINUTE)
  }),
  fault('an operator limited the member to 1 Mbps', ['slow'], async (s) => {
    const { member, nodes } = await s.customer()
    await s.change(member, { own_speed_limit: 1 })
    await s.pass(DAY)
    await s.fetches(member, agents.verge)
    await s.connects(member, nodes[0]!)
  }),
]

export async function orderInReview(s: Service): Promise<Member> {
  const { member, plan } = await s.newcomer()
  const trial = await s.t.plan({ name: 'Trial' })
  await s.node([trial.groupId])
  const tradeNo = await s.places(member, plan)
  await s.change(member, { plan_id: trial.id, expired_at: new Date(s.t.app.now().getTime() + HOUR).toISOString() })
  await s.pays(tradeNo)
  await s.t.runJobs()
  expect((await s.act(member, 'GET', '/muser/order/check', { trade_no: tradeNo })).status).toBe('review')
  await s.pass(3 * HOUR)
  return member
}
