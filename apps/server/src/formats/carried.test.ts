import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptySettings } from '@portico/contract/empty-settings'
import type { Tls } from '@portico/contract/protocol-blocks'
import { ProtocolSettings } from '@portico/contract/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startClient } from '../../test/node-software/client-programs.ts'
import { isInstalled, isOpen, type Running, until } from '../../test/node-software/programs.ts'
import { loadTunnelled, startTarget } from '../../test/node-software/target.ts'
import { type ServedNode, startXrayServer } from '../../test/node-software/xray-server.ts'
import { compileFeed } from './compile-feed.ts'
import { dialectOf, supports } from './dialect.ts'
import { member, nodeOf, site } from './golden/variants.ts'
import { slowness } from '../../../../scripts/slowness.ts'

// Whatever a profile offers must carry: Xray serves each transport, and each core loads through what its own profile says of it.
const BYTES = 300_000
const clients = { mihomo: ['-v'], 'sing-box': ['version'], xray: ['version'] } as const

const tls: Tls = { server_name: 'localhost', allow_insecure: false, alpn: [], fingerprint: '', ech: null }
const vless = { ...emptySettings('vless'), flow: '' as const, tls }
const [vmess, trojan] = [
  { ...emptySettings('vmess'), tls },
  { ...emptySettings('trojan'), tls },
]
const none = { security: 'none', tls: null } as const

/** Paths, names and hosts that operators write, and what may be misread in them. */
const paths = [
  '/',
  '/live',
  '/live/',
  '/a/b',
  '/a.b-c_d~e',
  '/a:b@c',
  "/a!$&'()*+,;=b",
  '/a//b',
  '/a b',
  '/ä',
  '/直播',
  '/a"b',
  '/a|b',
  '/a\\b',
  '/a^b`{c}',
  '/live?ed=2048',
  '/?ed=2560',
  '/live?ed=0',
  '/ä?ed=2048',
  '/live?x=1',
  '/live?ed=2048&x=1',
  '/live#x',
  '/100%',
  '/a%20b',
  '/a%2Fb',
  '//a',
  '/?',
]
const names = [
  'grpc',
  'example.Service',
  'a-b_c~d',
  'a:b@c',
  "a!$&'()*+,;=b",
  'a b',
  'ä',
  '服务',
  'a/b',
  '/a/b',
  '/a',
  'a/',
  'a%20b',
  'a?b',
  'a#b',
  'a|b',
  'a"b',
]
const hosts = ['cdn.example.com', 'CDN.example.com', '192.0.2.1', 'cdn.example.com:8443', '2001:db8::1']

function everyTransport(): Record<string, ProtocolSettings> {
  const ws = (path: string, host = '') => ({ network: 'ws' as const, ws: { path, host } })
  const httpupgrade = (path: string, host = '') => ({ network: 'httpupgrade' as const, httpupgrade: { path, host } })
  const xhttp = (path: string, host = '') => ({ network: 'xhttp' as const, xhttp: { path, host, mode: 'auto' as const, extra: '' } })
  const grpc = (service_name: string) => ({ network: 'grpc' as const, grpc: { service_name } })
  const all: [string, ProtocolSettings][] = [
    ['vless', { ...vless, ...none }],
    ['vless, TLS', vless],
    ['vless, TLS, Vision', { ...vless, flow: 'xtls-rprx-vision' }],
    ['vmess', { ...vmess, ...none }],
    ['vmess, TLS', vmess],
    ['vmess, WebSocket, TLS', { ...vmess, ...ws('/live?ed=2048') }],
    ['vmess, gRPC, TLS', { ...vmess, ...grpc('grpc') }],
    ['vmess, HTTP upgrade, TLS', { ...vmess, ...httpupgrade('/live?ed=2048') }],
    ['trojan, TLS', trojan],
    ['trojan, WebSocket, TLS', { ...trojan, ...ws('/live?ed=2048') }],
    ['trojan, gRPC, TLS', { ...trojan, ...grpc('grpc') }],
    ...paths.flatMap((path): [string, ProtocolSettings][] => [
      [`WebSocket ${path}`, { ...vless, ...ws(path) }],
      [`HTTP upgrade ${path}`, { ...vless, ...none, ...httpupgrade(path) }],
      [`XHTTP ${path}`, { ...vless, ...xhttp(path) }],
    ]),
    ...names.map((name): [string, ProtocolSettings] => [`gRPC ${name}`, { ...vless, ...grpc(name) }]),
    ...hosts.flatMap((host): [string, ProtocolSettings][] => [
      [`WebSocket to ${host}`, { ...vless, ...ws('/live', host) }],
      [`HTTP upgrade to ${host}`, { ...vless, ...none, ...httpupgrade('/live', host) }],
      [`XHTTP to ${host}`, { ...vless, ...xhttp('/live', host) }],
    ]),
  ]
  // What the contract refuses, no node has.
  return Object.fromEntries(all.filter(([, settings]) => ProtocolSettings.safeParse(settings).success))
}

const isMissing = !isInstalled('xray', ['version'])
const skipped = isMissing ? ' (skipped: no xray on PATH)' : ''

describe.skipIf(isMissing)(`Xray serves every transport${skipped}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-carried-'))
  let server: { nodes: ServedNode[]; certificate: string; xray: Running }
  let target: Awaited<ReturnType<typeof startTarget>>
  beforeAll(async () => {
    target = await startTarget('127.0.0.1')
    server = await startXrayServer(folder, everyTransport(), member.uuid)
  })
  afterAll(async () => {
    await server.xray.stop()
    target.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const core of ['mihomo', 'sing-box', 'xray'] as const) {
    const isAbsent = !isInstalled(core, [...clients[core]])
    test.skipIf(isAbsent)(`and ${core} loads through all that its profile offers`, { timeout: 300_000 * slowness }, async () => {
      const dialect = dialectOf(core)
      const offered = server.nodes.filter(({ settings }) => supports(dialect, settings))
      const nodes = offered.map(({ settings, port }, id) => nodeOf(`n${id}`, settings, { id, host: '127.0.0.1', port: String(port) }))
      const profile = compileFeed(dialect, nodes, site)(member)
      const { running, ports } = await startClient[core]({
        folder: join(folder, core),
        profile,
        names: nodes.map(({ name }) => name),
        env: { SSL_CERT_FILE: server.certificate },
      })
      try {
        // mihomo listens before it carries.
        await until(
          async () => (await isOpen(ports.get('n0') ?? 0)) && (await loads(ports.get('n0') ?? 0, target.at)) === null,
          30,
          () => `${core} does not start: ${running.log().slice(-3000)}`,
        )
        const dead: string[] = []
        for (const [id, { name }] of offered.entries()) {
          const why = await loads(ports.get(`n${id}`) ?? 0, target.at)
          if (why !== null) dead.push(`${name}: ${why}`)
        }
        expect(dead, `${running.log().slice(-3000)}\n${server.xray.log().slice(-3000)}`).toEqual([])
        // oxlint-disable-next-line no-console -- the figure is what the test is run for
        console.log(`${core}: ${offered.length} of ${server.nodes.length} transports offered, all carried`)
      } finally {
        await running.stop()
      }
    })
  }
})

/** null: all bytes came. */
async function loads(port: number, at: string): Promise<string | null> {
  try {
    const got = await loadTunnelled(port, at, BYTES, 5)
    return got === BYTES ? null : `${got} bytes`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
