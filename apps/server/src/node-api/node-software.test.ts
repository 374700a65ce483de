import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { configFile, nodeSetup, xrayCommand } from '@portico/contract/node-setup'
import { type Certificate, OWN_CERTIFICATE, serves } from '@portico/contract/node-software'
import type { AdminNode } from '@portico/contract/nodes-admin'
import type { Protocol, ProtocolSettings } from '@portico/contract/protocols'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'
import { pretendedServer } from '../../test/node-software/pretended-server.ts'
import { freePort, isInstalled, type Running, start, until } from '../../test/node-software/programs.ts'
import { recordingSite } from '../../test/node-software/recording-site.ts'
import { selfSigned } from '../../test/self-signed.ts'
import { loadThrough, startBorrowed, startTarget } from '../../test/node-software/target.ts'
import { variants } from '../formats/golden/variants.ts'
import { nodeReports } from '../nodes/nodes.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { slowness } from '../../../../scripts/slowness.ts'

const PRIVATE =
  /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.(?:0\.[02]|168)|198\.(?:1[89]|51\.100)|203\.0\.113|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(?:::1$|f[cd]|fe[89ab])/
// Real node software and a real client on this machine, set up only by what the console shows. What is not on PATH is skipped.
const LOAD = 50_000_000
const UPLOAD = 1_000_000
const HOST = '127.0.0.1'
// Xray 26.7.11 and later carry nothing to private addresses, so what is loaded must be at another one of this machine.
const TARGET = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ address }) => !PRIVATE.test(address))?.address

type Software = {
  software: 'v2node' | 'v2bx' | 'xray'
  program: string
  says: string[]
  builds: readonly Protocol[]
  certificate: 'self' | 'file'
}
const common = ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria2'] as const
const programs: Software[] = [
  { software: 'v2node', program: 'v2node', says: ['version'], builds: [...common, 'tuic', 'anytls'], certificate: 'self' },
  { software: 'v2node', program: 'v2node', says: ['version'], builds: ['trojan', 'hysteria2', 'tuic', 'anytls'], certificate: 'file' },
  // Later versions serve TUIC and AnyTLS too.
  { software: 'v2bx', program: 'V2bX', says: ['version'], builds: [...common, 'hysteria'], certificate: 'self' },
  { software: 'v2bx', program: 'V2bX', says: ['version'], builds: ['trojan', 'hysteria2'], certificate: 'file' },
  { software: 'xray', program: 'xray', says: ['version'], builds: ['vless', 'vmess', 'trojan', 'shadowsocks'], certificate: 'self' },
]
const hasClient = isInstalled('mihomo', ['-v']) && isInstalled('jq', ['--version'])

/** Every variant that the software serves, with its certificate unchecked and Reality on this machine. */
function settingsFor({ software, builds, certificate }: Software, borrowedPort: number, keys: Keys): [string, ProtocolSettings][] {
  return Object.entries(variants).flatMap(([name, settings]): [string, ProtocolSettings][] => {
    if (!builds.includes(settings.protocol) || !isServed(software, settings) || /-ech|-insecure/.test(name)) return []
    const copy = structuredClone(settings)
    if ('tls' in copy && copy.tls && 'allow_insecure' in copy.tls) copy.tls.allow_insecure = true
    if ('reality' in copy && copy.reality) Object.assign(copy.reality, { ...keys, dest: HOST, server_port: borrowedPort })
    if ('decryption' in copy && copy.decryption)
      Object.assign(copy, {
        encryption: `mlkem768x25519plus.native.0rtt.${keys.public_key}`,
        decryption: `mlkem768x25519plus.native.600s.${keys.private_key}`,
      })
    if ('xhttp' in copy && copy.xhttp) Object.assign(copy.xhttp, { mode: 'auto', extra: '' })
    const showsCertificate = 'tls' in copy && copy.tls !== null && (!('security' in copy) || copy.security === 'tls')
    return certificate === 'file' && !showsCertificate ? [] : [[name, copy]]
  })
}
const isServed = (software: Software['software'], settings: ProtocolSettings): boolean =>
  software === 'xray' ? xrayCommand({ id: 1, host: HOST, settings }, '', '') !== null : serves(software, settings)
type Keys = { public_key: string; private_key: string; short_id: string }

describe.each(programs)('$program with certificates of the kind "$certificate"', (given) => {
  const isMissing = !hasClient || !isInstalled(given.program, given.says) || TARGET === undefined
  const skipped = isMissing ? ` (skipped: needs ${given.program}, mihomo and jq on PATH, and an address that is not private)` : ''
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
    `serves all its nodes, and what it reports is what is charged${skipped}`,
    { timeout: 1_200_000 * slowness },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portico-node-'))
      stops.push(() => rmSync(folder, { recursive: true, force: true }))
      const [target, borrowed, site] = [await startTarget(TARGET ?? HOST), await startBorrowed(), await recordingSite(t.base)]
      stops.push(target.close, borrowed.close, site.close)
      await admin.call('PATCH', '/admin/settings', { 'node.push_interval': 10, 'node.pull_interval': 10 })

      const plan = await t.plan({ transferEnable: 2 ** 40 })
      const keys = (await admin.call('POST', '/admin/nodes/keys')).body
      const made: AdminNode[] = []
      for (const [name, settings] of settingsFor(given, borrowed.port, keys)) {
        const port = await freePort()
        const body = {
          name,
          host: HOST,
          port: String(port),
          server_port: port,
          rate: 100,
          tags: [],
          state: 'enabled',
          group_ids: [plan.groupId],
        }
        const answer = await admin.call('POST', '/admin/nodes', { ...body, settings })
        expect([name, answer.status]).toEqual([name, 200])
        made.push(answer.body.node)
      }
      const certificate: Certificate = {
        ...OWN_CERTIFICATE,
        mode: given.certificate,
        cert_file: `${folder}/node.cer`,
        key_file: `${folder}/node.key`,
      }
      // Plain Xray runs once for each node, so each has its own files.
      if (given.software === 'xray') Object.assign(certificate, { cert_file: '', key_file: '' })
      if (given.certificate === 'file') writeCertificate(certificate)
      const machine = await admin.call('POST', '/admin/machines', {
        name: 'Rack',
        notes: '',
        is_active: true,
        node_ids: made.map(({ id }) => id),
        software: given.software === 'xray' ? 'any' : given.software,
        certificate,
      })
      expect(machine.status).toBe(200)
      const member = await t.member()
      const change = { plan_id: plan.id, expired_at: '2040-01-01T00:00:00.000Z' }
      expect((await admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change })).status).toBe(200)

      // What the console shows for the machine, or for each of its nodes, run as it is.
      const nodes = runShown(given, { made, secret: machine.body.secret, origin: site.origin, certificate, folder })
      const stopNodes = () => Promise.all(nodes.map(({ stop }) => stop()))
      stops.push(stopNodes)

      const { client, ports } = await startClient(
        folder,
        await profileOf(member),
        made.map(({ name }) => name),
      )
      stops.push(client.stop)
      const failed: string[] = []
      const why = (): string =>
        `${nodes.map(({ log }) => log().slice(-2000)).join('\n')}\n${client.log().slice(-2000)}\n${site.refusals.join('\n')}`
      for (const { name } of made) {
        const port = ports.get(name) ?? 0
        const ended = nodes.find(({ hasEnded }) => hasEnded())
        if (ended) throw new Error(`${given.program} ended: ${ended.log().slice(-2000)}`)
        const isReady = (): Promise<boolean> => answers(port, target.at)
        try {
          await until(isReady, 30, () => 'no answer')
          expect(await loadThrough(port, target.at, LOAD, { body: Buffer.alloc(UPLOAD) })).toBe(LOAD)
        } catch (error) {
          failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      expect(failed, why()).toEqual([])
      const isReported = ({ id }: AdminNode): boolean => site.reported(id).down >= LOAD && site.reported(id).up >= UPLOAD
      await until(
        () => made.every(isReported),
        60,
        () => `not reported: ${made.filter((node) => !isReported(node)).map(({ name }) => name)}\n${why()}`,
      )

      // It reports what it still has before everything is compared.
      await client.stop()
      await stopNodes()
      const rows = await t.database.db.select().from(nodeReports)
      const table = made.map(({ id, name }) => ({
        name,
        reported: site.reported(id),
        recorded: pick(rows.find((row) => row.nodeId === id)),
      }))
      // oxlint-disable-next-line no-console -- the figures are what the test is run for
      console.table(table.map(({ name, reported }) => ({ name, ...reported })))
      for (const { name, reported, recorded } of table) expect([name, recorded]).toEqual([name, reported])
      const [charged] = await t.database.db.select().from(subscriptions).where(eq(subscriptions.accountId, member.id))
      const sum = (way: 'up' | 'down'): number => table.reduce((all, { reported }) => all + reported[way], 0)
      expect(pick(charged)).toEqual({ up: sum('up'), down: sum('down') })
    },
  )

  async function profileOf(member: Member): Promise<string> {
    const link: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
    const answer = await fetch(link.replace(/^.*\/s\//, `${t.base}/s/`), { headers: { 'user-agent': 'mihomo/1.19.29' } })
    return answer.text()
  }
})

type Shown = { made: AdminNode[]; secret: string; origin: string; certificate: Certificate; folder: string }

function runShown({ software, program }: Software, { made, folder, ...given }: Shown): Running[] {
  const server = pretendedServer(folder)
  if (software !== 'xray') {
    server.run(nodeSetup(software, made, given).command)
    return [start(program, ['server', '-c', server.here(configFile(software))], folder)]
  }
  for (const file of ['xray-node.ts', 'node-client.ts'])
    cpSync(join(import.meta.dirname, '../../../../docs/guide', file), join(folder, file))
  return made.map((node, index) => {
    const shown = xrayCommand(node, given.secret, given.origin) ?? ''
    // Several run on this machine, so each needs its own place for Xray's API.
    return start('sh', ['-c', `exec ${shown} 127.0.0.1:${10_085 + index}`], folder)
  })
}

/** mihomo with the nodes of a profile, each behind a port of its own. */
async function startClient(folder: string, profile: string, names: string[]): Promise<{ client: Running; ports: Map<string, number> }> {
  const proxies = /^proxies:\n(?: .*\n)*/m.exec(profile)?.[0] ?? ''
  const ports = new Map<string, number>()
  for (const name of names) ports.set(name, await freePort())
  const listeners = names.map((name) => `  - {name: in-${name}, type: mixed, listen: 127.0.0.1, port: ${ports.get(name)}, proxy: ${name}}`)
  // It looks up the host of XHTTP.
  const config = `log-level: warning\nhosts: {'*.example.com': 127.0.0.1}\n${proxies}listeners:\n${listeners.join('\n')}\nrules: ["MATCH,DIRECT"]\n`
  const home = join(folder, 'client')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.yaml'), config)
  return { client: start('mihomo', ['-d', home], home), ports }
}

async function answers(proxyPort: number, target: string): Promise<boolean> {
  return loadThrough(proxyPort, target, 1).then(
    (got) => got === 1,
    () => false,
  )
}

function pick(row: { up: number; down: number } | undefined): { up: number; down: number } {
  return { up: row?.up ?? 0, down: row?.down ?? 0 }
}

function writeCertificate({ cert_file, key_file }: Certificate): void {
  const { cert, key } = selfSigned()
  writeFileSync(cert_file, cert)
  writeFileSync(key_file, key)
}
