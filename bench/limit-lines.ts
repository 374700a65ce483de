import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { cpuSeconds } from './delivery-lines.ts'
import { get, median, saturate, type Target } from './load.ts'
import { type Line, type Process, startCallServer, startFloor } from './measure.ts'
import { seedMembers, seedNodes } from './seed.ts'
import { signed } from '../apps/server/test/signed.ts'

/** Enough members that none reaches a limit of 120 a minute. */
const MEMBERS = 4000
/**
 * The allowed cost of a call against the same call without limits and used secrets, and of a refused call against a bare upsert.
 * A write stores its secret, which is one more small write.
 */
const [READ, WRITE, REFUSED] = [1.15, 1.35, 2]
const TURNS = 9

/** Normal calls against the same calls without shared limits and used secrets, and refused calls against a bare upsert. */
export async function timeLimits(client: pg.Client, databaseUrl: string): Promise<Line[]> {
  await seed(client)
  const shared = await startCallServer(databaseUrl, true)
  const alone = await startCallServer(databaseUrl, false)
  const floor = await startFloor(databaseUrl, MEMBERS)
  const lines: Line[] = []
  const compare = async (name: string, bar: number, ours: Measured, other: Measured, connections = 32): Promise<void> => {
    lines.push({ name, ...(await costs(client, ours, other, connections)), bar, atMost: true, unit: 'µs of CPU' })
  }
  for (const [name, next] of calls) {
    const of = ({ port, pid }: Process, status = 200): Measured => ({ pid, target: { port, next, status } })
    for (const connections of [32, 4]) {
      const bar = name.includes('write') ? WRITE : READ
      await compare(`${name}, ${connections} at a time, against itself without shared limits`, bar, of(shared), of(alone), connections)
    }
  }
  const upsert = { pid: floor.pid, target: { port: floor.port, next: () => get('/upsert'), status: 200 } }
  for (const [name, next] of refusals) {
    const refused = { pid: shared.pid, target: { port: shared.port, next, status: 429 } }
    // The first calls use up the limit.
    await saturate({ ...refused.target }, { seconds: 1 })
    await compare(`${name}, refused by a limit, against a bare upsert`, REFUSED, refused, upsert)
  }
  await Promise.all([shared.stop(), alone.stop(), floor.stop()])
  return lines
}

export type Measured = { pid: number; target: Target }
const calls: [name: string, next: () => string][] = [
  ['signed read (GET)', () => call('GET', '/muser/getSubscribe', {})],
  ['signed write that only reads', () => call('POST', '/muser/info', { roles: [] })],
  ['signed write with a limit', () => call('POST', '/muser/order/quote', { plan_id: 1, period: 'month_price', use_balance: false })],
]
const refusals: [name: string, next: () => string][] = [
  ['unknown link', () => get(`/s/${randomBytes(16).toString('hex')}`)],
  ['signed call of a visitor', () => call('POST', '/api/comm/version', {}, false)],
]

/**
 * The cost of one call of each kind, for server and database together, in turns of a second; medians. It measures processor time,
 * which other load on the machine hardly changes.
 */
export async function costs(client: pg.Client, ours: Measured, other: Measured, connections: number) {
  let failures = 0
  const turns: { ours: number; floor: number; ratio: number }[] = []
  for (let turn = 0; turn <= TURNS; turn++) {
    const [b, a] = [await costOf(client, other, connections), await costOf(client, ours, connections)]
    failures += b.failures + a.failures
    if (turn > 0) turns.push({ ours: a.cost, floor: b.cost, ratio: a.cost / b.cost })
  }
  const of = (key: 'ours' | 'floor' | 'ratio'): number => median(turns.map((turn) => turn[key]))
  return { ours: of('ours'), floor: of('floor'), ratio: of('ratio'), failures }
}

/** Processor time of one call, of server and database together, in µs; measured for a second. Other load hardly changes it. */
export async function costOf(
  client: pg.Client,
  { pid, target }: Measured,
  connections: number,
): Promise<{ cost: number; failures: number }> {
  const spent = async (): Promise<number> => [pid, ...(await backends(client))].reduce((sum, each) => sum + cpuSeconds(each), 0)
  const before = await spent()
  const { requests, failures } = await saturate(target, { connections, seconds: 1 })
  return { cost: (((await spent()) - before) / requests) * 1e6, failures }
}

/** The processes of the database that serve a connection. */
export async function backends(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where backend_type = 'client backend'")
  return rows.map((row) => row.pid)
}

async function seed(client: pg.Client): Promise<void> {
  await client.query('create unlogged table bench_counters (key text primary key, points integer not null, ends_at timestamptz not null)')
  // The floor connects as the server's role, which owns no table.
  await client.query('grant select, insert, update on bench_counters to public')
  await seedSessions(client)
}

/** Members on a plan, each with a session whose token contains their number. */
export async function seedSessions(client: pg.Client, members = MEMBERS): Promise<void> {
  const { rowCount } = await client.query('select 1 from groups')
  if (rowCount === 0) await seedNodes(client, 1)
  await seedMembers(client, members)
  await client.query(
    `insert into sessions (account_id, token_hash, device, ip, created_at, confirmed_at, rotated_at, last_used_at, expires_at)
     select id, sha256(convert_to('bench' || id, 'utf8')), 'bench', '127.0.0.1', now(), now(), now(), now(), now() + interval '1 day'
     from accounts where id <= $1 on conflict do nothing`,
    [members],
  )
  await client.query('vacuum analyze sessions')
}

let member = 0

/** One signed request in wire form, from the next member or from a visitor. */
function call(method: string, path: string, payload: Record<string, unknown>, isMember = true): string {
  member = (member % MEMBERS) + 1
  return signedCall(method, path, payload, isMember ? `bench${member}` : null)
}

/** One signed request in wire form; `token` null: from a visitor. The payload of a GET is its query, which `path` has too. */
export function signedCall(method: string, path: string, payload: Record<string, unknown>, token: string | null): string {
  const body = method === 'GET' ? '' : JSON.stringify(payload)
  return [
    `${method} /api/v1${path} HTTP/1.1\r\nhost: 127.0.0.1${token === null ? '' : `\r\nx-token: ${token}`}`,
    ...Object.entries(signed(payload)).map(([name, value]) => `${name}: ${value}`),
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  ].join('\r\n')
}
