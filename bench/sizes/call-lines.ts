import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { signedCall } from '../limit-lines.ts'
import { get, median, saturate, type Target } from '../load.ts'
import { type Process, startCallServer } from '../measure.ts'
import { cpuSeconds } from '../delivery-lines.ts'
import type { Site } from './kept-site.ts'
import { nodeSecret } from './seed-site.ts'

/** A measured figure at one size. Calls: ms of processor time of server and database together. null: it was not answered. */
export type Figure = { name: string; value: number | null; unit: string; bar: Bar }
/** `times`: how many times its figure with the fewest members it may be. `most`: and at most this. `perMember`: the ratio is per member. */
export type Bar = { times?: number; most?: number; least?: number; perMember?: true }

const [CALL, LIST]: [Bar, Bar] = [{ times: 1.3 }, { times: 2, most: 100 }]
const TURNS = 3

type Call = { name: string; next: (turn: number, members: number) => string; bar: Bar; status?: number; isFirst?: true }

const operate = (path: string, query: Record<string, string> = {}): (() => string) => {
  const asked = new URLSearchParams(query).toString()
  return () => signedCall('GET', `${path}${asked && `?${asked}`}`, query, 'bench1')
}
const list = (name: string, path: string, query: Record<string, string> = {}): Call => ({ name, next: operate(path, query), bar: LIST })

const CALLS: Call[] = [
  { name: 'dashboard: figures of the month, first call', next: operate('/admin/overview/month'), bar: LIST, isFirst: true },
  { name: 'feed', next: (turn, n) => get(`/s/${tokenOf(1 + ((turn * 7919) % n))}`, { 'user-agent': 'clash-verge/v2.4.2' }), bar: CALL },
  { name: "member's home", next: () => signedCall('GET', '/muser/getSubscribe', {}, 'bench500'), bar: CALL },
  { name: "member's messages", next: () => signedCall('POST', '/api/msg/fetch', {}, 'bench501'), bar: CALL },
  { name: 'page of a member', next: operate('/admin/users/500'), bar: CALL },
  list('members, first page', '/admin/users'),
  {
    name: 'members, last page',
    next: (_, n) => operate('/admin/users', { page: String(Math.ceil((n * 0.03) / 20)), state: 'over_quota' })(),
    bar: LIST,
  },
  list('members by end of plan', '/admin/users', { sort: '-expired_at' }),
  list('members by creation', '/admin/users', { sort: 'created_at' }),
  list('active members', '/admin/users', { state: 'active' }),
  list('members over quota', '/admin/users', { state: 'over_quota' }),
  list('members of a plan', '/admin/users', { plan_id: '3' }),
  list('search of members by a common part', '/admin/users', { q: 'example.com' }),
  list('search of members by a whole address', '/admin/users', { q: 'user500@box.example.com' }),
  list('palette by a common part', '/admin/search', { q: 'example.com' }),
  list('palette by a whole address', '/admin/search', { q: 'user500@box.example.com' }),
  list('dashboard: what needs somebody', '/admin/overview/needs'),
  list('traffic page', '/admin/traffic'),
  list('plans page', '/admin/plans'),
  list('orders, first page', '/admin/orders'),
  list('completed orders', '/admin/orders', { status: 'completed' }),
  list('messages, first page', '/admin/messages'),
]
const pathOf = (node: number, call: string): string =>
  `/api/v1/server/UniProxy/${call}?node_id=${node}&node_type=v2node&token=${nodeSecret(node)}`
export const tokenOf = (id: number): string => createHash('md5').update(`bench${id}`).digest('hex')

/** What each call costs on a site: members, staff, clients and nodes. */
export async function* timeCalls(site: Site): AsyncGenerator<Figure> {
  const server = await startCallServer(site.postgres.urls.server, false)
  for (const { name, next, bar, status = 200, isFirst } of CALLS) {
    let turn = 0
    const target = { port: server.port, next: () => next(turn++, site.members), status }
    yield { name, value: await costOf(site, server, target, isFirst ? 1 : TURNS), unit: 'ms of CPU', bar }
  }
  yield* await timeNode(site, server)
  yield { name: 'memory of the server at the peak', value: peakMb(server.pid), unit: 'MB', bar: { most: 500 } }
  await server.stop()
}

/** A node that serves every group: its list, and a report of a thousand members, a tenth of whom have no plan any more. */
async function timeNode(site: Site, server: Process): Promise<Figure[]> {
  const [unit, change] = ['ms of CPU', `update subscriptions set uuid = gen_random_uuid() where account_id = $1`]
  const pull = async (etag: string | null): Promise<string> => {
    const headers = etag === null ? {} : { 'if-none-match': etag }
    const answer = await fetch(`http://127.0.0.1:${server.port}${pathOf(1, 'user')}`, { headers })
    await answer.arrayBuffer()
    return answer.headers.get('etag') ?? ''
  }
  const first = await spentBy(site, server, () => pull(null))
  const [from, times] = [50, 20]
  let [etag, changed] = [await pull(null), 0]
  for (let id = from; id < from + times; id++) {
    await site.client.query(change, [id])
    changed += await spentBy(site, server, async () => (etag = await pull(null)))
  }
  const unchanged = { port: server.port, next: () => get(pathOf(1, 'user'), { 'if-none-match': etag }), status: 304 }
  const step = Math.max(1, Math.floor(site.members / 1000))
  let turn = 0
  const report = (): string => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [1 + i * step, [1000 + turn, 1000 + i]])))
    turn++
    return `POST ${pathOf(1, 'push')} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  }
  return [
    { name: 'list of a node, first', value: first, unit, bar: { times: 1.3, perMember: true } },
    { name: 'list of a node, after one change', value: changed / times, unit, bar: { times: 1.3, perMember: true } },
    { name: 'list of a node, unchanged', value: await costOf(site, server, unchanged, TURNS), unit, bar: CALL },
    {
      name: 'report of 1,000 members, a tenth without a plan',
      value: await costOf(site, server, { port: server.port, next: report, status: 200 }, TURNS),
      unit,
      bar: CALL,
    },
  ]
}

/** Processor time of one call in ms; the median of some turns of a second, one call after the other. null: one was refused. */
async function costOf(site: Site, server: Process, target: Target, turns: number): Promise<number | null> {
  const costs: number[] = []
  for (let turn = 0; turn <= turns; turn++) {
    if (turn === 0 && turns === 1) continue
    const began = spent(site, server)
    const { failures, requests } = await saturate(target, { connections: 1, seconds: turns > 1 ? 1 : 0.02 })
    if (failures > 0) return null
    if (turn > 0) costs.push((spent(site, server) - began) / requests)
  }
  return median(costs)
}

/** Milliseconds of processor time of server and database so far. */
export function spent(site: Site, { pid }: Pick<Process, 'pid'>): number {
  return (cpuSeconds(pid) + site.spent()) * 1000
}

async function spentBy(site: Site, server: Process, work: () => Promise<unknown>): Promise<number> {
  const began = spent(site, server)
  await work()
  return spent(site, server) - began
}

export function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
