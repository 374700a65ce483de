import type { FindingCode } from '@portico/contract/diagnosis'
import { agents, DAY, HOUR, MINUTE, type Service } from './service.ts'

/** `remarks`: what is true of a member whose connection works, and keeps nobody from it. */
const remarked = (told: string, remarks: FindingCode[], stage: (s: Service) => Promise<unknown>) => ({
  told: `works, and ${told}`,
  first: [],
  remarks,
  stage,
})
const onTls = { protocols: ['trojan' as const, 'anytls' as const] }

/** Imported an hour ago and connected since. */
async function connected(s: Service, given: Parameters<Service['customer']>[0] = {}) {
  const customer = await s.customer(given)
  await s.pass(HOUR)
  await s.fetches(customer.member, agents.verge)
  await s.connects(customer.member, customer.nodes[0]!)
  await s.pass(MINUTE)
  return customer
}
async function travels(s: Service, { member }: Awaited<ReturnType<typeof connected>>): Promise<void> {
  for (let n = 0; n < 30; n++) await s.fetches(member, agents.verge, { from: `198.51.${n}.1` })
  await s.pass(MINUTE)
}

export const remarkedMembers = [
  remarked('the link was fetched on a journey from thirty networks', ['link_shared'], async (s) => travels(s, await connected(s))),
  remarked('no fetch is on record', ['traffic_unfetched'], async (s) => {
    const { member, nodes } = await s.customer({ agent: null })
    await s.connects(member, nodes[0]!)
  }),
  remarked('no fetch is on record, and it was used yesterday', ['traffic_unfetched'], async (s) => {
    const { member, nodes } = await s.customer({ agent: null })
    await s.connects(member, nodes[1]!)
    await s.pass(20 * HOUR)
  }),
  remarked('the clock is ten minutes off, which TLS does not mind', ['clock'], async (s) => {
    const { member } = await connected(s, onTls)
    await s.clockIsOff(member, 10 * MINUTE)
  }),
  remarked('the clock is an hour off, and the link was fetched on a journey', ['clock', 'link_shared'], async (s) => {
    const customer = await connected(s, onTls)
    await travels(s, customer)
    await s.clockIsOff(customer.member, -HOUR)
  }),
  remarked('one of two nodes that were used is in maintenance', ['node_paused'], async (s) => {
    const { member, nodes } = await connected(s)
    await s.connects(member, nodes[1]!)
    await s.pass(MINUTE)
    await s.operate('PATCH', `/admin/nodes/${nodes[0]!.id}`, { state: 'maintenance' })
  }),
  remarked('a node moved that was not used', ['some_nodes_moved'], async (s) => {
    const { member, nodes } = await connected(s)
    await s.operate('PATCH', `/admin/nodes/${nodes[1]!.id}`, { host: 'moved.example.com' })
    await s.connects(member, nodes[0]!)
  }),
  remarked('a node moved that was not used, and the clock is an hour off', ['clock', 'some_nodes_moved'], async (s) => {
    const { member, nodes } = await connected(s, onTls)
    await s.operate('PATCH', `/admin/nodes/${nodes[1]!.id}`, { port: '8443' })
    await s.clockIsOff(member, HOUR)
  }),
  remarked('the next order waits for payment', [], async (s) => {
    const { member, plan } = await connected(s)
    await s.places(member, plan)
    await s.pass(10 * MINUTE)
  }),
  remarked('somebody opened the link in a browser', [], async (s) => {
    const { member } = await connected(s)
    await s.fetches(member, agents.chrome)
    await s.pass(DAY / 2)
  }),
]
