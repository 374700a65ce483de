import type { Diagnosis, FindingCode } from '@portico/contract/diagnosis'
import { emptySettings } from '@portico/contract/empty-settings'
import type { Protocol } from '@portico/contract/protocols'
import { expect } from 'vitest'
import { openSession } from '../../src/sessions/sessions.ts'
import { countTraffic } from '../../src/traffic/count-traffic.ts'
import { type Answer, caller, type Member, PASSWORD, startApp, withToken } from '../harness.ts'
import { fetchLog } from '../../src/link-fetches/fetch-log.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const GB = 2 ** 30
const HOME = '203.0.113.5'

export const agents = {
  verge: 'clash-verge/v2.4.2',
  oldClash: 'ClashforWindows/0.20.39',
  shadowrocket: 'Shadowrocket/2070 CFNetwork/1498.700.2 Darwin/23.6.0',
  v2rayN: 'v2rayN/6.30',
  singBox: 'SFA/1.12.0 (614; sing-box 1.12.0; language zh_CN)',
  chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
}

type Plan = Awaited<ReturnType<Awaited<ReturnType<typeof startApp>>['plan']>>
type PlanValues = Parameters<Awaited<ReturnType<typeof startApp>>['plan']>[0]
type Node = Awaited<ReturnType<Awaited<ReturnType<typeof startApp>>['node']>>
export type Customer = { member: Member; plan: Plan; nodes: Node[] }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A running service with an operator and nodes that call; members do what members do. */
export async function openService() {
  const t = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const operator = await t.admin()
  const calling = new Set<Node>()
  let skewMs = 0
  let serial = 0
  /** Whose case it is. */
  let current: Member

  /** In a new session: the service travels through time, and sessions age. */
  async function as(
    who: Member,
    method: Method,
    path: string,
    payload = {},
    headers = {},
    clock = caller(t.base, t.app.now),
  ): Promise<Answer> {
    const token = await t.database.transaction((tx) => openSession(tx, who.id, { ip: '127.0.0.1', device: 'test' }, t.app.now()))
    const call = withToken(clock, token)
    const answer = await call(method, path, payload, headers)
    if (answer.body.code !== 'session.confirm_needed') return answer
    await call('POST', '/muser/auth/confirm', { password: PASSWORD })
    return call(method, path, payload, headers)
  }
  async function done(who: Member, method: Method, path: string, payload = {}) {
    const answer = await as(who, method, path, payload)
    expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([200, undefined])
    return answer.body
  }

  async function nodesCall(): Promise<void> {
    for (const node of calling) {
      expect((await node.pull('user')).status).toBe(200)
      await node.post('status', { cpu: 5, mem: { total: 100, used: 10 }, swap: { total: 100, used: 0 }, disk: { total: 100, used: 10 } })
    }
    await pullsNoted()
  }
  /** A pull is written a moment after its answer, unless one of the last fifteen seconds is. */
  async function pullsNoted(): Promise<void> {
    const since = new Date(t.app.now().getTime() - 15_000)
    const ids = [...calling].map(({ id }) => id)
    const noted = 'select count(*)::int as n from node_reports where node_id = any($1) and last_pull_at >= $2'
    await expect.poll(async () => (await t.database.pool.query(noted, [ids, since])).rows[0].n, { interval: 5 }).toBe(ids.length)
  }
  async function pass(ms: number): Promise<void> {
    t.travel(ms)
    await nodesCall()
    await t.runJobs()
  }

  const service = {
    t,
    stop: t.stop,
    /** Another case begins: the nodes of the one before are gone, and clocks are right. */
    async begin(): Promise<void> {
      calling.clear()
      skewMs = 0
      await t.database.pool.query(`update nodes set state = 'hidden'`)
    },
    operator,
    as,
    /** Time passes; the nodes that run call in. */
    pass,
    /** So slowly that the watch over the nodes notices who is silent. */
    async watch(minutes: number): Promise<void> {
      for (let done = 0; done < minutes; done++) await pass(50_000)
    },
    /** Until the clock in the site's zone shows this hour. */
    async until(hour: number): Promise<void> {
      const zoned = new Date(t.app.now().getTime() + 8 * HOUR)
      const target = Date.UTC(zoned.getUTCFullYear(), zoned.getUTCMonth(), zoned.getUTCDate() + 1, hour)
      await pass(target - zoned.getTime())
    },
    operate: (method: Method, path: string, payload = {}) => done(operator, method, path, payload),
    act: done,
    async change(member: Member, change: object): Promise<void> {
      const { user } = await done(operator, 'GET', `/admin/users/${member.id}`)
      await done(operator, 'PATCH', `/admin/users/${member.id}`, { version: user.version, change })
    },
    async node(groupIds: number[], protocol: Protocol = 'trojan'): Promise<Node> {
      const name = `Node ${++serial}`
      const node = await t.node({ name, host: `n${serial}.example.com`, groupIds, settings: emptySettings(protocol) })
      calling.add(node)
      await nodesCall()
      return node
    },
    silence: (...nodes: Node[]) => nodes.forEach((node) => calling.delete(node)),
    async places(member: Member, plan: Plan, period = 'month_price'): Promise<string> {
      return (await done(member, 'POST', '/muser/order/save', { plan_id: plan.id, period })).trade_no
    },
    pays: (tradeNo: string) => done(operator, 'POST', `/admin/orders/${tradeNo}/payment`, { note: 'transfer received' }),
    async buys(member: Member, plan: Plan, period?: string): Promise<string> {
      const tradeNo = await service.places(member, plan, period)
      await service.pays(tradeNo)
      await t.runJobs()
      expect((await done(member, 'GET', '/muser/order/check', { trade_no: tradeNo })).status).toBe('completed')
      return tradeNo
    },
    link: async (member: Member): Promise<string> => (await done(member, 'GET', '/muser/getSubscribe')).subscribe_url,
    /** An app updates its subscription. Returns the status. */
    async fetches(member: Member, agent: string, { link = '', from = HOME } = {}): Promise<number> {
      const url = link || (await service.link(member))
      const answer = await fetch(url, { headers: { 'user-agent': agent, 'x-forwarded-for': from } })
      await answer.text()
      await fetchLog(t.app).flush()
      return answer.status
    },
    /** A node reports what the member used and from where. */
    async connects({ id }: Member, node: Node, { bytes = 200 * 2 ** 20, from = [HOME] } = {}): Promise<void> {
      expect((await node.post('push', { [id]: [Math.floor(bytes / 10), Math.ceil((bytes * 9) / 10)] })).status).toBe(200)
      expect((await node.post('alive', { [id]: from })).status).toBe(200)
      await countTraffic(t.database, t.app.now())
      await t.runJobs()
    },
    /** Has registered; there is a plan with a node. */
    async newcomer(): Promise<Customer> {
      const plan = await t.plan()
      const nodes = [await service.node([plan.groupId])]
      current = await t.member()
      return { member: current, plan, nodes }
    },
    /** Bought a plan and, unless there is no agent, imported it and used it. */
    async customer(given: { plan?: PlanValues; period?: string; protocols?: Protocol[]; agent?: string | null } = {}): Promise<Customer> {
      const plan = await t.plan({ speedLimit: null, deviceLimit: null, onetime_price: 3000, ...given.plan })
      const nodes: Node[] = []
      for (const protocol of given.protocols ?? (['trojan', 'vmess'] as const)) nodes.push(await service.node([plan.groupId], protocol))
      const member = (current = await t.member())
      await service.buys(member, plan, given.period)
      const agent = given.agent === undefined ? agents.verge : given.agent
      if (agent !== null) {
        await service.fetches(member, agent)
        await service.connects(member, nodes[0]!)
      }
      return { member, plan, nodes }
    },
    /** The member's device has a wrong clock from now on; its calls are refused because of it. */
    async clockIsOff(member: Member, ms: number): Promise<void> {
      skewMs = ms
      const wrong = caller(t.base, () => new Date(t.app.now().getTime() + ms))
      expect((await as(member, 'GET', '/muser/dashboard', {}, {}, wrong)).status).toBeGreaterThanOrEqual(400)
    },
    /** What the member of the case is told, and what an operator reads in the console, in both languages. */
    async ask(): Promise<Asked[]> {
      const asked: Asked[] = []
      for (const language of ['en', 'zh-CN'] as const) {
        const clock = t.app.now().getTime() + skewMs
        const { status, body } = await as(current, 'GET', '/muser/doctor', { clock }, { 'accept-language': language })
        asked.push({ place: 'member', language, status, ...read(status === 200 ? body : NOTHING) })
        const console = await as(operator, 'GET', `/admin/users/${current.id}`, {}, { 'accept-language': language })
        asked.push({ place: 'staff', language, status: console.status, ...read(console.body.diagnosis) })
      }
      return asked
    },
  }
  return service
}
export type Service = Awaited<ReturnType<typeof openService>>

const NOTHING: Diagnosis = { ok: false, findings: [], remarks: [] }
type Read = { ok: boolean; codes: FindingCode[]; titles: string[]; remarks: FindingCode[] }
/** `status`: of the call; 403 if the member may not sign in. */
export type Asked = Read & { place: 'member' | 'staff'; language: 'en' | 'zh-CN'; status: number }

function read({ ok, findings, remarks }: Diagnosis): Read {
  const codes = (of: typeof findings) => of.map(({ code }) => code)
  return { ok, codes: codes(findings), titles: findings.map(({ title }) => title), remarks: codes(remarks) }
}
