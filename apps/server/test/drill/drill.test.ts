import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { startEpay } from '../gateways/epay.ts'
import { expectOpenedOnce } from '../gateways/opened-once.ts'
import { openShop } from '../gateways/shop.ts'
import { runSql, SETTINGS_KEY, startApp } from '../harness.ts'
import { freePorts } from '../node-software/programs.ts'
import { endProcess, removeFolders, startReady } from '../server-process.ts'
import { missing, startCluster, versions } from './cluster.ts'
import { type Load, startLoad } from './load.ts'
import { rows } from './rows.ts'
import type { Site } from './site.ts'
import { lineOf, missed, type Run, tableOf } from './table.ts'

// `npm run drill`: three servers, three PostgreSQL under Patroni, etcd and HAProxy on one machine, and what may happen to them.

const asked = process.env['DRILL']
const rate = Number(process.env['DRILL_RATE'] ?? 0.1)
const times = Number(process.env['DRILL_TIMES'] ?? 1)

const ends: (() => unknown)[] = [removeFolders]
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
}, 180_000)

const wanted = rows.filter(({ name, isShort }) =>
  asked === 'short' ? isShort : asked === 'all' || asked?.split(',').some((part) => name.includes(part)),
)
const soon = { timeout: 120_000 * slowness, interval: 500 }
const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Everything, running. */
async function startSite(): Promise<{ site: Site; load: Load }> {
  // On a disk: the temporary folder of tests is in memory.
  const folder = mkdtempSync('/var/tmp/portico-drill-')
  chmodSync(folder, 0o755)
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const cluster = await startCluster(folder)
  ends.push(cluster.stop)
  const env = { DATABASE_URL: cluster.urls.server, DATABASE_DIRECT_URL: cluster.urls.owner, SETTINGS_KEY, LOG_LEVEL: 'fatal' }
  const ports = await freePorts(3)
  const folders = ports.map((_, at) => join(folder, `portico${at + 1}`))
  const start = (at: number, given: Record<string, string> = env) =>
    startReady({ ...given, PORT: String(ports[at]), TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: folders[at]! })
  // The first one migrates.
  const servers = [await start(0), await start(1), await start(2)]
  ends.push(() => Promise.all(servers.map(({ child }) => endProcess(child, 'SIGKILL'))))
  cluster.startProxy(ports)
  await expect.poll(async () => (await fetch(`${cluster.site}/readyz`).catch(() => null))?.status, soon).toBe(200)
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
  const restart: Site['restart'] = async (at, given) => {
    servers[at] = await start(at, given)
  }
  return { site: { t, cluster, servers, env, folders, restart }, load }
}

/** Compares the books with what was acknowledged. Returns the ledger less that: at the gateway, and of gifts. */
async function audit({ t, cluster }: Site, load: Load): Promise<[number, number]> {
  const one = async (text: string): Promise<number> => Number(Object.values((await runSql(cluster.byProxy.owner, text)).rows[0])[0])
  await expect.poll(() => one(`select up + down from subscriptions where account_id = ${load.user.id}`), soon).toBe(load.bytes())
  const sumOf = (kind: string, id = 'owner_id') =>
    one(`select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
      where a.kind = '${kind}' and a.owner_id = ${id}`)
  // A job opens what was paid.
  const open = load.paid.map((tradeNo) => `'${tradeNo}'`).join()
  if (open) await expect.poll(() => one(`select count(*) from orders where trade_no in (${open}) and completed_at is null`), soon).toBe(0)
  await expectOpenedOnce(t, load.paid)
  return [0 - (await sumOf('gateway')) - 1000 * load.paid.length, (await sumOf('member', String(load.receiver.id))) - load.given()]
}

test('the drill', { timeout: (1 + wanted.length * times) * 400_000 * slowness }, async ({ skip }) => {
  if (!asked) return skip('it runs as npm run drill')
  if (missing.length > 0)
    return skip(`not installed: ${missing.join(', ')} (Debian: patroni, python3-etcd, etcd-server, haproxy, postgresql-15)`)
  const { site, load } = await startSite()
  const runs: Run[] = []
  try {
    for (const row of wanted) {
      for (let time = 0; time < (row.isQuiet || row.name === 'nothing happens' ? 1 : times); time++) {
        const undo = row.prepare && (await row.prepare(site))
        if (undo === null) {
          say(`${row.name}: skipped, it needs what is not installed here`)
          break
        }
        await load.begin(row.isQuiet ? 0 : 90)
        await pause(3000)
        const words = await row.happens(site, load)
        await pause(2000)
        const figures = await load.end()
        await undo?.()
        const run: Run = { row, words, figures, money: await audit(site, load), busy: loadavg()[0] ?? 0 }
        runs.push(run)
        say(lineOf([run]))
        for (const [kind, { errors }] of Object.entries(figures))
          if (errors.size > 0) say(`    ${kind}: ${JSON.stringify(Object.fromEntries(errors))}`)
        for (const one of missed(run)) say(`    MISSED: ${one}`)
        expect(run.money).toEqual([0, 0])
      }
    }
  } finally {
    say(`\nRate ${rate}; ${cpus().length} cores, ${cpus()[0]?.model}; ${versions()}.\n${tableOf(runs)}`)
  }
  expect(runs.flatMap(missed)).toEqual([])
})
