import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { runSql } from '../harness.ts'
import { bouncers, startBouncer } from '../pgbouncer.ts'
import { endProcess } from '../server-process.ts'
import type { Node } from './cluster.ts'
import { guessAcross } from './guesses.ts'
import type { Kind, Load } from './load.ts'
import { restoreInto } from './restore.ts'
import { primaryOf, type Row, seconds, type Site } from './site.ts'

const SECONDS = 6
const CALM_S = 60
const FULL_S = 20
/** Seconds until writes succeed again, once there is a new primary. */
const BACK_S = 10
const ALL: Kind[] = ['feed', 'read', 'push', 'order', 'gift']

/** Milliseconds from now until a money write succeeds. */
async function writesBack(load: Load, within = 60): Promise<number> {
  const begun = performance.now()
  load.mark()
  await expect.poll(load.firstWrite, { timeout: within * 1000 * slowness, interval: 20 }).not.toBeNull()
  return performance.now() - begun
}

const standbyOf = async ({ cluster }: Site): Promise<Node> => {
  for (const node of cluster.nodes) if ((await cluster.ask(node))?.sync_standby) return node
  throw new Error('no synchronous standby to begin with')
}

/** Takes the primary away until another one takes writes and some time is over, then brings it back: as a standby, and no write reaches it. */
async function loseThePrimary(site: Site, load: Load, lose: (old: Node) => (() => void) | void): Promise<string> {
  const { cluster } = site
  const old = await primaryOf(site)
  const bringBack = lose(old) ?? ((): void => cluster.startNode(old))
  const took = await cluster.otherPrimary(old, 90)
  const back = await writesBack(load, BACK_S)
  await pause(SECONDS * 1000)
  bringBack()
  await cluster.until('the old primary is a standby', async () => (await cluster.ask(old))?.role === 'replica', 120)
  await cluster.until('a synchronous standby', cluster.isWhole, 120)
  return `new primary after ${seconds(took)}, writes ${seconds(back)} later; the old one is a standby`
}

/** Takes the synchronous standby away, until writes succeed again and some time is over. */
async function loseTheStandby(site: Site, load: Load, lose: (standby: Node) => () => void): Promise<string> {
  const bringBack = lose(await standbyOf(site))
  const back = await writesBack(load)
  await pause(SECONDS * 1000)
  bringBack()
  await site.cluster.until('all three', site.cluster.isWhole, 120)
  return `next write after ${seconds(back)}`
}

export const rows: Row[] = [
  { name: 'nothing happens', spares: ALL, happens: async () => (await pause(SECONDS * 1000), '') },
  {
    name: 'kill -9 of a process',
    isShort: true,
    errorMs: 500,
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
    spares: ALL,
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
    spares: ['feed'],
    happens: (site, load) => loseThePrimary(site, load, site.cluster.kill),
  },
  {
    name: 'switchover',
    isShort: true,
    spares: ['feed'],
    async happens(site, load) {
      const { cluster } = site
      const begun = performance.now()
      await cluster.switchover(await primaryOf(site))
      const took = performance.now() - begun
      const back = await writesBack(load, BACK_S)
      await cluster.until('a synchronous standby', cluster.isWhole, 120)
      await pause(SECONDS * 1000)
      return `took ${seconds(took)}, writes ${seconds(back)} later`
    },
  },
  {
    name: 'synchronous standby dead',
    spares: ['feed'],
    happens: (site, load) =>
      loseTheStandby(site, load, (standby) => {
        site.cluster.kill(standby)
        return () => site.cluster.startNode(standby)
      }),
  },
  {
    name: 'standbys replay 30 s late',
    spares: ALL,
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
    spares: ALL,
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
  {
    name: 'network between primary and standby cut',
    spares: ['feed'],
    async happens(site, load) {
      const [{ net }, primary] = [site.cluster, await primaryOf(site)]
      return loseTheStandby(site, load, (standby) => {
        net.part(primary, standby)
        return net.join
      })
    },
  },
  {
    name: 'machine of the primary cut off',
    spares: ['feed'],
    happens: (site, load) =>
      loseThePrimary(site, load, (old) => {
        site.cluster.net.unplug(old)
        return () => site.cluster.net.plug(old)
      }),
  },
  {
    name: 'disk of the primary full',
    spares: ['feed', 'push'],
    async happens(site, load) {
      const { cluster } = site
      const old = await primaryOf(site)
      const empty = cluster.net.fill(old)
      await pause(FULL_S * 1000)
      const next = await cluster.findPrimary()
      empty()
      const back = await writesBack(load, next === old ? BACK_S : 60)
      await cluster.until('all three', cluster.isWhole, 120)
      return `${next === old ? 'it stays the primary, without writes' : 'another primary'}; ${seconds(back)} after it had room, writes`
    },
  },
  {
    name: 'the same kill through PgBouncer',
    spares: ['feed'],
    async prepare({ cluster, servers, env, restart }) {
      const bouncer = bouncers().find(({ sharesStatements }) => sharesStatements)
      if (!bouncer) return null
      // Its manual: a server that did not let it in is tried again only after this time, by default 15 s.
      const pooler = await startBouncer(bouncer, cluster.byProxy.server, {
        mode: 'transaction',
        size: 20,
        settings: { server_login_retry: '1' },
      })
      const startAll = async (given: Record<string, string>): Promise<void> => {
        for (const at of servers.keys()) {
          await endProcess(servers[at]!.child, 'SIGTERM')
          await restart(at, given)
        }
      }
      await startAll({ ...env, DATABASE_URL: pooler.url })
      return async () => {
        await startAll(env)
        await pooler.stop()
      }
    },
    happens: (site, load) => loseThePrimary(site, load, site.cluster.kill),
  },
  { name: 'five wrong passwords', isQuiet: true, happens: guessAcross },
  { name: 'backup of before restored', isQuiet: true, happens: restoreInto },
]
