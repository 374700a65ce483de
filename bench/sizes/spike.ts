import { setTimeout as pause } from 'node:timers/promises'
import { startSmtp } from '../../apps/server/test/smtp.ts'
import { signed } from '../../apps/server/test/signed.ts'
import { signedCall } from '../limit-lines.ts'
import { atRate, get, type Result } from '../load.ts'
import { type Line, type Process, startServer } from '../measure.ts'
import { tokenOf } from './call-lines.ts'
import { openSite, type Site } from './kept-site.ts'
import { isBanned, nodeSecret, PASSWORD } from './seed-site.ts'

/** Reminders of a spike: as many as members allow. */
const [MOST_REMINDED, SHARE] = [60_000, 0.06]
/** Calls a second of each kind, and seconds in which they are measured before the spike and in it. */
const RATES = { feeds: 20, pushes: 5, 'sign-ins': 1 }
type Kind = keyof typeof RATES
const KINDS = Object.keys(RATES) as Kind[]
const [QUIET_S, BUSY_S, MAILS_MS] = [15, 90, 45 * 60_000]
const [TIMES, MOST_MS] = [3, 50]

/** Reminders, a notice to all and a reset of all begin in one minute, while feeds, reports and sign-ins go on. */
export async function timeSpike(members: number): Promise<Line[]> {
  const site = await openSite(members)
  const got = new Map<string, number>()
  const smtp = await startSmtp({
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo[0]?.address ?? ''
      got.set(to, (got.get(to) ?? 0) + 1)
      stream.on('end', () => done()).resume()
    },
  })
  const server = await prepare(site, smtp.port)
  try {
    return await spike(site, server, got)
  } finally {
    await server.stop()
    await smtp.stop()
    await site.close()
  }
}

async function spike(site: Site, server: Process, got: Map<string, number>): Promise<Line[]> {
  const quiet = await load(site, server, QUIET_S)
  const reminded = await begin(site, server)
  const began = performance.now()
  const since = (): number => (performance.now() - began) / 1000
  const told = until(() => count(site, `select count(*)::int as n from events where cause like 'plan_expiring % 1'`, reminded)).then(since)
  const reset = until(() =>
    count(site, 'select case when exists (select from subscriptions where next_reset_at <= now()) then 0 else 1 end as n', 1),
  ).then(since)
  const sent = until(async () => got.size >= reminded).then(since)
  const busy = await load(site, server, BUSY_S)
  const [toldS, resetS, sentS] = await Promise.all([told, reset, sent])
  const twice = [...got.values()].filter((times) => times > 1).length
  const line = (name: string, ours: number, bar: number, unit: string): Line => ({
    name,
    ours,
    floor: null,
    ratio: ours,
    bar,
    atMost: true,
    unit,
  })
  return [
    ...KINDS.map((kind) => compare(kind, quiet[kind], busy[kind])),
    line(`spike: ${reminded} reminders in the message centre after`, toldS, 60, 's'),
    line(`spike: ${site.members} members reset after`, resetS, 75, 's'),
    line(`spike: ${reminded} mails sent after`, sentS, MAILS_MS / 1000, 's'),
    line('spike: members who got a mail twice', twice, 0, ''),
  ]
}

function compare(kind: Kind, quiet: Result, busy: Result): Line {
  const bar = Math.max(TIMES, MOST_MS / quiet.p99)
  const name = `${kind} in a spike, against quiet: p99 (${busy.requests} calls)`
  return { name, ours: busy.p99, floor: quiet.p99, ratio: busy.p99 / quiet.p99, bar, atMost: true, unit: 'ms', failures: busy.failures }
}

async function prepare({ client, postgres }: Site, port: number): Promise<Process> {
  const settings = { 'mail.host': '127.0.0.1', 'mail.port': port, 'mail.encryption': 'none', 'mail.from': 'portal@example.com' }
  for (const [key, value] of Object.entries(settings))
    await client.query('insert into settings (key, value) values ($1, $2)', [key, JSON.stringify(value)])
  const server = await startServer(postgres.urls)
  // Jobs that are due at the first start are not part of the spike.
  await pause(5000)
  return server
}

/** Returns how many members are to be reminded. */
async function begin({ client, members }: Site, server: Process): Promise<number> {
  const wanted = Math.min(MOST_REMINDED, Math.floor(members * SHARE))
  const notice = { placement: 'message', audience: 'all', audience_ids: [], audience_days: null, title: 'News', body: '<p>News</p>' }
  const { id, version } = await operate(server, '/admin/notices', { ...notice, starts_at: null, ends_at: null, translations: {} })
  await operate(server, `/admin/notices/${id}/move`, { version, to: 'publish' })
  await client.query(
    `update subscriptions set next_reset_at = now(), up = 1 where group_id is not null and expires_at > now() + interval '2 days'`,
  )
  const { rowCount } = await client.query(
    `update subscriptions set expires_at = now() + interval '20 hours', next_reset_at = null where account_id in (
       select account_id from subscriptions join accounts on id = account_id
       where group_id is not null and banned_at is null and expires_at > now() + interval '20 days' order by account_id limit $1)`,
    [wanted],
  )
  return rowCount ?? 0
}

type Made = { id: number; version: number }

async function operate({ port }: Process, path: string, payload: Record<string, unknown>): Promise<Made> {
  const headers = { 'x-token': 'bench1', 'content-type': 'application/json', ...signed(payload) }
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(payload) })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Made
}

async function load({ members }: Site, { port }: Process, seconds: number): Promise<Record<Kind, Result>> {
  let turn = 0
  const some = (): number => 1 + ((turn++ * 7919) % members)
  const next: Record<Kind, () => string> = {
    feeds: () => get(`/s/${tokenOf(some())}`, { 'user-agent': 'clash-verge/v2.4.2' }),
    pushes: () => {
      const body = JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, () => [some(), [1000, turn]])))
      const path = `/api/v1/server/UniProxy/push?node_id=1&node_type=v2node&token=${nodeSecret(1)}`
      return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    },
    'sign-ins': () => {
      let n = 1 + (some() % 900)
      while (isBanned(n)) n++
      const email = `user${n}@${['mail', 'post', 'box'][n % 3]}.example.com`
      return signedCall('POST', '/muser/auth/login', { email, password: PASSWORD }, null)
    },
  }
  const results = await Promise.all(
    KINDS.map((kind) => atRate({ port, next: next[kind], status: 200 }, RATES[kind], { connections: 16, seconds })),
  )
  // One result for each kind.
  return Object.fromEntries(KINDS.map((kind, i) => [kind, results[i]])) as Record<Kind, Result>
}

async function count({ client }: Site, query: string, wanted: number): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(query)
  return (rows[0]?.n ?? 0) >= wanted
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + MAILS_MS; !(await holds()) && performance.now() < end;) await pause(500)
}
