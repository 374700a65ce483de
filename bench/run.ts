import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/db/embedded/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { beside, get } from './load.ts'
import { timeArticles } from './article-lines.ts'
import { timeBodies } from './body-lines.ts'
import { adminHeaders, compareLists, type Line, rssMb, startFloor, startServer, stopAll, timePushes } from './measure.ts'
import { timeDevices } from './device-lines.ts'
import { timeHeavy } from './heavy-lines.ts'
import { timeLimits } from './limit-lines.ts'
import { timeLogins } from './login-lines.ts'
import { timeApps, timeFleet, timeFormats, timePull } from './delivery-lines.ts'
import { timeMembers } from './member-lines.ts'
import { timeMonth } from './month-lines.ts'
import { timeOrders } from './order-lines.ts'
import { timePricePage } from './page-lines.ts'
import { timeSearch } from './search-lines.ts'
import { timeSmall } from './small-lines.ts'
import { timeStreams } from './stream-lines.ts'
import { timeResets } from './reset-lines.ts'
import { NODE_SECRET, seedMembers, seedNodes, tokensOf } from './seed.ts'
import { runSizes } from './sizes/run-sizes.ts'
import { timeSpike } from './sizes/spike.ts'

// Core 0 belongs to the server under test; PostgreSQL and the load run on the other core.
if (!process.env['BENCH_PINNED'] && spawnSync('taskset', ['-c', '1', 'true']).status === 0) {
  const again = spawnSync('taskset', ['-c', '1', process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_PINNED: '1' },
  })
  process.exit(again.status ?? 1)
}

if (process.argv[2] === 'sizes') process.exit((await runSizes(process.argv.slice(3).map(Number))) ? 0 : 1)

if (process.argv[2] === 'spike') {
  report(await timeSpike(Number(process.argv[3] ?? 1_000_000)))
  process.exit(0)
}

const MEMBERS = 10_000
const directory = mkdtempSync(join(tmpdir(), 'portico-bench-'))
chmodSync(directory, 0o755)
const postgres = await startEmbedded(directory)
const lines: Line[] = []
const pinned = process.env['BENCH_PINNED'] ? 'pinned to one core' : 'not pinned: taskset is missing'
console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown CPU'}; the server is ${pinned}; ${MEMBERS} members, 50 nodes`)
try {
  await migrate(postgres.urls)
  const client = new pg.Client(postgres.urls.owner)
  client.on('error', () => {})
  await client.connect()
  await client.query('create sequence bench_serial; grant usage on sequence bench_serial to public')
  const only = process.argv[2]
  if (only === undefined) await measureAll(client)
  if (only === 'orders') {
    await seedNodes(client, 1)
    await seedMembers(client, 20_000)
    lines.push(...(await timeOrders(client, postgres.urls.server)))
  }
  if (only === 'devices') {
    await seedNodes(client, 1)
    await seedMembers(client, 20_000)
    lines.push(...(await timeDevices(client, postgres.urls, await protocolOf(client, 1))))
  }
  if (only === 'sing-box') lines.push(...(await timeSingBox(client)))
  if (only === undefined || only === 'articles') lines.push(...(await timeArticles(client, postgres.urls.server)))
  if (only === undefined || only === 'search') lines.push(...(await timeSearch(client, postgres.urls.server)))
  if (only === undefined || only === 'members') lines.push(...(await timeMembers(client, postgres.urls.server)))
  if (only === undefined || only === 'logins') lines.push(await timeLogins(client, postgres.urls.server))
  if (only === undefined || only === 'limits') lines.push(...(await timeLimits(client, postgres.urls.server)))
  if (only === 'small') lines.push(...(await timeSmall()))
  if (only === 'month') lines.push(...(await timeMonth(client, postgres.urls)))
  if (only === 'heavy') lines.push(...(await timeHeavy(client, postgres.urls)))
  if (only === undefined || only === 'streams') lines.push(...(await timeStreams(client, postgres.urls.server)))
  if (only === undefined || only === 'bodies') lines.push(...(await timeBodies(client, postgres.urls.server)))
  await client.end()
} catch (error) {
  // Before PostgreSQL stops: lost connections would report their own errors.
  console.error(error)
  process.exitCode = 1
} finally {
  stopAll()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}

// What was measured before a failure is worth reading.
report(lines)

async function measureAll(client: pg.Client): Promise<void> {
  await seedNodes(client, 50)
  await seedMembers(client, 1000)

  const server = await startServer(postgres.urls)
  lines.push({ name: 'idle memory', ours: rssMb(server.pid), floor: null, ratio: rssMb(server.pid), bar: 180, atMost: true, unit: 'MB' })
  const admin = await adminHeaders(server.port)
  const list = { port: server.port, next: () => get('/api/v1/admin/users?page_size=20', admin.list), status: 200 }
  const floorServer = await startFloor(postgres.urls.server, 1000)
  const ask = { port: floorServer.port, next: () => get('/'), status: 200 }
  const small = await beside(list, ask)

  await seedMembers(client, MEMBERS)
  const tokens = await tokensOf(client)

  lines.push(...(await timeApps(server, tokens, ask)))
  lines.push(...(await timeFormats(server, tokens, ask)))
  lines.push(await timePricePage(client, server, ask))

  const pull = `/api/v1/server/UniProxy/user?node_id=1&node_type=${await protocolOf(client, 1)}&token=${NODE_SECRET}`
  const first = await fetch(`http://127.0.0.1:${server.port}${pull}`)
  await first.arrayBuffer()
  const etag = first.headers.get('etag') ?? ''
  const unchanged = { port: server.port, next: () => get(pull, { 'if-none-match': etag }), status: 304 }
  lines.push({ name: 'user pull, 304', ...(await beside(unchanged, ask, 3)), bar: 0.5, unit: 'requests/s' })

  lines.push(await timePushes(client, server.port, MEMBERS))

  await seedMembers(client, 100_000)
  const large = await beside(list, ask)
  lines.push(compareLists(small, large))
  await floorServer.stop()
  const nodeType = await protocolOf(client, 1)
  lines.push(...(await timePull(client, server, nodeType)), await timeFleet(client, server, nodeType))
  await server.stop()
  await seedMembers(client, 200_000)
  lines.push(await timeResets(client, postgres.urls.server), ...(await timeOrders(client, postgres.urls.server)))
}

/** The longest profiles alone. */
async function timeSingBox(client: pg.Client): Promise<Line[]> {
  await seedNodes(client, 50)
  await seedMembers(client, 1000)
  const server = await startServer(postgres.urls)
  const floorServer = await startFloor(postgres.urls.server, 1000)
  const ask = { port: floorServer.port, next: () => get('/'), status: 200 }
  return timeApps(server, await tokensOf(client), ask, 'sing-box')
}

async function protocolOf(client: pg.Client, id: number): Promise<string> {
  const { rows } = await client.query<{ p: string }>(`select settings->>'protocol' as p from nodes where id = $1`, [id])
  return rows[0]?.p ?? ''
}

function report(all: Line[]): void {
  const figure = (value: number | null): string => (value === null ? '' : value >= 100 ? Math.round(value).toString() : value.toFixed(2))
  const rows = all.map((line) => {
    const good = (line.atMost ? line.ratio <= line.bar : line.ratio >= line.bar) && !line.failures
    const bar = `${line.atMost ? '≤' : '≥'} ${line.bar}${line.floor === null ? ` ${line.unit}` : ' ×'}`
    return {
      good,
      cells: [
        line.name,
        `${figure(line.ours)} ${line.unit}`,
        figure(line.floor),
        line.ratio.toFixed(2),
        bar,
        good ? 'yes' : line.failures ? `${line.failures} failed answers` : 'NO',
      ],
    }
  })
  console.table(rows.map(({ cells: [what, ours, floor, ratio, bar, holds] }) => ({ what, ours, floor, ratio, bar, holds })))
  if (rows.some((row) => !row.good)) process.exit(1)
}
