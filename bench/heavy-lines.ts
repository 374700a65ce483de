import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { loadavg } from 'node:os'
import pg from 'pg'
import { startSmtp } from '../apps/server/test/smtp.ts'
import type { DatabaseUrls } from '../apps/server/src/db/urls.ts'
import { hashPassword } from '../apps/server/src/accounts/password.ts'
import { seedSessions, signedCall } from './limit-lines.ts'
import { atRate, get, type Result } from './load.ts'
import { type Line, type Process, startServer } from './measure.ts'
import { NODE_SECRET, seedMembers, seedNodes, tokensOf } from './seed.ts'
import { signed } from '../apps/server/test/signed.ts'

const [MEMBERS, WAITING, OPERATORS] = [100_000, 60_000, 12]
const PASSWORD = 'bench password of a member'
/** The address of the payment method. */
const NOTIFIED = 'b'.repeat(24)
/** Calls a second of each kind. */
const RATES = { feeds: 50, pushes: 5, 'sign-ins': 2, payments: 3 }
type Kind = keyof typeof RATES
const QUIET_S = 15
/** Reads of the console by a part that all addresses share, each of a different operator. */
const READS = ['/admin/users?q=%40example', '/admin/search?q=%40example']
/** A member whose row is locked, and the node whose report about them waits. */
const [LOCKED, STUCK_NODE] = [3999, 2]
/** What slows the calls of others may not slow these more than three times, or to more than 50 ms. */
const [TIMES, MOST_MS, MOST_FAILED] = [3, 50, 0.001]

/** What members, nodes and gateways notice of twelve heavy reads, a stuck report and 60,000 waiting messages. */
export async function timeHeavy(client: pg.Client, urls: DatabaseUrls): Promise<Line[]> {
  await seed(client)
  const [server, smtp] = [
    await startServer(urls),
    await startSmtp({ onData: (mail, _, done) => void mail.on('end', () => done()).resume(), disabledCommands: ['STARTTLS'] }),
  ]
  const locker = new pg.Client(urls.owner)
  await locker.connect()
  const calls = await callsOf(client, server)
  const quiet = await load(server, calls, QUIET_S)
  await locker.query('begin')
  await locker.query('select from subscriptions where account_id = $1 for update', [LOCKED])
  const stuck = push(server, STUCK_NODE, [LOCKED]).catch(() => null)
  await operate(server, 'PATCH', '/admin/settings', {
    'mail.host': '127.0.0.1',
    'mail.port': smtp.port,
    'mail.encryption': 'none',
    'mail.from': 'portal@example.com',
  })
  await queueMessages(client)
  const reads = readOn(server)
  const due = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000)
  await client.query('update subscriptions set next_reset_at = $1, up = 1 where account_id between 5000 and 5999', [due])
  const began = resetBegins(client, due)
  const busy = await load(server, calls, Math.ceil((due.getTime() - Date.now()) / 1000) + 10)
  const late = await began
  const statuses = await reads.leave()
  const outlived = await outliving(client)
  await locker.query('rollback')
  await stuck
  await locker.end()
  await server.stop()
  await smtp.stop()
  const answers = new Map([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
  console.log(`console reads by status: ${JSON.stringify(Object.fromEntries(answers))}; load average ${loadavg()[0]?.toFixed(1)}`)
  const kinds = (Object.keys(RATES) as Kind[]).map((kind) => lineOf(kind, quiet[kind], busy[kind]))
  const other = { floor: null, atMost: true }
  return [
    ...kinds,
    { ...other, name: 'beside heavy reads: resets begin after they are due', ours: late, ratio: late, bar: 10, unit: 's' },
    { ...other, name: 'reads that go on two seconds after their callers left', ours: outlived, ratio: outlived, bar: 0, unit: '' },
    { ...other, name: 'heavy reads answered with 500', ours: answers.get(500) ?? 0, ratio: answers.get(500) ?? 0, bar: 0, unit: '' },
  ]
}

function lineOf(kind: Kind, quiet: Result, busy: Result): Line {
  const bar = Math.max(TIMES, MOST_MS / quiet.p99)
  const failures = busy.failures / busy.requests > MOST_FAILED ? busy.failures : 0
  const name = `${kind} beside heavy reads, against quiet: p99 (${busy.requests} calls)`
  return { name, ours: busy.p99, floor: quiet.p99, ratio: busy.p99 / quiet.p99, bar, atMost: true, unit: 'ms', failures }
}

type Calls = Record<Kind, { next: () => string; status: number }>

async function load({ port }: Process, calls: Calls, seconds: number): Promise<Record<Kind, Result>> {
  const kinds = Object.keys(RATES) as Kind[]
  const results = await Promise.all(kinds.map((kind) => atRate({ port, ...calls[kind] }, RATES[kind], { connections: 16, seconds })))
  // One result for each kind.
  return Object.fromEntries(kinds.map((kind, i) => [kind, results[i]])) as Record<Kind, Result>
}

async function seed(client: pg.Client): Promise<void> {
  await seedNodes(client, STUCK_NODE)
  await client.query(`update nodes set secret_hash = sha256(convert_to($1, 'utf8')) where id = $2`, [secretOf(STUCK_NODE), STUCK_NODE])
  await seedMembers(client, MEMBERS)
  await seedSessions(client)
  await client.query(`update accounts set role_id = (select id from staff_roles where key = 'owner') where id <= $1`, [OPERATORS])
  await client.query('update accounts set password_hash = $1 where id between 1000 and 1999', [await hashPassword(PASSWORD)])
  await client.query(
    `insert into identities (account_id, provider, subject, label, created_at)
     select id, 'email', 'login' || id || '@example.com', 'login' || id || '@example.com', now() from accounts where id between 1000 and 1999
     on conflict (account_id, provider) where provider in ('email', 'phone') do update set subject = excluded.subject, label = excluded.label`,
  )
  await client.query(
    `insert into payment_methods (uuid, driver, name, config, currency)
     values ('${NOTIFIED}', 'epay', 'EPay', '{"url": "https://pay.example.com", "pid": "1", "key": "k"}', 'CNY')`,
  )
}

async function callsOf(client: pg.Client, server: Process): Promise<Calls> {
  const tokens = await tokensOf(client)
  const payments = await paymentsToCome(server, RATES.payments * (QUIET_S + 90))
  let turn = 0
  const around = <T>(all: T[]): T => all[turn++ % all.length] as T
  const members = Array.from({ length: 900 }, (_, i) => 2000 + i)
  return {
    feeds: { next: () => get(`/s/${around(tokens)}`, { 'user-agent': 'clash-verge/v2.4.2' }), status: 200 },
    pushes: {
      next: () =>
        pushCall(
          1,
          Array.from({ length: 50 }, () => around(members)),
        ),
      status: 200,
    },
    'sign-ins': {
      next: () =>
        signedCall('POST', '/muser/auth/login', { email: `login${1000 + (turn++ % 1000)}@example.com`, password: PASSWORD }, null),
      status: 200,
    },
    payments: { next: () => payments.shift() ?? get('/none'), status: 200 },
  }
}

/** Notifications of a gateway, each for an order of its own that waits for it. */
async function paymentsToCome(server: Process, count: number): Promise<string[]> {
  const calls: string[] = []
  for (let id = 3000; calls.length < count; id++) {
    const placed = await call(server, 'POST', '/muser/order/save', { plan_id: 1, period: 'month_price', use_balance: false }, `bench${id}`)
    const { trade_no } = (await placed.json()) as { trade_no: string }
    const begun = await call(server, 'POST', '/muser/order/checkout', { trade_no, method: 1 }, `bench${id}`)
    const asked = new URL(((await begun.json()) as { data: string }).data).searchParams
    const said = {
      money: asked.get('money') ?? '',
      name: asked.get('name') ?? '',
      out_trade_no: asked.get('out_trade_no') ?? '',
      pid: '1',
      trade_no: `t${id}`,
      trade_status: 'TRADE_SUCCESS',
      type: 'alipay',
    }
    const text = Object.entries(said)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    const sign = createHash('md5').update(`${text}k`).digest('hex')
    calls.push(get(`/api/v1/guest/payment/notify/epay/${NOTIFIED}?${new URLSearchParams({ ...said, sign, sign_type: 'MD5' })}`))
  }
  return calls
}

function call(
  { port }: Process,
  method: string,
  path: string,
  payload: Record<string, unknown>,
  token: string,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { 'x-token': token, 'content-type': 'application/json', ...signed(payload) }
  const body = method === 'GET' ? {} : { body: JSON.stringify(payload) }
  return fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method, headers, ...body, ...(signal && { signal }) })
}

async function operate(server: Process, method: string, path: string, payload: Record<string, unknown>): Promise<void> {
  const { status } = await call(server, method, path, payload, 'bench1')
  if (status !== 200) throw new Error(`${path} answered ${status}`)
}

const secretOf = (node: number): string => (node === STUCK_NODE ? `${NODE_SECRET}-${node}` : NODE_SECRET)
const pushPath = (node: number): string => `/api/v1/server/UniProxy/push?node_id=${node}&node_type=v2node&token=${secretOf(node)}`
const pushBody = (ids: number[]): string => JSON.stringify(Object.fromEntries(ids.map((id) => [id, [1000, 1000]])))

function push({ port }: Process, node: number, ids: number[]): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${pushPath(node)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: pushBody(ids),
  })
}

function pushCall(node: number, ids: number[]): string {
  const body = pushBody(ids)
  return `POST ${pushPath(node)} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

async function queueMessages(client: pg.Client): Promise<void> {
  await client.query(
    `insert into messages (at, channel, recipient, template, language, data, next_try_at, expires_at)
     select now(), 'email', 'm' || n || '@example.com', 'test', 'en', '{}', now(), now() + interval '1 day' from generate_series(1, $1) n`,
    [WAITING],
  )
  await client.query(`select graphile_worker.add_job('send_email', '{}'::json)`)
}

/** Each operator reads again and again, until they leave in the middle of it. `leave` returns the statuses of what was answered. */
function readOn(server: Process): { leave: () => Promise<number[]> } {
  const gone = new AbortController()
  const statuses: number[] = []
  const reading = Array.from({ length: OPERATORS }, async (_, i) => {
    while (!gone.signal.aborted) {
      try {
        const answer = await call(server, 'GET', READS[i % READS.length] ?? '', { q: '@example' }, `bench${i + 1}`, gone.signal)
        await answer.arrayBuffer()
        statuses.push(answer.status)
      } catch (error) {
        if (!gone.signal.aborted) throw error
      }
    }
  })
  return {
    leave: async () => {
      gone.abort()
      await Promise.all(reading)
      return statuses
    },
  }
}

/** Seconds from `due` until the first cycle has begun. */
async function resetBegins(client: pg.Client, due: Date): Promise<number> {
  await pause(due.getTime() - Date.now())
  for (;;) {
    const { rowCount } = await client.query('select from subscriptions where account_id between 5000 and 5999 and up = 0 limit 1')
    if (rowCount) return (Date.now() - due.getTime()) / 1000
    await pause(100)
  }
}

/** Statements that have run for two seconds, other than the report that waits for a lock. */
async function outliving(client: pg.Client): Promise<number> {
  await pause(2000)
  const { rowCount } = await client.query(
    `select from pg_stat_activity where state = 'active' and usename = 'portico_server' and query_start < now() - interval '2 seconds'
     and wait_event_type is distinct from 'Lock' and query ~* '^[( ]*select'`,
  )
  return rowCount ?? 0
}
