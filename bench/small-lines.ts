import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { urlOf } from '@portico/contract/endpoint'
import { uploadAvatar } from '@portico/contract/files'
import { checkGrammar, getGrammarChecker } from '@portico/contract/grammar'
import pg from 'pg'
import { fileForm, gradient } from '../apps/server/test/pictures.ts'
import { seedSessions } from './limit-lines.ts'
import { atRate, get, type Result } from './load.ts'
import { atMost, type Line } from './measure.ts'
import { createMemoryGroup, type MemoryGroup } from './memory-group.ts'
import { NODE_SECRET, seedNodes } from './seed.ts'
import { signed } from '../apps/server/test/signed.ts'

/** The program that is measured: this checkout, or an unpacked release. */
const root = process.env['SMALL_FOLDER'] ?? fileURLToPath(new URL('..', import.meta.url))
/** Megabytes of the machines, the largest first, with which the others are compared. */
const MACHINES = (process.env['SMALL_MACHINES'] ?? '4096,512,256').split(',').map(Number)
const [MEMBERS, NODES, FEEDS_PER_S, PORT] = [1000, 20, 50, 18_094]
const BASE = `http://127.0.0.1:${PORT}`
/** 600 for the figures of decision 94. */
const SECONDS = Number(process.env['SMALL_SECONDS'] ?? 20)
const [PUSH_MS, WORK_MS] = [60_000 / NODES, 10_000]
const TEXT = 'I has an test, and teh test is short. She go to school every day. '.repeat(20)

type Machine = { limit: number; readyMs: number; feeds: Result; failures: number; held: number; charged: number; ended: number }

/** Starts the server with its own database on one core with little memory, and lets members, nodes and jobs at it. */
export async function timeSmall(): Promise<Line[]> {
  const machines: Machine[] = []
  for (const limit of MACHINES) {
    const group = createMemoryGroup(limit)
    if (group === null) {
      console.log('no memory cgroup can be made here: small machines are not measured')
      return []
    }
    const machine = await tryMachine(limit, group)
    const { readyMs, feeds, failures, held, charged, ended } = machine
    console.log(
      `${limit} MB: ready after ${Math.round(readyMs)} ms; feeds p99 ${Math.round(feeds.p99)} ms; ${failures} failures; ` +
        `${Math.round(held)} MB that cannot be given back, ${Math.round(charged)} MB with cached files; ${ended} processes ended by the system`,
    )
    machines.push(machine)
  }
  const [large, ...small] = machines
  return small.flatMap(({ limit, readyMs, feeds, failures, held, charged, ended }): Line[] => {
    const name = (what: string): string => `${limit} MB: ${what}`
    const times = feeds.p99 / (large?.feeds.p99 ?? feeds.p99)
    return [
      atMost(name('first start'), readyMs / 1000, 20, 's'),
      { ...atMost(name('feed, p99 against 4 GB'), feeds.p99, 5, 'ms'), floor: large?.feeds.p99 ?? null, ratio: times },
      { ...atMost(name('memory that cannot be given back'), held, limit * 0.88, 'MB'), failures: failures + ended },
      atMost(name('memory with cached files'), charged, limit, 'MB'),
    ]
  })
}

async function tryMachine(limit: number, group: MemoryGroup): Promise<Machine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-small-'))
  chmodSync(dataDir, 0o755)
  const began = performance.now()
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const pinned = process.env['BENCH_PINNED'] ? ['taskset', '-c', '0'] : []
  const [program, ...given] = [...group.within, ...pinned, 'sh', '-c', scripts.start]
  const server = spawn(program, given, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      LOG_LEVEL: 'error',
      SKIP_WEB_BUILD: '1',
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const exited = once(server, 'exit')
  const ended = exited.then((): never => {
    throw new Error(`the server with ${limit} MB ended:\n${output}`)
  })
  const ready = new Promise<void>((done) => {
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('ready at')) done()
    })
  })
  try {
    await Promise.race([ready, ended])
    const readyMs = performance.now() - began
    const load = await Promise.race([runLoad(dataDir), ended])
    const errors = output.split('\n').filter((line) => line.startsWith('{'))
    if (errors.length > 0) console.error(errors.join('\n'))
    return { limit, readyMs, feeds: load.feeds, failures: load.failures + errors.length, ...group.peaks(), ended: group.ended() }
  } finally {
    server.kill('SIGTERM')
    await exited
    await group.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function runLoad(dataDir: string): Promise<{ feeds: Result; failures: number }> {
  const client = new pg.Client(ownerUrl(dataDir))
  await client.connect()
  await client.query('create sequence bench_serial; grant usage on sequence bench_serial to public')
  await seedNodes(client, NODES)
  await seedSessions(client, MEMBERS)
  await client.query(`update nodes set secret_hash = sha256(convert_to('${NODE_SECRET}' || id, 'utf8'))`)
  const { rows: ids } = await client.query<{ id: number }>('select account_id as id from subscriptions where group_id = 1')
  const { rows: tokens } = await client.query<{ token: string }>('select token from subscriptions where group_id = 1')
  const { rows: nodes } = await client.query<{ id: number; protocol: string }>(`select id, settings->>'protocol' as protocol from nodes`)
  const end = new AbortController()
  const problems: string[] = []
  const told = (what: string, status: number): void => void (status === 200 || problems.push(`${what}: ${status}`))
  let turn = 0
  const push = async (): Promise<void> => {
    const node = nodes[turn++ % nodes.length]!
    const amount = 1000 + turn
    const body = JSON.stringify(Object.fromEntries(ids.map(({ id }) => [id, [amount, amount]])))
    const path = `/api/v1/server/UniProxy/push?node_id=${node.id}&node_type=${node.protocol}&token=${NODE_SECRET}${node.id}`
    told('push', (await send(path, { headers: { 'content-type': 'application/json' }, body })).status)
  }
  const picture = await gradient(3000, 2000).png({ compressionLevel: 1 }).toBuffer()
  let member = 1
  const { checker } = (await (await fetch(`${BASE}${urlOf(getGrammarChecker.path)}`, { headers: signed({}) })).json()) as {
    checker: string
  }
  const work = async (): Promise<void> => {
    member++
    told('picture', (await asMember(member, uploadAvatar.path, {}, fileForm(picture))).status)
    const payload = { text: TEXT, language: 'en-US' }
    if (checker !== 'off') told('grammar', (await asMember(member, checkGrammar.path, payload)).status)
    await client.query(`select graphile_worker.add_job(name) from job_runs where cron ~ '^[0-9]+ [0-9]+ '`)
    for (const page of ['/', '/price']) told(page, (await fetch(`${BASE}${page}`)).status)
  }
  const repeated = [again(push, PUSH_MS, end.signal), again(work, WORK_MS, end.signal)]
  let at = 0
  const next = (): string => get(`/s/${tokens[at++ % tokens.length]?.token}?flag=sing-box`)
  const feeds = await atRate({ port: PORT, next, status: 200 }, FEEDS_PER_S, { connections: 8, seconds: SECONDS })
  end.abort()
  await Promise.all(repeated)
  for (let tries = 0; tries < 10 && (await idle(client)) > 0; tries++) await pause(1000)
  const never = await idle(client)
  if (never > 0) problems.push(`${never} nightly jobs never ran`)
  await client.end()
  if (problems.length > 0) console.error(problems.join('\n'))
  return { feeds, failures: feeds.failures + problems.length }
}

/** How many nightly jobs have not run. */
async function idle(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from job_runs where cron ~ '^[0-9]+ [0-9]+ ' and started_at is null`,
  )
  return rows[0]?.n ?? 0
}

async function again(work: () => Promise<void>, everyMs: number, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await work()
    await pause(everyMs, undefined, { signal: ended }).catch(() => {})
  }
}

const send = (path: string, init: RequestInit): Promise<Response> =>
  fetch(`${BASE}${path}`, { method: 'POST', ...init }).then(async (answer) => {
    await answer.arrayBuffer()
    return answer
  })

function asMember(member: number, path: string, payload: Record<string, unknown>, form?: FormData): Promise<Response> {
  const headers = { 'x-token': `bench${member}`, ...signed(payload) }
  if (form) return send(urlOf(path), { headers, body: form })
  return send(urlOf(path), { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(payload) })
}

function ownerUrl(dataDir: string): string {
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://portico:${readFileSync(join(dataDir, 'postgres.secret'), 'utf8').trim()}@127.0.0.1:${port}/portico`
}
