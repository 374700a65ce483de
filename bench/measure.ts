import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DatabaseUrls } from '../apps/server/src/db/urls.ts'
import type pg from 'pg'
import { median, type Pair } from './load.ts'
import { NODE_SECRET } from './seed.ts'
import { signed } from '../apps/server/test/signed.ts'

export type Line = {
  name: string
  ours: number
  floor: number | null
  ratio: number
  bar: number
  /** The ratio must stay below the bar, not above it. */
  atMost?: boolean
  unit: string
  failures?: number
}
/** A figure that may not exceed a bar of its own. */
export function atMost(name: string, ours: number, bar: number, unit: string): Line {
  return { name, ours, floor: null, ratio: ours, bar, atMost: true, unit }
}

export type Process = { port: number; pid: number; stop: () => Promise<void> }

const ADMIN = { email: 'admin@example.com', password: 'bench password' }

export function startServer(urls: DatabaseUrls): Promise<Process> {
  const env = {
    DATABASE_URL: urls.server,
    DATABASE_DIRECT_URL: urls.owner,
    PORT: '18090',
    LOG_LEVEL: 'silent',
    SKIP_WEB_BUILD: '1',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  return start('../apps/server/src/main.ts', env, 18_090, 'ready at')
}

export function startFloor(databaseUrl: string, members: number): Promise<Process> {
  return start('./floor.ts', { DATABASE_URL: databaseUrl, PORT: '18091', MEMBERS: String(members) }, 18_091, 'ready')
}

/** Only the server's calls, without jobs and pages. `isShared`: processes share limits and used secrets, as usual. */
export function startCallServer(databaseUrl: string, isShared: boolean): Promise<Process> {
  const port = isShared ? 18_092 : 18_093
  const env = { DATABASE_URL: databaseUrl, PORT: String(port), SHARED: isShared ? 'yes' : 'no' }
  return start('./call-server.ts', env, port, 'ready')
}

const children = new Set<ChildProcess>()

/** Stops what is still running, so that a failed bench leaves nothing behind. */
export function stopAll(): void {
  for (const child of children) child.kill('SIGTERM')
}
process.on('exit', stopAll)

function start(file: string, env: Record<string, string>, port: number, mark: string): Promise<Process> {
  const script = fileURLToPath(new URL(file, import.meta.url))
  // The flags and settings of `npm start`.
  const node = [process.execPath, '--max-semi-space-size=16', script]
  const command = process.env['BENCH_PINNED'] ? ['taskset', '-c', '0', ...node] : node
  const child: ChildProcess = spawn(command[0] ?? '', command.slice(1), {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const stop = (): Promise<void> =>
    new Promise((done) => {
      child.once('exit', () => done())
      child.kill('SIGTERM')
    })
  return new Promise((done, failed) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(mark)) done({ port, pid: child.pid ?? 0, stop })
    })
    child.once('exit', (code) => failed(new Error(`${file} ended with ${code}`)))
  })
}

/** Memory of a process, in MB. */
export function rssMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Signed headers of a logged-in operator for the list. A read may be repeated with them for five minutes. */
export async function adminHeaders(port: number): Promise<{ list: Record<string, string> }> {
  const login = await fetch(`http://127.0.0.1:${port}/api/v1/muser/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed(ADMIN) },
    body: JSON.stringify(ADMIN),
  })
  const { x_token } = (await login.json()) as { x_token: string }
  return {
    get list() {
      return { 'x-token': x_token, ...signed({ page_size: '20' }) }
    },
  }
}

/** Each was measured beside the floor in turns, so whatever slows both down cancels out. */
export function compareLists(small: Pair, large: Pair): Line {
  return {
    name: 'admin user list, 100,000 against 1,000 members',
    ours: large.ours,
    floor: small.ours,
    ratio: large.ratio / small.ratio,
    bar: 0.8,
    unit: 'requests/s',
    failures: small.failures + large.failures,
  }
}

/** Pushes of `rows` members, each beside a bare UPDATE of as many rows, in turns; medians of both. */
export async function timePushes(client: pg.Client, port: number, rows: number): Promise<Line> {
  const { rows: ids } = await client.query<{ account_id: string }>(
    'select account_id from subscriptions where group_id is not null order by account_id limit $1',
    [rows],
  )
  const accountIds = ids.map((row) => Number(row.account_id))
  const { rows: nodes } = await client.query<{ p: string }>(`select settings->>'protocol' as p from nodes where id = 1`)
  const address = `http://127.0.0.1:${port}/api/v1/server/UniProxy/push?node_id=1&node_type=${nodes[0]?.p}&token=${NODE_SECRET}`
  const [bare, ours]: [number[], number[]] = [[], []]
  let failures = 0
  for (let turn = 0; turn < 17; turn++) {
    const amounts = accountIds.map((id) => 1000 + turn + (id % 7))
    const update = `update subscriptions s set up = s.up + t.up, down = s.down + t.down, used_at = now()
      from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as t (id, up, down) where s.account_id = t.id`
    bare.push(await timed(() => client.query(update, [accountIds, amounts, amounts])))
    const body = JSON.stringify(Object.fromEntries(accountIds.map((id, i) => [id, [amounts[i], amounts[i]]])))
    ours.push(
      await timed(async () => {
        const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        await answer.text()
        if (answer.status !== 200) failures++
      }),
    )
    await counted(client)
  }
  // The first turns warm both up.
  const [a, b] = [median(ours.slice(2)), median(bare.slice(2))]
  return {
    name: `push of ${rows} rows against the bare UPDATE`,
    ours: a,
    floor: b,
    ratio: a / b,
    bar: 1.5,
    atMost: true,
    unit: 'ms',
    failures,
  }
}

/** Waits for the statistics, which are counted a moment after a push and must not run into the next measurement. */
async function counted(client: pg.Client): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const { rows } = await client.query('select 1 from traffic_batches where counted_at is null limit 1')
    if (rows.length === 0) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('the statistics were not counted within ten seconds')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
