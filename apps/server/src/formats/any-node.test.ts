import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FINGERPRINTS } from '@portico/contract/protocol-blocks'
import { ProtocolSettings } from '@portico/contract/protocols'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { startClient } from '../../test/node-software/client-programs.ts'
import { isInstalled, isOpen, until } from '../../test/node-software/programs.ts'
import { compileFeed } from './compile-feed.ts'
import { dialectOf, supports } from './dialect.ts'
import type { FeedNode } from './feed-node.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'
import { slowness } from '../../../../scripts/slowness.ts'

// Whatever the contract accepts, the cores start with: profiles of fifty random nodes, halved until the node that stops one is found.
const NODES = Number(process.env['NODES'] ?? 200)
const SEED = Number(process.env['SEED'] ?? 1)
const AT_ONCE = 50
const cores = { mihomo: ['-v'], 'sing-box': ['version'], xray: ['version'] } as const
type Core = keyof typeof cores

const word = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', 'a b', 'ä', '"', '\\', '{}', "'", ',', '#', '%', '?x'),
)
const path = fc.oneof(
  word.map((text) => `/${text}`),
  fc.constantFrom('/', '/live?ed=2048', '/100%', '/a/b', '//a'),
)
const host = fc.constantFrom('', 'cdn.example.com', '192.0.2.1', 'a_b', '.', '-', 'cdn.example.com:443', '2001:db8::1')
const key = fc.uint8Array({ minLength: 30, maxLength: 33 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
const padding = fc.array(fc.constantFrom('100-111-1111', '75-0-111', '100-35-35', '99-35-35', '100-34-35', '100-35', '50-0-3333', 'x'), {
  maxLength: 3,
})
const encryption = fc.tuple(fc.constantFrom('native', 'xorpub', 'random'), fc.constantFrom('0rtt', '1rtt', '2rtt'), padding, key)
const scalar = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -5, max: 5000 }),
  fc.constantFrom('1-2', '9-1', '100', '', 'x', 'GET', 'cookie', 'path', 'header', null),
)
const names = [
  'noGRPCHeader',
  'nogrpcheader',
  'xPaddingBytes',
  'xPaddingObfsMode',
  'xPaddingPlacement',
  'xPaddingMethod',
  'uplinkHTTPMethod',
  'sessionPlacement',
]
const more = [
  'seqPlacement',
  'uplinkDataPlacement',
  'scMaxEachPostBytes',
  'scMinPostsIntervalMs',
  'scMaxBufferedPosts',
  'scStreamUpServerSecs',
  'other',
  'sessionIDTable',
]
const fields = (all: string[]) => fc.dictionary(fc.constantFrom(...all), scalar, { maxKeys: 2 })
const extra = fc
  .record(
    {
      own: fields([...names, ...more]),
      headers: fc.dictionary(fc.constantFrom('X-A', 'host', 'a b'), fc.constantFrom('x', 'a: b', 'ä'), { maxKeys: 1 }),
      xmux: fields(['maxConcurrency', 'maxConnections', 'cMaxReuseTimes', 'hMaxRequestTimes', 'hKeepAlivePeriod']),
      downloadSettings: fc.record({
        network: fc.constantFrom('xhttp', 'tcp'),
        security: fc.constantFrom('none', 'tls'),
        address: host,
        port: fc.constantFrom(443, 0, '443'),
      }),
    },
    { requiredKeys: ['own'] },
  )
  .map(({ own, ...rest }) => JSON.stringify({ ...own, ...rest }))
const tls = fc.record({ server_name: host, fingerprint: fc.constantFrom(...FINGERPRINTS), allow_insecure: fc.boolean() })
const ech = fc.tuple(fc.nat(60), fc.nat(255)).map(([at, byte]) => {
  const bytes = Buffer.from('AEX+DQBBBwAgACABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fIAAEAAEAAQAScHVibGljLmV4YW1wbGUuY29tAAA=', 'base64')
  bytes[at] = byte
  return bytes.toString('base64')
})

/** A variant with some of its values changed; what the contract refuses is no node. */
const anySettings = fc
  .record({
    base: fc.constantFrom(...Object.values(variants)),
    tls,
    ech,
    path,
    host,
    service: word,
    encryption,
    extra,
    obfs: word,
    mode: fc.constantFrom('auto', 'packet-up', 'stream-up', 'stream-one'),
  })
  .map((given) => {
    const copy = structuredClone(given.base)
    if ('tls' in copy && copy.tls) {
      for (const [name, value] of Object.entries(given.tls)) if (name in copy.tls) Object.assign(copy.tls, { [name]: value })
      if ('ech' in copy.tls && copy.tls.ech) copy.tls.ech.config = given.ech
    }
    if ('ws' in copy && copy.ws) copy.ws = { path: given.path, host: given.host }
    if ('grpc' in copy && copy.grpc) copy.grpc = { service_name: given.service }
    if ('httpupgrade' in copy && copy.httpupgrade) copy.httpupgrade = { path: given.path, host: given.host }
    if ('xhttp' in copy && copy.xhttp) copy.xhttp = { path: given.path, host: given.host, mode: given.mode, extra: given.extra }
    if ('encryption' in copy && copy.encryption) {
      const [look, ticket, pads, part] = given.encryption
      copy.encryption = ['mlkem768x25519plus', look, ticket, ...pads, part].join('.')
    }
    if ('obfs_password' in copy) copy.obfs_password = given.obfs
    return copy
  })
  .filter((settings) => ProtocolSettings.safeParse(settings).success)

describe.each(Object.keys(cores) as Core[])('%s', (core) => {
  const isMissing = !isInstalled(core, [...cores[core]])
  const folder = mkdtempSync(join(tmpdir(), 'portico-any-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.skipIf(isMissing)(
    `starts with any nodes that its profile has${isMissing ? ` (skipped: no ${core} on PATH)` : ''}`,
    { timeout: 1_800_000 * slowness },
    async () => {
      const dialect = dialectOf(core)
      // Builds without it read no fingerprint; those of its makers have it.
      const hasPrints = core !== 'sing-box' || spawnSync(core, ['version'], { encoding: 'utf8' }).stdout.includes('with_utls')
      const drawn = fc
        .sample(anySettings, { numRuns: NODES, seed: SEED })
        .map((settings) => (hasPrints ? settings : withoutPrints(settings)))
      const nodes = drawn.flatMap((settings, id) => (settings ? [nodeOf(`n${id}`, settings, { id, host: '127.0.0.1', port: '1' })] : []))
      const offered = nodes.filter(({ settings }) => supports(dialect, settings))
      const refused: string[] = []
      for (let at = 0; at < offered.length; at += AT_ONCE) refused.push(...(await refusedOf(core, folder, offered.slice(at, at + AT_ONCE))))
      // oxlint-disable-next-line no-console -- the figures are what the test is run for
      console.log(`${core}: ${nodes.length} nodes, ${offered.length} offered, ${refused.length} refused`)
      expect(refused).toEqual([])
    },
  )
})

/** Each node that keeps the core from starting, with what it says. */
async function refusedOf(core: Core, folder: string, nodes: FeedNode[]): Promise<string[]> {
  const profile = compileFeed(dialectOf(core), nodes, site)(member)
  const { running, ports } = await startClient[core]({ folder: join(folder, core), profile, names: nodes.map(({ name }) => name), env: {} })
  try {
    await until(
      async () => running.hasEnded() || (await isOpen(ports.get(nodes.at(-1)?.name ?? '') ?? 0)),
      60,
      () => running.log(),
    )
    if (!running.hasEnded()) return []
    if (nodes.length === 1) return [`${JSON.stringify(nodes[0]?.settings)}: ${running.log().slice(-300)}`]
  } finally {
    await running.stop()
  }
  const half = Math.ceil(nodes.length / 2)
  return [...(await refusedOf(core, folder, nodes.slice(0, half))), ...(await refusedOf(core, folder, nodes.slice(half)))]
}

function withoutPrints(settings: ProtocolSettings): ProtocolSettings | null {
  const copy = structuredClone(settings)
  if ('security' in copy && copy.security === 'reality') return null
  if ('tls' in copy && copy.tls && 'fingerprint' in copy.tls) copy.tls.fingerprint = ''
  return copy
}
