import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { caller, createDatabase, runSql, SETTINGS_KEY, withToken } from '../../../test/harness.ts'
import { type Bouncer, bouncers, type PoolMode, startBouncer } from '../../../test/pgbouncer.ts'
import { startBalancer } from '../../../test/round-robin.ts'
import { endProcess, startReady } from '../../../test/server-process.ts'
import { slowness } from '../../../../../scripts/slowness.ts'

// What three processes write through a pooler, while they are killed and started again at random.

/** `npm run test:kills` takes ten minutes for each pooler. */
const SECONDS = process.env['KILLS'] ? 600 : 3
const limit = { timeout: (SECONDS * 1000 + 600_000) * slowness }
/** null stands for all of them, to be skipped with a word. */
type Case = { bouncer: Bouncer | null; mode: PoolMode; version: string }
const MODES: PoolMode[] = ['transaction', 'session']
const cases = bouncers().flatMap((bouncer) => MODES.map((mode) => ({ bouncer, mode, version: bouncer.version })))
/** In session mode nothing is shared, which the servers show too. */
const shortCases: Case[] = cases.filter(({ mode }) => SECONDS > 10 || mode === 'transaction')
const fit = cases.filter(({ bouncer, mode }) => bouncer.sharesStatements || mode === 'session')

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Does the work again and again until the time is over. */
async function forTheTime(work: () => Promise<void>): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let times = 0
  while (performance.now() < end) {
    await work()
    times++
  }
  return times
}

const writer = fileURLToPath(new URL('../../../test/pooled-writer.ts', import.meta.url))

type Move = { id: string; kind: string; amount: number }

if (shortCases.length === 0) shortCases.push({ bouncer: null, mode: 'transaction', version: '(none)' })

test.for(shortCases)(
  'through PgBouncer $version in $mode mode, each acknowledged statement is the one that was asked',
  limit,
  async ({ bouncer, mode, version }, { skip }) => {
    if (bouncer === null) return skip('PgBouncer is not installed')
    const own = await createDatabase()
    await runSql(
      own.ownerUrl,
      'create table moves (id uuid primary key, kind text not null, amount int not null); grant insert on moves to public',
    )
    const pooler = await startBouncer(bouncer, own.serverUrl, { mode, size: mode === 'session' ? 20 : 4 })
    const asked = new Map<string, Move>()
    const done = new Set<string>()
    let failed = 0
    const heard: Promise<unknown>[] = []
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, [writer, pooler.url], { stdio: ['ignore', 'pipe', 'inherit'] })
      let rest = ''
      child.stdout.on('data', (chunk: Buffer) => {
        const lines = (rest + chunk.toString()).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          const said = JSON.parse(line)
          if (said.asked) asked.set(said.asked.id, said.asked)
          else if (said.done) done.add(said.done)
          else failed++
        }
      })
      heard.push(new Promise((all) => child.once('close', all)))
      return child
    }
    const children = [start(), start(), start()]
    try {
      await expect.poll(() => done.size, { timeout: 180_000 * slowness }).toBeGreaterThan(100)
      const restarts = await forTheTime(async () => {
        await pause(randomInt(1000))
        const at = randomInt(3)
        await endProcess(children[at]!, 'SIGKILL')
        const before = done.size
        children[at] = start()
        await expect.poll(() => done.size, { timeout: 180_000 * slowness }).toBeGreaterThan(before + 50)
      })
      await Promise.all(children.map((child) => endProcess(child, 'SIGKILL')))
      // What they said last is read after their end.
      await Promise.all(heard)
      const { rows } = await runSql(own.ownerUrl, 'select id, kind, amount from moves')
      const stored = new Map<string, Move>(rows.map((row) => [row.id, row]))
      const other = rows.filter((row) => JSON.stringify(asked.get(row.id)) !== JSON.stringify(row))
      const lost = [...done].filter((id) => !stored.has(id))
      if (SECONDS > 10) process.stderr.write(`${JSON.stringify({ version, mode, restarts, acknowledged: done.size, failed })}\n`)
      expect({ other: other.length, lost: lost.length }).toEqual({ other: 0, lost: 0 })
    } finally {
      await Promise.all(children.map((child) => endProcess(child, 'SIGKILL')))
      await pooler.stop()
      await own.drop()
    }
  },
)

const ADMIN = { ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: 'operator password' }

test.each(fit)(
  'behind PgBouncer $version in $mode mode, three servers start, and keep each acknowledged change as it was asked',
  limit,
  async ({ bouncer, mode }) => {
    const own = await createDatabase('template_portico')
    // Each server has up to ten connections to it; those of a killed one are free again soon.
    const pooler = await startBouncer(bouncer, own.serverUrl, { mode, size: mode === 'session' ? 50 : 8 })
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: own.ownerUrl, SETTINGS_KEY, ...ADMIN }
    const servers = await Promise.all([1, 2, 3].map(() => startReady(env)))
    const balancer = await startBalancer(servers.map(({ base }) => base))
    const state = { isOver: false }
    try {
      const login = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }
      const { body } = await caller(balancer.base)('POST', '/muser/auth/login', login)
      const call = withToken(caller(balancer.base), body.x_token)
      await call('POST', '/muser/auth/confirm', { password: ADMIN.ADMIN_PASSWORD })
      const {
        rows: [who],
      } = await runSql(own.ownerUrl, 'select id from accounts')
      await call('POST', `/admin/users/${who.id}/balance`, { amount: 1_000_000_000, reason: 'to begin with' })
      const [asked, done] = [new Map([['to begin with', 1_000_000_000]]), new Set<string>()]
      const groups: string[] = []
      const write = async (): Promise<void> => {
        while (!state.isOver) {
          const [reason, name] = [randomUUID(), randomUUID()]
          asked.set(reason, randomInt(-500, 500) * 2 + 1)
          const moved = await call('POST', `/admin/users/${who.id}/balance`, { amount: asked.get(reason), reason }).catch(() => null)
          if (moved?.status === 200) done.add(reason)
          if ((await call('POST', '/admin/groups', { name }).catch(() => null))?.status === 200) groups.push(name)
        }
      }
      const writers = [write(), write(), write(), write()]
      const restarts = await forTheTime(async () => {
        await pause(randomInt(2000))
        const at = randomInt(3)
        await endProcess(servers[at]!.child, 'SIGKILL')
        const before = done.size
        servers[at] = await startReady(env)
        balancer.serve(servers.map(({ base }) => base))
        await expect.poll(() => done.size, { timeout: 180_000 * slowness }).toBeGreaterThan(before + 10)
      })
      state.isOver = true
      await Promise.all(writers)
      const posted = await runSql(
        own.ownerUrl,
        `select t.note, sum(e.amount)::int as amount from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.ledger_account_id
        where a.kind = 'member' group by t.id`,
      )
      const made = await runSql(own.ownerUrl, 'select name from groups')
      const kept = new Set([...posted.rows.map(({ note }) => note), ...made.rows.map(({ name }) => name)])
      const other = posted.rows.filter(({ note, amount }) => asked.get(note) !== amount)
      if (SECONDS > 10)
        process.stderr.write(`${JSON.stringify({ version: bouncer.version, mode, restarts, changes: done.size, groups: groups.length })}\n`)
      expect({
        other,
        lost: [...done, ...groups].filter((name) => !kept.has(name)),
        twice: posted.rows.length - new Set(kept).size + made.rows.length,
      }).toEqual({ other: [], lost: [], twice: 0 })
    } finally {
      state.isOver = true
      await Promise.all(servers.map(({ child }) => endProcess(child, 'SIGKILL')))
      void balancer.stop()
      await pooler.stop()
      await own.drop()
    }
  },
)
