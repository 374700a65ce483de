import { connect as dial, createServer, type Socket } from 'node:net'
import { isNull, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { SETTINGS_KEY, startApp } from '../../test/harness.ts'
import { endProcess, type ServerProcess, startReady } from '../../test/server-process.ts'
import { slowness } from '../../../../scripts/slowness.ts'
import { countTraffic } from '../traffic/count-traffic.ts'
import { trafficBatches } from '../traffic/traffic.table.ts'

// The real server process is killed again and again, the network loses requests and answers, nodes restart, reports arrive twice
// and out of order. `npm run test:chaos` sends 100,000 reports; the usual run sends fewer.
const FULL = process.env['CHAOS'] === 'full'
const REPORTS = Number(process.env['CHAOS_REPORTS'] ?? (FULL ? 100_000 : 360))
const PUSHES = FULL ? 20_000 : 120
const MEMBERS = 500
/** About this many answers between two kills. With kills by time, a slow machine would make no progress. */
const ANSWERS = FULL ? 1500 : 80
const random = seeded(Number(process.env['CHAOS_SEED'] ?? 20_260_301))
const chance = (probability: number): boolean => random() < probability
const below = (limit: number): number => Math.floor(random() * limit)
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

let members: number[] = []
let server: ServerProcess
let port = 0
let site = ''
let answers = 0
const sockets = new Set<Socket>()

const t = await startApp()
const wire = createServer(forward)
await new Promise<void>((done) => wire.listen(0, '127.0.0.1', done))
const address = wire.address()
site = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
await startServer()
afterAll(async () => {
  await endProcess(server.child, 'SIGKILL')
  for (const socket of sockets) socket.destroy()
  wire.close()
  await t.stop()
})

async function startServer(): Promise<void> {
  server = await startReady({ DATABASE_URL: t.database.url, DATABASE_DIRECT_URL: t.ownerUrl, SETTINGS_KEY })
  port = Number(new URL(server.base).port)
}

/** The network between nodes and server: it breaks at one chunk in thirty, in either direction. */
function forward(client: Socket): void {
  const upstream = dial(port, '127.0.0.1')
  const cut = (): void => {
    client.destroy()
    upstream.destroy()
  }
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => (chance(1 / 30) ? cut() : to.write(chunk)))
    from.on('error', cut)
    from.on('close', cut)
    from.on('close', () => sockets.delete(from))
  }
}

/** Kills and restarts the server until stopped; returns how often. `every` is a share of the usual number of answers. */
function killing(every = 1): () => Promise<number> {
  const state = { isOver: false }
  let times = 0
  const done = (async () => {
    while (!state.isOver) {
      const next = answers + (ANSWERS * every) / 2 + below(ANSWERS * every)
      const isEarly = (): boolean => answers < next && !state.isOver
      while (isEarly()) await pause(10)
      if (state.isOver) break
      await endProcess(server.child, 'SIGKILL')
      times++
      await startServer()
    }
    return times
  })()
  return () => {
    state.isOver = true
    return done
  }
}

async function post(path: string, secret: string, body: string, signal?: AbortSignal): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(`${site}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body,
      signal: signal ?? AbortSignal.timeout(5000),
    })
    const answer = (await response.json()) as Record<string, unknown>
    answers++
    if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
    return answer
  } catch (error) {
    // Network failures are expected; a refusal by the server fails the test.
    if (error instanceof Error && /^[45]\d\d /.test(error.message) && !error.message.startsWith('500')) throw error
    return null
  }
}

type Bytes = Map<number, [up: number, down: number]>
function carry(into: Bytes, count: number): void {
  for (let i = 0; i < count; i++) {
    const id = members[below(members.length)]!
    const [up, down] = into.get(id) ?? [0, 0]
    into.set(id, [up + below(5000), down + below(100_000)])
  }
}
function addAll(into: Bytes, from: Bytes): void {
  for (const [id, [up, down]] of from) into.set(id, [(into.get(id)?.[0] ?? 0) + up, (into.get(id)?.[1] ?? 0) + down])
}

async function newMembers(groupId: number): Promise<void> {
  const { rows } = await t.database.db.execute<{ id: number }>(sql`
    with made as (
      insert into accounts (email, email_key, password_hash)
      select e, e, 'none' from (select 'chaos-' || gen_random_uuid() || '@example.com' as e from generate_series(1, ${MEMBERS})) as named returning id
    )
    insert into subscriptions (account_id, token, uuid, group_id, transfer_enable, expires_at)
    select id, md5(random()::text || id), gen_random_uuid(), ${groupId}, 9007199254740991, now() + interval '1 year' from made returning account_id as id`)
  members = rows.map((row) => row.id)
}

async function charged(): Promise<Bytes> {
  const { rows } = await t.database.db.execute<{ id: number; up: number; down: number }>(
    sql`select account_id as id, up, down from subscriptions where account_id = any(${sql.param(members)}::bigint[]) and up + down > 0`,
  )
  return new Map(rows.map((row) => [row.id, [row.up, row.down]]))
}
const inOrder = (bytes: Bytes) => [...bytes].toSorted(([a], [b]) => a - b)

/** A node that reports cumulative counters and restarts now and then. What it carried is added to `truth`. */
async function reportingNode(node: { id: number; secret: string }, reports: number, truth: Bytes): Promise<void> {
  const path = `/api/v1/server/v3/report?node_id=${node.id}`
  const past: string[] = []
  const loose: Promise<unknown>[] = []
  let [boot, sequence, counters]: [string, number, Bytes] = [`${node.id}-0`, 0, new Map()]
  const next = (): string => {
    const body = JSON.stringify({ boot_id: boot, sequence: ++sequence, counters: Object.fromEntries(counters) })
    past.push(body)
    if (past.length > 200) past.splice(below(past.length), 1)
    return body
  }
  const flush = async (): Promise<void> => {
    while ((await post(path, node.secret, next())) === null) await pause(50)
    addAll(truth, counters)
  }
  for (let n = 0; n < reports; n++) {
    carry(counters, 20)
    // Some reports are not awaited, so that later ones overtake them; some are aborted; some are old ones sent again.
    const [fate, old] = [random(), past[below(past.length)]]
    if (fate < 0.15) loose.push(post(path, node.secret, next()))
    else if (fate < 0.25) loose.push(post(path, node.secret, next(), AbortSignal.timeout(below(8))))
    else if (fate < 0.4 && old !== undefined) loose.push(post(path, node.secret, old))
    else if ((await post(path, node.secret, next())) === null) await pause(20)
    if (loose.length > 20) await Promise.all(loose.splice(0))
    if (!chance(40 / REPORTS + 0.005)) continue
    // The old process sends its last report while copies of earlier ones are still on their way.
    await flush()
    ;[boot, sequence, counters] = [`${node.id}-${n + 1}`, 0, new Map()]
  }
  await flush()
  await Promise.all(loose)
}

test(
  `after ${REPORTS} reports of three nodes to a server that is killed again and again, every total is exact to the byte`,
  async () => {
    const group = await t.group()
    await newMembers(group.id)
    const nodes = [await t.node({ groupIds: [group.id] }), await t.node({ groupIds: [group.id] }), await t.node({ groupIds: [group.id] })]
    const truth: Bytes = new Map()
    const stop = killing()
    await Promise.all(nodes.map((node) => reportingNode(node, REPORTS / nodes.length, truth)))
    const kills = await stop()
    expect(kills).toBeGreaterThan(0)
    expect(inOrder(await charged())).toEqual(inOrder(truth))
    // The statistics agree, and so do the nodes' own counters. The server counts too; this waits until nothing is uncounted.
    await expect.poll(uncounted).toBe(0)
    const { rows } = await t.database.db.execute<{ id: number; up: number; down: number }>(
      sql`select account_id as id, sum(up)::bigint as up, sum(down)::bigint as down from traffic_daily group by account_id order by account_id`,
    )
    expect(rows.map(({ id, up, down }) => [id, [up, down]])).toEqual(inOrder(truth))
    const [own] = (await t.database.db.execute(sql`select sum(up)::bigint as up, sum(down)::bigint as down from node_reports`)).rows
    const sums = [...truth.values()].reduce(([u, d], [up, down]) => [u + up, d + down], [0, 0])
    expect(own).toEqual({ up: sums[0], down: sums[1] })
  },
  1_800_000 * slowness,
)

async function uncounted(): Promise<number> {
  await countTraffic(t.database, t.app.now())
  return t.database.db.$count(trafficBatches, isNull(trafficBatches.countedAt))
}

/** A node like v1 software: it resets its counters before a push, retries three times, then gives up the batch. */
async function pushingNode(node: { id: number; secret: string }, pushes: number, truth: Bytes, givenUp: Bytes): Promise<void> {
  const path = `/api/v1/server/UniProxy/push?node_id=${node.id}&node_type=trojan`
  for (let n = 0; n < pushes; n++) {
    const batch: Bytes = new Map()
    carry(batch, 20)
    addAll(truth, batch)
    const body = JSON.stringify(Object.fromEntries(batch))
    let answer: unknown = null
    for (let attempt = 0; attempt < 4 && answer === null; attempt++) answer = await post(path, node.secret, body)
    if (answer !== null) continue
    addAll(givenUp, batch)
    await pause(200)
  }
}

test(
  `of ${PUSHES} v1 pushes none is charged twice within the retry window; batches that software gives up may be missing`,
  async () => {
    const group = await t.group()
    await newMembers(group.id)
    const nodes = [await t.node({ groupIds: [group.id] }), await t.node({ groupIds: [group.id] }), await t.node({ groupIds: [group.id] })]
    const [truth, givenUp]: [Bytes, Bytes] = [new Map(), new Map()]
    const stop = killing(1 / 3)
    await Promise.all(nodes.map((node) => pushingNode(node, PUSHES / nodes.length, truth, givenUp)))
    await stop()
    const actual = await charged()
    let [missing, total, lost] = [0, 0, 0]
    for (const [id, [up, down]] of truth) {
      const [gotUp, gotDown] = actual.get(id) ?? [0, 0]
      const [lostUp, lostDown] = givenUp.get(id) ?? [0, 0]
      expect(up - gotUp, `upload of ${id}`).toBeGreaterThanOrEqual(0)
      expect(down - gotDown, `download of ${id}`).toBeGreaterThanOrEqual(0)
      expect(up - gotUp, `upload of ${id}`).toBeLessThanOrEqual(lostUp)
      expect(down - gotDown, `download of ${id}`).toBeLessThanOrEqual(lostDown)
      missing += up - gotUp + (down - gotDown)
      lost += lostUp + lostDown
      total += up + down
    }
    process.stdout.write(`v1: ${total} bytes carried, ${lost} in pushes that were given up, ${missing} not charged\n`)
  },
  1_800_000 * slowness,
)

/** Numbers that are the same in every run with the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
