import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { slowness } from '../../../../scripts/slowness.ts'
import { runSql } from '../harness.ts'
import { freePorts } from '../node-software/programs.ts'
import { endProcess } from '../server-process.ts'
import { type Machine, makeMachines } from './machines.ts'

const files = fileURLToPath(new URL('../../../../deploy/cluster/', import.meta.url))
const PATRONI = '/usr/bin/patroni'
const [ETCD, HAPROXY, POSTGRES] = ['/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres']
const SECRET = 'only-on-loopback'

/** What Debian does not have installed here; empty: the drill can run. */
export const missing = [PATRONI, ETCD, HAPROXY, POSTGRES].filter((program) => !existsSync(program))

/** Versions of the programs, for the table. */
export function versions(): string {
  const ask = (program: string, ...args: string[]): string => spawnSync(program, args).stdout.toString().split('\n')[0] ?? ''
  return [
    ask(PATRONI, '--version'),
    ask(ETCD, '--version'),
    ask(POSTGRES, '--version'),
    ask(HAPROXY, '-v').split(' ').slice(0, 3).join(' '),
  ].join(', ')
}

export type Node = Machine & { patroni: ChildProcess | null }
/** 3.0 says the first, newer ones the second. */
const PRIMARY = ['master', 'primary']
/** Ports on each machine. */
const [SQL, API] = [5432, 8008]
type Role = { role: string; state: string; sync_standby?: boolean }

const numberOf = (name: string): number => {
  const lines = spawnSync('id', [name, 'postgres']).stdout.toString()
  return Number(lines)
}

/** Three PostgreSQL under Patroni, each on a machine of its own; beside them one etcd, and HAProxy in front of them and of three servers. */
export async function startCluster(folder: string) {
  const [client, peer, site, primary] = await freePorts(4)
  const net = makeMachines(folder, { uid: numberOf('-u'), gid: numberOf('-g') }, ['db1', 'db2', 'db3'])
  const at = (port: number | undefined, address = '127.0.0.1'): string => `${address}:${port}`
  const sql = ({ address }: Machine): string => at(SQL, address)
  const config = join(folder, 'patroni.yml')
  writeFileSync(config, readFileSync(join(files, 'patroni.yml'), 'utf8').replaceAll('127.0.0.1/32', net.network))
  const children = new Set<ChildProcess>()

  function run(name: string, program: string, args: string[], env: Record<string, string>, cwd = folder): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, ...env },
      stdio: ['ignore', log, log],
      cwd,
    })
    children.add(child.once('exit', () => children.delete(child)))
    return child
  }
  const startEtcd = (): ChildProcess =>
    run('etcd', ETCD, [], {
      ETCD_NAME: 'etcd1',
      ETCD_DATA_DIR: join(folder, 'etcd'),
      ETCD_LISTEN_CLIENT_URLS: `http://${at(client, net.outside)}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${at(client, net.outside)}`,
      ETCD_LISTEN_PEER_URLS: `http://${at(peer)}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${at(peer)}`,
      ETCD_INITIAL_CLUSTER: `etcd1=http://${at(peer)}`,
    })
  const nodes: Node[] = net.machines.map((machine) => ({ ...machine, patroni: null }))
  const startNode = (node: Node): void => {
    const env = {
      HOME: node.folder,
      PATRONI_NAME: node.name,
      PATRONI_ETCD3_HOSTS: `'${at(client, net.outside)}'`,
      PATRONI_RESTAPI_LISTEN: at(API, node.address),
      PATRONI_RESTAPI_CONNECT_ADDRESS: at(API, node.address),
      PATRONI_POSTGRESQL_LISTEN: sql(node),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: sql(node),
      PATRONI_POSTGRESQL_DATA_DIR: join(node.folder, 'data'),
      PATRONI_POSTGRESQL_PGPASS: join(node.folder, 'pgpass'),
      ...Object.fromEntries(
        [
          ['SUPERUSER', 'postgres'],
          ['REPLICATION', 'replicator'],
          ['REWIND', 'rewinder'],
        ].flatMap(([kind, name]) => [
          [`PATRONI_${kind}_USERNAME`, name],
          [`PATRONI_${kind}_PASSWORD`, SECRET],
        ]),
      ),
    }
    const [program = '', ...args] = net.on(node)
    node.patroni = run(node.name, program, [...args, PATRONI, config], env, node.folder)
  }
  const ask = async (node: Node): Promise<Role | null> => {
    try {
      const answer = await fetch(`http://${at(API, node.address)}/patroni`, { signal: AbortSignal.timeout(2000) })
      return (await answer.json()) as Role
    } catch {
      return null
    }
  }
  const isPrimary = async (node: Node): Promise<boolean> => {
    const state = await ask(node)
    return state?.state === 'running' && PRIMARY.includes(state.role)
  }
  const until = async (what: string, is: () => Promise<boolean>, seconds: number): Promise<void> => {
    const end = performance.now() + seconds * 1000 * slowness
    while (!(await is())) {
      if (performance.now() > end) throw new Error(`after ${seconds} s still not: ${what}`)
      await pause(100)
    }
  }
  /** The node that takes writes; null: none does. */
  const findPrimary = async (): Promise<Node | null> => {
    for (const node of nodes) if (await isPrimary(node)) return node
    return null
  }
  const isWhole = async (): Promise<boolean> => {
    const states = await Promise.all(nodes.map(ask))
    // 3.0 calls a standby that runs `running`, newer ones `streaming`.
    return (
      states.every((state) => state !== null && ['running', 'streaming'].includes(state.state)) &&
      states.some((state) => PRIMARY.includes(state?.role ?? '')) &&
      states.some((state) => state?.sync_standby === true)
    )
  }
  const urlAs = (role: string, ...of: string[]): string => `postgres://${role}:${SECRET}@${of.join()}/portico`
  const all = nodes.map(sql)

  async function stop(): Promise<void> {
    // Patroni stops its PostgreSQL, in any order.
    for (const node of nodes) node.patroni?.kill('SIGTERM')
    const end = performance.now() + 20_000
    while (nodes.some(({ patroni }) => patroni?.exitCode === null && patroni.signalCode === null) && performance.now() < end)
      await pause(100)
    for (const child of children) await endProcess(child, 'SIGKILL')
    net.stop()
  }

  let etcd = startEtcd()
  for (const node of nodes) startNode(node)
  await until('a primary and two standbys', isWhole, 180).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const first = (await findPrimary())!
  const admin = (name: string): string => `postgres://postgres:${SECRET}@${sql(first)}/${name}`
  await runSql(
    admin('postgres'),
    `create role portico_owner login createdb password '${SECRET}'; create role portico_server login password '${SECRET}'`,
  )
  await runSql(admin('postgres'), 'create database portico owner portico_owner')
  return {
    nodes,
    site: `http://${at(site)}`,
    urls: { server: urlAs('portico_server', ...all), owner: urlAs('portico_owner', ...all) },
    /** Through HAProxy, for whoever knows one address only. */
    byProxy: { server: urlAs('portico_server', at(primary)), owner: urlAs('portico_owner', at(primary)) },
    superuser: (node: Node, name = 'portico'): string => `postgres://postgres:${SECRET}@${sql(node)}/${name}`,
    net,
    findPrimary,
    isWhole,
    until,
    startNode,
    ask,
    /** A new primary, other than this one. Returns how many milliseconds that took. */
    async otherPrimary(than: Node, seconds: number): Promise<number> {
      const begun = performance.now()
      await until('another primary', async () => ((await findPrimary()) ?? than) !== than, seconds)
      return performance.now() - begun
    },
    /** Ends Patroni and PostgreSQL of a node at one blow. */
    kill(node: Node): void {
      node.patroni?.kill('SIGKILL')
      const pid = Number(readFileSync(join(node.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
      for (const one of [pid, ...children]) {
        try {
          process.kill(one, 'SIGKILL')
        } catch {
          // It ended by itself.
        }
      }
    },
    switchover: async (from: Node): Promise<void> => {
      const body = JSON.stringify({ leader: from.name })
      const answer = await fetch(`http://${at(API, from.address)}/switchover`, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(60_000),
      })
      if (answer.status !== 200) throw new Error(`no switchover: ${await answer.text()}`)
    },
    endEtcd: () => endProcess(etcd, 'SIGKILL'),
    beginEtcd: (): void => {
      etcd = startEtcd()
    },
    startProxy(servers: number[]): void {
      const env = Object.fromEntries([
        ['SITE', at(site)],
        ['PRIMARY', at(primary)],
        ...servers.map((port, n) => [`PORTICO${n + 1}`, at(port)]),
        ...nodes.flatMap((node, n) => [
          [`DB${n + 1}`, sql(node)],
          [`DB${n + 1}_CHECK`, String(API)],
        ]),
      ]) as Record<string, string>
      run('haproxy', HAPROXY, ['-db', '-f', join(files, 'haproxy.cfg')], env)
    },
    stop,
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
