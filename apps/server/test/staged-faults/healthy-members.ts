import { healthy } from './single-faults.ts'
import { agents, DAY, GB, HOUR, MINUTE } from './service.ts'

export const healthyMembers = [
  healthy('a year of unlimited traffic, devices and speed', async (s) => {
    const { member, nodes } = await s.customer({ plan: { transferEnable: 2 ** 50 }, period: 'year_price' })
    await s.pass(12 * DAY)
    await s.fetches(member, agents.verge)
    await s.connects(member, nodes[0]!, { bytes: 300 * GB })
    await s.pass(MINUTE)
  }),
  healthy('a permanent plan, bought two months ago', async (s) => {
    const { member, nodes } = await s.customer({ plan: { transferEnable: 2 ** 45 }, period: 'onetime_price', agent: agents.singBox })
    await s.pass(60 * DAY)
    await s.fetches(member, agents.singBox)
    await s.connects(member, nodes[1]!)
  }),
  healthy('renewed on the last day, and the old profile is still right', async (s) => {
    const { member, plan, nodes } = await s.customer()
    await s.pass(29 * DAY)
    await s.fetches(member, agents.verge)
    await s.buys(member, plan)
    await s.pass(2 * DAY)
    await s.connects(member, nodes[0]!)
  }),
  healthy('three of four devices in use', async (s) => {
    const { member, nodes } = await s.customer({ plan: { deviceLimit: 4 } })
    await s.pass(HOUR)
    await s.fetches(member, agents.shadowrocket, { from: '198.51.100.7' })
    await s.connects(member, nodes[0]!, { from: ['203.0.113.5', '198.51.100.7', '192.0.2.44'] })
  }),
  healthy('an older app that reads all nodes', async (s) => {
    const { member, nodes } = await s.customer({ agent: agents.v2rayN })
    await s.pass(5 * DAY)
    await s.fetches(member, agents.v2rayN)
    await s.connects(member, nodes[1]!)
  }),
  healthy('a one-time plan with half of its traffic left', async (s) => {
    const { member, nodes } = await s.customer({ period: 'onetime_price' })
    await s.pass(40 * DAY)
    await s.fetches(member, agents.verge)
    await s.connects(member, nodes[0]!, { bytes: 5 * GB })
  }),
  healthy('used more than the plan has, and has extra traffic left', async (s) => {
    const { member, nodes } = await s.customer()
    await s.operate('POST', `/admin/users/${member.id}/traffic`, { bytes: 5 * GB, keeps: true, reason: 'slow week' })
    await s.pass(DAY)
    await s.fetches(member, agents.verge)
    await s.connects(member, nodes[0]!, { bytes: 11 * GB })
  }),
  healthy('youth mode in the afternoon', async (s) => {
    const { member, nodes } = await s.customer()
    await s.act(member, 'POST', '/muser/youth/on')
    await s.until(15)
    await s.fetches(member, agents.verge)
    await s.connects(member, nodes[0]!)
  }),
  healthy('changed to a plan of a second group, whose node serves both, and updated the app', async (s) => {
    const { member, plan } = await s.customer()
    const better = await s.t.plan({ name: 'Pro', month_price: 3000 })
    const node = await s.node([plan.groupId, better.groupId])
    await s.pass(DAY)
    await s.buys(member, better)
    await s.pass(MINUTE)
    await s.fetches(member, agents.verge)
    await s.connects(member, node)
  }),
  healthy('reset the link yesterday and imported the new one', async (s) => {
    const { member, nodes } = await s.customer()
    await s.pass(3 * DAY)
    await s.act(member, 'GET', '/muser/resetSecurity')
    await s.pass(10 * MINUTE)
    await s.fetches(member, agents.verge)
    await s.pass(DAY)
    await s.connects(member, nodes[0]!)
  }),
]
