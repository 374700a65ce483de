import { agents, DAY, GB, HOUR, MINUTE } from './service.ts'
import { fault, orderInReview } from './single-faults.ts'

/** Two at once: the one that must be solved first comes first. */
export const twoFaults = [
  fault('expired a week ago, and the renewal is not paid', ['order_unpaid', 'expired'], async (s) => {
    const { member, plan } = await s.customer()
    await s.pass(29 * DAY)
    await s.fetches(member, agents.verge)
    await s.pass(8 * DAY)
    await s.places(member, plan)
    await s.pass(5 * MINUTE)
  }),
  fault('banned, and without traffic', ['account_banned'], async (s) => {
    const { member, nodes } = await s.customer()
    await s.connects(member, nodes[0]!, { bytes: 10 * GB })
    await s.pass(HOUR)
    await s.change(member, { banned: true })
  }),
  fault('without traffic, and with too many devices', ['over_quota'], async (s) => {
    const { member, nodes } = await s.customer({ plan: { deviceLimit: 1 } })
    await s.pass(HOUR)
    await s.connects(member, nodes[0]!, { bytes: 10 * GB, from: ['203.0.113.5', '198.51.100.7', '192.0.2.44'] })
  }),
  fault('expired, and the link was reset without a new import', ['expired'], async (s) => {
    const { member } = await s.customer()
    await s.pass(29 * DAY)
    await s.fetches(member, agents.verge)
    await s.act(member, 'GET', '/muser/resetSecurity')
    await s.pass(4 * DAY)
  }),
  fault('never imported the link, and all nodes are silent', ['never_fetched', 'nodes_down'], async (s) => {
    const { nodes } = await s.customer({ agent: null })
    await s.watch(2)
    s.silence(...nodes)
    await s.watch(10)
  }),
  fault('the clock is twenty minutes ahead, and one of two nodes is silent', ['clock'], async (s) => {
    const { member, nodes } = await s.customer({ protocols: ['vmess', 'vmess'] })
    await s.pass(DAY)
    await s.fetches(member, agents.verge)
    s.silence(nodes[1]!)
    await s.watch(10)
    await s.clockIsOff(member, 20 * MINUTE)
  }),
  fault('a paid order waits for staff, and the link was opened in a browser', ['order_review'], async (s) => {
    const member = await orderInReview(s)
    await s.fetches(member, agents.chrome)
  }),
  fault('the link is shared by thirty networks, and too many devices are online', ['too_many_devices', 'link_shared'], async (s) => {
    const { member, nodes } = await s.customer({ plan: { deviceLimit: 3 } })
    await s.pass(HOUR)
    for (let n = 1; n <= 30; n++) await s.fetches(member, agents.verge, { from: `198.51.${n}.7` })
    const from = Array.from({ length: 8 }, (_, n) => `198.51.${n + 1}.7`)
    await s.connects(member, nodes[0]!, { from })
  }),
  fault('an old Clash whose only usable node is silent', ['app_unable', 'nodes_down'], async (s) => {
    const { nodes } = await s.customer({ agent: agents.oldClash, protocols: ['trojan', 'vless', 'hysteria2'] })
    await s.watch(2)
    s.silence(nodes[0]!)
    await s.watch(10)
  }),
  fault('all nodes of the plan were hidden, and the app did not update for ten days', ['nodes_withdrawn', 'no_nodes'], async (s) => {
    const { nodes } = await s.customer()
    await s.pass(9 * DAY)
    for (const { id } of nodes) await s.operate('PATCH', `/admin/nodes/${id}`, { state: 'hidden' })
    await s.pass(DAY)
  }),
]
