import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lackFor, OWN_CERTIFICATE } from '@portico/contract/node-software'
import type { AdminNode } from '@portico/contract/nodes-admin'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { slowness } from '../../../../scripts/slowness.ts'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'
import {
  type CarryClient,
  carryClients,
  missingIn,
  untried,
  versionOf,
  withoutFingerprints,
} from '../../test/node-software/carry-clients.ts'
import { changedCells, type Row, type Table, tablesText, withTables } from '../../test/node-software/carry-table.ts'
import { type Client, startClient } from '../../test/node-software/client-programs.ts'
import { publicAddress, startCountedTarget } from '../../test/node-software/counted-target.ts'
import {
  isUnchecked,
  localVariants,
  nodePrograms,
  type Rack,
  runShown,
  withOthers,
  writeCertificates,
} from '../../test/node-software/node-programs.ts'
import { freePorts, isInstalled, type Running, until } from '../../test/node-software/programs.ts'
import { recordingSite } from '../../test/node-software/recording-site.ts'
import { loadTunnelled, startBorrowed } from '../../test/node-software/target.ts'
import { echoThrough } from '../../test/node-software/through.ts'
import { dialectOf } from '../formats/dialect.ts'
import { featuresOf } from '../formats/features.ts'

// Real node programs, set up only by what the console shows, and real clients with nothing but the member's file. `CARRY=full` tries every
// pair and writes the guide; otherwise it is one node of each program. What is not on PATH is skipped.
const isFull = process.env['CARRY'] === 'full'
/** Variants to try; the guide is then left alone. */
const ONLY = process.env['CARRY_ONLY'] ?? ''
const [DOWN, UP, DATAGRAM] = [1_000_000, 300_000, 1000]
const HOST = '127.0.0.1'
const SECONDS = 15 * slowness
const GUIDE = join(import.meta.dirname, '../../../../docs/guide/carries.md')
const TARGET = publicAddress()

/** Pairs that a program of others fails: `<program> <variant> <client>`, with what is wrong there. */
const KNOWN: Record<string, string> = {}

const versions = new Map(
  nodePrograms.map(({ software, program }) => [software, versionOf(program, [software === 'xrayr' ? '--version' : 'version'])]),
)
const clients = carryClients.flatMap((client) => {
  const version = versionOf(client.program, client.says, client.told)
  const isWanted = isFull || !client.program.includes('-1.')
  return version === null || !isWanted ? [] : [{ ...client, version, missing: missingIn(client) }]
})
type Tried = (typeof clients)[number]
const tables: Table[] = []

describe.each(nodePrograms)('$program', (given) => {
  const { program, software } = given
  const version = versions.get(software) ?? null
  const isMissing = version === null || clients.length === 0 || !isInstalled('jq', ['--version']) || TARGET === null
  const skipped = isMissing ? ` (skipped: needs ${program}, a client and jq on PATH, and an address that is not private)` : ''
  let t: TestApp
  let admin: Member
  const stops: (() => unknown)[] = []
  beforeAll(async () => {
    if (isMissing) return
    t = await startApp()
    admin = await t.admin()
  })
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
    await t?.stop()
  })

  test.skipIf(isMissing)(
    `carries what profiles offer, and its count is what is charged${skipped}`,
    { timeout: 1_200_000 * slowness },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portico-carry-'))
      stops.push(() => rmSync(folder, { recursive: true, force: true }))
      const [target, borrowed, site] = [await startCountedTarget(TARGET ?? HOST), await startBorrowed(), await recordingSite(t.base)]
      stops.push(target.close, borrowed.close, site.close)
      await admin.call('PATCH', '/admin/settings', { 'node.push_interval': 10, 'node.pull_interval': 10 })
      const plan = await t.plan({ transferEnable: 2 ** 40 })
      const keys = (await admin.call('POST', '/admin/nodes/keys')).body
      const all = localVariants({ host: HOST, borrowedPort: borrowed.port, keys, ech: newEch() })
      const served = all.filter(
        ([name, settings]) =>
          lackFor(software, settings, version ?? '') === null && (isFull ? new RegExp(ONLY).test(name) : name === 'vless-ws-tls'),
      )
      const made = await makeNodes(admin, served, plan.groupId)
      const trusted = writeCertificates(folder, made)
      const racks = [await makeRack(false), await makeRack(true)]

      async function makeRack(unchecked: boolean): Promise<Rack> {
        const nodes = made.filter(({ settings }) => isUnchecked(settings) === unchecked)
        const file = join(folder, unchecked ? 'own' : 'node')
        const certificate = {
          ...OWN_CERTIFICATE,
          mode: unchecked ? 'self' : 'file',
          cert_file: `${file}.crt`,
          key_file: `${file}.key`,
        } as const
        // Plain Xray runs once for each node, so each has its own files.
        const given = software === 'xray' ? OWN_CERTIFICATE : certificate
        const body = { name: file, notes: '', is_active: true, node_ids: nodes.map(({ id }) => id), certificate: given }
        const machine = await admin.call('POST', '/admin/machines', { ...body, software: software === 'xray' ? 'any' : software })
        expect(machine.status, JSON.stringify(machine.body)).toBe(200)
        return { made: nodes, secret: machine.body.secret, certificate: given }
      }

      const running = await runShown(given, racks, site.origin, folder)
      const stopNodes = () => Promise.all(running.map(({ stop }) => stop()))
      stops.push(stopNodes)
      const members = new Map<string, Member>()
      for (const { program: client } of clients) members.set(client, await t.holder(plan.groupId, { transferEnable: 2 ** 40 }))

      const tried = await Promise.all(
        clients.map(async (client) => {
          const whole = withOthers(await profileOf(members.get(client.program)!, client))
          const profile = client.missing.has('with_utls') ? withoutFingerprints(whole) : whole
          const home = join(folder, client.program)
          const names = namesIn(profile, client.core)
          const offered = made.filter(({ name, settings }) => names.has(name) && untried(client.missing, settings) === null)
          const started = await startClient[client.core](
            { folder: home, profile, names: offered.map(({ name }) => name), env: { SSL_CERT_FILE: trusted } },
            client.program,
          )
          stops.push(started.running.stop)
          return { client, started, offered, cells: await tryAll(started, client.program, offered, target, running) }
        }),
      )
      for (const { started } of tried) await started.running.stop()
      // It reports what it still has before everything is compared.
      await until(
        () => tried.every(({ client, cells }) => made.every((node) => cells.get(node.name) !== null || isReported(node, client))),
        60,
        () => 'some reports are missing',
      ).catch(() => undefined)
      await stopNodes()
      await t.work('count_traffic')

      function isReported(node: AdminNode, client: Tried): boolean {
        const { raw } = site.reported(node.id, members.get(client.program)!.id)
        return raw.down >= DOWN && raw.up >= UP
      }

      const { rows: charged } = await t.database.db.execute<{ account_id: number; node_id: number; up: number; down: number }>(
        sql`select account_id::int, node_id::int, sum(billed_up)::float8 as up, sum(billed_down)::float8 as down from traffic_daily group by 1, 2`,
      )
      const rows = made.map((node): Row => ({
        variant: node.name,
        cells: tried.map(({ client, cells }) => {
          const failed = cells.get(node.name)
          if (failed === undefined)
            return { carries: false, note: untried(client.missing, node.settings) ?? lacksOf(client, node.settings) }
          if (failed !== null) return { carries: false, note: failed }
          const member = members.get(client.program)!.id
          const { raw, billed } = site.reported(node.id, member)
          const recorded = charged.find((row) => row.account_id === member && row.node_id === node.id)
          if (recorded?.up !== billed.up || recorded.down !== billed.down)
            return { carries: false, note: `charged ${recorded?.up}/${recorded?.down} of ${billed.up}/${billed.down}` }
          const counted = target.counted(`${client.program} ${node.name}`.replaceAll(' ', '+'))
          const isNear = (['up', 'down'] as const).every((way) => Math.abs(raw[way] - counted[way]) <= counted[way] / 100)
          return isNear
            ? { carries: true, note: '' }
            : { carries: false, note: `counts ${raw.up}/${raw.down} of ${counted.up}/${counted.down}` }
        }),
      }))
      tables.push({
        program,
        version: version ?? '',
        clients: clients.map((client) => `${client.program} ${client.version}`),
        rows,
        unserved: all.flatMap(([variant, settings]) => {
          const lacks = lackFor(software, settings, version ?? '')
          return lacks === null ? [] : [{ variant, lacks }]
        }),
      })
      const logs = [...running, ...tried.map(({ started }) => started.running)].map(({ log }) => log())
      const deprecated = logs.flatMap((log) => log.split('\n').filter((line) => /deprecat|will be removed/i.test(line)))
      expect([...new Set(deprecated)], 'a program says that it will not read our files for long').toEqual([])
      const wrong = rows.flatMap(({ variant, cells }) =>
        cells.flatMap(({ carries, note }, at) => {
          const { client, cells: own } = tried[at]!
          const pair = `${program} ${variant} ${client.program}`
          return carries || own.get(variant) === undefined || pair in KNOWN ? [] : [`${pair}: ${note}`]
        }),
      )
      if (process.env['CARRY_LOGS']) writeFileSync(process.env['CARRY_LOGS'], logs.join('\n=====\n'))
      expect(wrong, logs.map((log) => log.slice(-1500)).join('\n')).toEqual([])
    },
  )

  async function profileOf(member: Member, { program: name, flag, version: told }: Tried): Promise<string> {
    const userAgent = `${name.replace(/-1\.\d+$/, '')}/${told}`
    let profile = ''
    // While all programs start, a slow machine answers that it is busy.
    await expect
      .poll(
        async () => {
          const { status, body } = await member.call('GET', '/muser/getSubscribe')
          if (status !== 200) return status
          const asked = String(body.subscribe_url).replace(/^.*\/s\//, `${t.base}/s/`) + (flag && `?flag=${flag}`)
          const answer = await fetch(asked, { headers: { 'user-agent': userAgent } })
          profile = await answer.text()
          return answer.status
        },
        { timeout: 60_000 * slowness },
      )
      .toBe(200)
    return profile
  }
})

afterAll(() => {
  if (!isFull || tables.length === 0) return
  const before = readFileSync(GUIDE, 'utf8')
  const text = withTables(before, tables)
  const changes = changedCells(before, text)
  if (ONLY === '') writeFileSync(GUIDE, text)
  // oxlint-disable-next-line no-console -- the table is what the test is run for
  console.log(`${tablesText(tables)}\nChanged since the last run:\n${changes.join('\n') || 'nothing'}`)
})

type Target = Awaited<ReturnType<typeof startCountedTarget>>

/** By node: null if it carries, else why not. */
async function tryAll(
  { running, ports }: Client,
  client: string,
  nodes: AdminNode[],
  target: Target,
  served: Running[],
): Promise<Map<string, string | null>> {
  const cells = new Map<string, string | null>()
  for (const { name } of nodes) {
    const port = ports.get(name) ?? 0
    const query = `${client} ${name}`.replaceAll(' ', '+')
    const load = (bytes: number, body: Buffer): Promise<number> => loadTunnelled(port, target.at, bytes, SECONDS, { body, query })
    try {
      const dead = [running, ...served].find(({ hasEnded }) => hasEnded())
      if (dead) throw new Error(`ended: ${dead.log().slice(-500)}`)
      await until(
        () =>
          load(1, Buffer.alloc(0)).then(
            () => true,
            () => false,
          ),
        20 * slowness,
        () => 'no answer',
      )
      // Programs wait only seconds for each other, which a busy machine exceeds.
      const got = await load(DOWN, Buffer.alloc(UP)).catch(() => load(DOWN, Buffer.alloc(UP)))
      if (got !== DOWN) throw new Error(`${got} bytes`)
      await echoThrough(port, target.at, Buffer.from(`${query}\n`.padEnd(DATAGRAM, 'x')), SECONDS)
      cells.set(name, null)
    } catch (error) {
      cells.set(name, error instanceof Error ? error.message : String(error))
    }
  }
  return cells
}

/** The names of all entries of a profile. */
function namesIn(profile: string, core: CarryClient['core']): Set<string> {
  if (core === 'mihomo') return new Set((parse(profile) as { proxies: { name: string }[] }).proxies.map(({ name }) => name))
  if (core === 'xray') return new Set((JSON.parse(profile) as { remarks: string }[]).map(({ remarks }) => remarks))
  return new Set((JSON.parse(profile) as { outbounds: { tag: string }[] }).outbounds.map(({ tag }) => tag))
}

/** The parts of a node that a client lacks, as the guide names them. */
function lacksOf({ core, version }: Tried, settings: ProtocolSettings): string {
  const { lacks } = dialectOf(core, core, version || null)
  const features = featuresOf(settings)
  const own = features.find((feature) => lacks.has(feature) && feature === settings.protocol)
  return own
    ? `\`${own}\``
    : features
        .filter((feature) => lacks.has(feature))
        .map((feature) => `\`${feature}\``)
        .join(' ')
}

/** A list of ECH configurations with its key, as Xray makes it; null: there is no Xray. */
function newEch(): { config: string; key: string } | null {
  if (!isInstalled('xray', ['version'])) return null
  const lines = execFileSync('xray', ['tls', 'ech', '--serverName', 'public.example.com'], { encoding: 'utf8' }).split('\n')
  return { config: lines[1]?.trim() ?? '', key: lines[3]?.trim() ?? '' }
}

async function makeNodes(admin: Member, variants: [string, ProtocolSettings][], groupId: number): Promise<AdminNode[]> {
  const made: AdminNode[] = []
  const ports = await freePorts(variants.length)
  for (const [at, [name, settings]] of variants.entries()) {
    const port = ports[at]!
    const body = { name, host: HOST, port: String(port), server_port: port, rate: 150, tags: [], state: 'enabled', group_ids: [groupId] }
    const answer = await admin.call('POST', '/admin/nodes', { ...body, settings })
    expect([name, answer.status]).toEqual([name, 200])
    made.push(answer.body.node)
  }
  return made
}
