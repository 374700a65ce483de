import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import type pg from 'pg'
import { beside, get, median, saturate, tailsBeside, type Target } from './load.ts'
import type { Line, Process } from './measure.ts'
import { NODE_SECRET } from './seed.ts'

/**
 * Profiles with routing are so large that copying their bytes costs more than the floor's question to the database (decision 54). Those of
 * sing-box hold the lists too, packed.
 */
export const feedBar = (format: string): number =>
  format === 'sing-box' ? 0.3 : ['mihomo', 'clash', 'stash', 'xray'].includes(format) ? 0.6 : 1

/** What apps fetch most, at full and at half load. `only`: one format alone. */
export async function timeApps(server: Process, tokens: string[], floor: Target, only?: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const [format, agent] of [
    ['base64', 'v2rayN/7.0'],
    ['mihomo', 'clash-verge/v2.4.2'],
    ['sing-box', 'SFA/1.12.0 (sing-box 1.12.0)'],
  ] as const) {
    if (only !== undefined && format !== only) continue
    let id = 0
    // Apps with sing-box ask for gzip, as every HTTP client in Go does.
    const asks = { 'user-agent': agent, ...(format === 'sing-box' && { 'accept-encoding': 'gzip' }) }
    const next = (): string => get(`/s/${tokens[id++ % tokens.length]}`, asks)
    const target = { port: server.port, next, status: 200 }
    const feed = await beside(target, floor)
    lines.push({ name: `feed ${format}`, ...feed, bar: feedBar(format), unit: 'requests/s' })
    const tails = await tailsBeside(target, floor, feed.ours / 2)
    lines.push({ name: `feed ${format}, half load: p99`, ...tails, bar: 3, atMost: true, unit: 'ms' })
  }
  return lines
}

/** Every other link format, with the current members and nodes, against the floor. */
export async function timeFormats(server: Process, tokens: string[], floor: Target): Promise<Line[]> {
  const formats = ['shadowrocket', 'clash', 'stash', 'xray', 'surge', 'surfboard', 'loon', 'quantumult-x', 'sip008', 'outline']
  const lines: Line[] = []
  for (const format of formats) {
    let id = 0
    const target = { port: server.port, next: () => get(`/s/${tokens[id++ % tokens.length]}?flag=${format}`), status: 200 }
    lines.push({ name: `feed ${format}`, ...(await beside(target, floor, 3)), bar: feedBar(format), unit: 'requests/s' })
  }
  return lines
}

/**
 * A node's pull of a hundred thousand users after one changed, to the last byte, against serialising the same list. Also a 304
 * for the same pull, whose cost must not depend on the number of users.
 */
export async function timePull(client: pg.Client, server: Process, nodeType: string): Promise<Line[]> {
  const path = `/api/v1/server/UniProxy/user?node_id=1&node_type=${nodeType}&token=${NODE_SECRET}`
  const [pulls, plain]: [number[], number[]] = [[], []]
  const began = performance.now()
  const first = await pull(server.port, path)
  console.log(`the first pull of 100,000 users after the server started: ${(first.at - began).toFixed(0)} ms`)
  let { etag } = first
  for (let turn = 0; turn < 9; turn++) {
    // A member's limit changes, so the list changes.
    await client.query('update subscriptions set speed_limit = $1 where account_id = (select min(account_id) from subscriptions)', [
      turn + 1,
    ])
    const from = performance.now()
    const answer = await pull(server.port, path)
    pulls.push(answer.at - from)
    etag = answer.etag
    const { users } = JSON.parse(answer.body) as { users: unknown[] }
    const start = performance.now()
    JSON.stringify({ users })
    plain.push(performance.now() - start)
  }
  const unchanged = await saturate({ port: server.port, next: () => get(path, { 'if-none-match': etag }), status: 304 }, { seconds: 3 })
  const [ours, floor] = [median(pulls.slice(2)), median(plain.slice(2))]
  return [
    {
      name: 'pull of 100,000 users after one changed, against serialising them',
      ours,
      floor,
      ratio: ours / floor,
      bar: 1.5,
      atMost: true,
      unit: 'ms',
    },
    {
      name: 'user pull, 304, with 100,000 users',
      ours: unchanged.perSecond,
      floor: null,
      ratio: unchanged.perSecond,
      bar: 1000,
      unit: 'requests/s',
      failures: unchanged.failures,
    },
  ]
}

const [NODES, ACTIVE, SECONDS] = [500, 1000, 24]

/** Five hundred nodes that each push a thousand members every minute. Measures the server's share of its core. */
export async function timeFleet(client: pg.Client, server: Process, nodeType: string): Promise<Line> {
  const { rows } = await client.query<{ id: number }>('select account_id as id from subscriptions where group_id = 1 limit $1', [
    ACTIVE * 20,
  ])
  // One node sends for all of them, so the amounts are small: together they stay below what one node can carry.
  const bodies = Array.from({ length: 20 }, (_, i) =>
    JSON.stringify(Object.fromEntries(rows.slice(i * ACTIVE, (i + 1) * ACTIVE).map(({ id }) => [id, [10_000 + i, 200_000 + i]]))),
  )
  const path = `/api/v1/server/UniProxy/push?node_id=1&node_type=${nodeType}&token=${NODE_SECRET}`
  const every = 60_000 / NODES
  const before = cpuSeconds(server.pid)
  const started = performance.now()
  let failures = 0
  const pending: Promise<void>[] = []
  for (let sent = 0; performance.now() - started < SECONDS * 1000; sent++) {
    // No two bodies are the same: a repeat would be recognised and not counted.
    const body = (bodies[sent % bodies.length] ?? '').replace('[1000', `[${1000 + sent}`)
    pending.push(push(server.port, path, body).then((status) => void (status === 200 || failures++)))
    const next = started + (sent + 1) * every
    await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())))
  }
  await Promise.all(pending)
  const share = ((cpuSeconds(server.pid) - before) / ((performance.now() - started) / 1000)) * 100
  return {
    name: `${NODES} nodes × ${ACTIVE} members pushing each minute: share of a core`,
    ours: share,
    floor: null,
    ratio: share,
    bar: 25,
    atMost: true,
    unit: '%',
    failures,
  }
}

/** `at`: the time of the last byte. */
export function pull(port: number, path: string): Promise<{ etag: string; body: string; at: number }> {
  return new Promise((done, failed) => {
    const ask = request({ port, host: '127.0.0.1', path }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const at = performance.now()
        done({ etag: response.headers.etag ?? '', body: Buffer.concat(chunks).toString(), at })
      })
    })
    ask.on('error', failed).end()
  })
}

export function push(port: number, path: string, body: string): Promise<number> {
  return new Promise((done, failed) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const ask = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => done(response.statusCode ?? 0))
    })
    ask.on('error', failed).end(body)
  })
}

/**
 * User and system time of a process so far; 0 if it has ended. `withEnded`: and of its children that have ended. The kernel counts in
 * hundredths of a second.
 */
export function cpuSeconds(pid: number, withEnded = false): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return 0
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const own = withEnded ? fields.slice(11, 15) : fields.slice(11, 13)
  return own.reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}
