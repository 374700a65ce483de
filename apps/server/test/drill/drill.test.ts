import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startEpay } from '../gateways/epay.ts'
import { expectOpenedOnce } from '../gateways/opened-once.ts'
import { openShop } from '../gateways/shop.ts'
import { runSql, SETTINGS_KEY, startApp } from '../harness.ts'
import { endProcess, removeFolders, type ServerProcess, startReady } from '../server-process.ts'
import { type Cluster, freePorts, missing, type Node, startCluster, versions } from './cluster.ts'
import { type Kind, type Load, startLoad } from './load.ts'

// `npm run drill`: three servers, three PostgreSQL under Patroni, etcd and HAProxy on loopback, and what may happen to them.

const asked = process.env['DRILL']
const rate = Number(process.env['DRILL_RATE'] ?? 0.1)
const times = Number(process.env['DRILL_TIMES'] ?? 1)
const SECONDS = 6
const CALM_S = 60

const ends: (() => unknown)[] = [removeFolders]
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

type Site = { cluster: Cluster; servers: ServerProcess[]; restart: (at: number) => Promise<void> }
/** What happens. Returns words for the table. */
type Row = { name: string; isShort?: true; happens: (site: Site, load: Load) => Promise<string> }

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Milliseconds from now until a money write succeeds. */
async function writesBack(load: Load, within = 60_000): Promise<number> {
  const begun = performance.now()
  load.mark()
  await expect.poll(load.firstWrite, { timeout: within, interval: 20 }).not.toBeNull()
  return performance.now() - begun
}

const primaryOf = async ({ cluster }: Site): Promise<Node> => {
  const found = await cluster.findPrimary()
  if (!found) throw new Error('no primary to begin with')
  return found
}

const rows: Row[] = [
  { name: 'nothing happens', happens: async () => (await pause(SECONDS * 1000), '') },
  {
    name: 'kill -9 of a process',
    isShort: true,
    async happens({ servers, restart }, load) {
      servers[0]!.child.kill('SIGKILL')
      const back = await writesBack(load)
      await pause(SECONDS * 1000)
      await restart(0)
      return `next write after ${seconds(back)}`
    },
  },
  {
    name: 'rolling restart',
    async happens({ servers }) {
      for (const { child, output } of servers) {
        const before = output().split('Portico is ready').length
        child.kill('SIGHUP')
        await expect.poll(() => output().split('Portico is ready').length, { timeout: 120_000 }).toBeGreaterThan(before)
        await pause(2000)
      }
      return 'three of three'
    },
  },
  {
    name: 'kill -9 of the primary',
    isShort: true,
    async happens(site, load) {
      const { cluster } = site
      const old = await primaryOf(site)
      cluster.kill(old)
      const took = await cluster.otherPrimary(old, 90)
      const back = await writesBack(load)
      await pause(SECONDS * 1000)
      // The old one returns: no write may reach it.
      cluster.startNode(old)
      await cluster.until('the old primary is a standby', async () => (await cluster.ask(old))?.role === 'replica', 120)
      await cluster.until('a synchronous standby', cluster.isWhole, 120)
      return `new primary after ${seconds(took)}, writes ${seconds(back)} later; the old one is a standby`
    },
  },
  {
    name: 'switchover',
    isShort: true,
    async happens(site, load) {
      const { cluster } = site
      const old = await primaryOf(site)
      const begun = performance.now()
      await cluster.switchover(old)
      const took = performance.now() - begun
      const back = await writesBack(load)
      await cluster.until('a synchronous standby', cluster.isWhole, 120)
      await pause(SECONDS * 1000)
      return `took ${seconds(took)}, writes ${seconds(back)} later`
    },
  },
  {
    name: 'synchronous standby dead',
    async happens(site, load) {
      const { cluster } = site
      const states = await Promise.all(cluster.nodes.map(async (node) => ({ node, state: await cluster.ask(node) })))
      const { node } = states.find(({ state }) => state?.sync_standby)!
      cluster.kill(node)
      const back = await writesBack(load)
      await pause(SECONDS * 1000)
      cluster.startNode(node)
      await cluster.until('all three', cluster.isWhole, 120)
      return `next write after ${seconds(back)}`
    },
  },
  {
    name: 'standbys replay 30 s late',
    async happens(site) {
      const { cluster } = site
      const old = await primaryOf(site)
      const others = cluster.nodes.filter((node) => node !== old)
      for (const node of others) await runSql(cluster.superuser(node), 'select pg_wal_replay_pause()')
      await pause(30_000)
      for (const node of others) await runSql(cluster.superuser(node), 'select pg_wal_replay_resume()')
      return 'every read asks the primary'
    },
  },
  {
    name: 'etcd away for 60 s',
    async happens(site) {
      const { cluster } = site
      const old = await primaryOf(site)
      await cluster.endEtcd()
      await pause(CALM_S * 1000)
      const kept = (await cluster.findPrimary()) === old
      cluster.beginEtcd()
      await cluster.until('all three', cluster.isWhole, 120)
      return kept ? 'the primary stayed (failsafe_mode)' : 'the primary did not stay'
    },
  },
]
const wanted = rows.filter(({ name, isShort }) => (asked === 'short' ? isShort : asked === 'all' || name.includes(asked ?? '')))

test('the drill', { timeout: 3_600_000 }, async ({ skip }) => {
  if (!asked) return skip('it runs as npm run drill')
  if (missing.length > 0)
    return skip(`not installed: ${missing.join(', ')} (Debian: patroni, python3-etcd, etcd-server, haproxy, postgresql-15)`)
  // On a disk: the temporary folder of tests is in memory.
  const folder = mkdtempSync('/var/tmp/portico-drill-')
  chmodSync(folder, 0o755)
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const cluster = await startCluster(folder)
  ends.push(cluster.stop)
  const env = { DATABASE_URL: cluster.urls.server, DATABASE_DIRECT_URL: cluster.urls.owner, SETTINGS_KEY, LOG_LEVEL: 'fatal' }
  const ports = await freePorts(3)
  const start = (at: number) => startReady({ ...env, PORT: String(ports[at]), TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: join(folder, `portico${at + 1}`) })
  // The first one migrates.
  const servers = [await start(0), await start(1), await start(2)]
  ends.push(() => Promise.all(servers.map(({ child }) => endProcess(child, 'SIGTERM'))))
  const site: Site = {
    cluster,
    servers,
    restart: async (at) => {
      servers[at] = await start(at)
    },
  }
  cluster.startProxy(ports)
  await expect.poll(async () => (await fetch(`${cluster.site}/readyz`).catch(() => null))?.status, { timeout: 60_000 }).toBe(200)
  await cluster.until(
    'HAProxy knows the primary',
    () =>
      // Until its first checks, HAProxy takes each server for one that is up. It asks all three in turn.
      Promise.all([1, 2, 3].map(() => runSql(cluster.byProxy.owner, 'select pg_is_in_recovery() as is'))).then(
        (all) => all.every(({ rows: [row] }) => row?.is === false),
        () => false,
      ),
    60,
  )
  const on = { ownerUrl: cluster.byProxy.owner, serverUrl: cluster.byProxy.server, drop: async () => {} }
  const t = await startApp({ on, env: { SETTINGS_KEY } })
  const epay = await startEpay()
  ends.push(t.stop, epay.stop)
  const load = await startLoad({ t, shop: await openShop(t), epay, site: cluster.site, rate })
  const lines: string[] = []
  const soon = { timeout: 120_000, interval: 500 }
  for (const { name, happens } of wanted) {
    for (let time = 0; time < (name === 'nothing happens' ? 1 : times); time++) {
      await load.begin(90)
      await pause(3000)
      const words = await happens(site, load)
      await pause(2000)
      const figures = await load.end()
      const one = async (text: string): Promise<number> => Number(Object.values((await runSql(cluster.byProxy.owner, text)).rows[0])[0])
      const billed = () => one(`select up + down from subscriptions where account_id = ${load.user.id}`)
      await expect.poll(billed, soon).toBe(load.bytes())
      const owned = (kind: string, id = 'owner_id') =>
        `select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id where a.kind = '${kind}' and a.owner_id = ${id}`
      const gifts = await one(owned('member', String(load.receiver.id)))
      const gateway = -(await one(owned('gateway')))
      await expectOpenedOnce(t, load.paid)
      const short = (kind: Kind): string => {
        const { sent, failedFirst, lost, longestMs } = figures[kind]
        return `${sent} / ${failedFirst} / ${lost} / ${seconds(longestMs)}`
      }
      const cells = [name, words, short('feed'), short('read'), short('push'), short('order'), short('gift')]
      cells.push(`${gateway - 1000 * load.paid.length} / ${gifts - load.given()}`)
      lines.push(`| ${cells.join(' | ')} |`)
      process.stderr.write(`${lines.at(-1)}\n`)
      for (const [kind, { errors }] of Object.entries(figures))
        if (errors.size > 0) process.stderr.write(`    ${kind}: ${JSON.stringify(Object.fromEntries(errors))}\n`)
      expect({ name, gateway, gifts }).toEqual({ name, gateway: 1000 * load.paid.length, gifts: load.given() })
      expect(Object.values(figures).reduce((sum, { lost }) => sum + lost, 0)).toBe(0)
    }
  }
  const head = ['what happens', 'seen', 'feeds', 'reads', 'pushes', 'orders', 'gifts', 'money: gateway / gifts']
  process.stderr.write(`
Rate ${rate}; ${cpus().length} cores, ${cpus()[0]?.model}; ${versions()}.
Cells: calls / first tries that failed / calls that never succeeded / longest wait. Money: ledger less what was acknowledged.
| ${head.join(' | ')} |
|${head.map(() => '---|').join('')}
${lines.join('\n')}
`)
})
