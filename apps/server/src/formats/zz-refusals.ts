import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FINGERPRINTS, ProtocolSettings } from '@portico/contract/protocols'
import fc from 'fast-check'
import { startClient } from '../../test/node-software/client-programs.ts'
import { isInstalled, isOpen, until } from '../../test/node-software/programs.ts'
import { compileFeed } from './compile-feed.ts'
import { dialectOf, takes } from './dialect.ts'
import type { FeedNode } from './feed-node.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'

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
  


const harmless = new Set(['protocol.plain_path', 'protocol.plain_host', 'protocol.service_name'])
const folder = mkdtempSync(join(tmpdir(), 'portico-refusals-'))
const installed = (Object.keys(cores) as Core[]).filter((core) => isInstalled(core, [...cores[core]]))
const drawn = fc.sample(anySettings, { numRuns: NODES, seed: SEED })
const refusedOnes = drawn.flatMap((settings) => {
  const { error } = ProtocolSettings.safeParse(settings)
  const rules = error ? [...new Set(error.issues.map(({ message, path }) => `${message} at ${path.join('.')}`))] : []
  return error ? [{ settings: settings as ProtocolSettings, rules }] : []
})
const parsing = refusedOnes.filter(({ rules }) => !rules.some((rule) => harmless.has(rule.split(' ')[0] ?? '')))
console.log(`${installed.join(', ')}: ${drawn.length} drawn, ${refusedOnes.length} refused, ${parsing.length} of them for what programs parse`)
const starts = async (core: Core, settings: ProtocolSettings): Promise<boolean | null> => {
  const dialect = dialectOf(core)
  const given = core === 'sing-box' ? withoutPrints(settings) : settings
  if (!given || !takes(dialect, given)) return null
  const node = nodeOf('n0', given, { id: 0, host: '127.0.0.1', port: '1' })
  let profile: string
  try {
    profile = compileFeed(dialect, [node], site)(member)
  } catch {
    return false
  }
  if (!profile.includes('n0')) return null
  const { running, ports } = await startClient[core]({ folder: join(folder, core), profile, names: ['n0'], env: {} })
  try {
    await until(async () => running.hasEnded() || (await isOpen(ports.get('n0') ?? 0)), 60, () => running.log())
    return !running.hasEnded()
  } finally {
    await running.stop()
  }
}
const byRule = new Map<string, { accepted: number; of: number; examples: string[] }>()
for (const { settings, rules } of parsing.slice(0, Number(process.env['MOST'] ?? 400))) {
  const said: Record<string, boolean | null> = {}
  for (const core of installed) {
    said[core] = await starts(core, settings)
    if (said[core] === false) break
  }
  const all = Object.values(said).filter((one) => one !== null)
  const key = rules.join(' + ')
  const entry = byRule.get(key) ?? { accepted: 0, of: 0, examples: [] }
  byRule.set(key, entry)
  entry.of++
  if (all.length > 0 && all.every(Boolean)) {
    entry.accepted++
    const show = { encryption: (settings as any).encryption?.slice(0, 90), extra: (settings as any).xhttp?.extra, mode: (settings as any).xhttp?.mode, ech: (settings as any).tls?.ech?.config, name: (settings as any).tls?.server_name }
    if (entry.examples.length < 12) entry.examples.push(JSON.stringify({ ...said, protocol: settings.protocol, ...show }))
  }
}
for (const [rule, { accepted, of, examples }] of byRule) console.log(`${rule}: ${accepted} of ${of} are accepted by all`, ...examples.map((one) => `\n    ${one}`))
rmSync(folder, { recursive: true, force: true })
process.exit(0)
function withoutPrints(settings: ProtocolSettings): ProtocolSettings | null {
  const copy = structuredClone(settings)
  if ('security' in copy && copy.security === 'reality') return null
  if ('tls' in copy && copy.tls && 'fingerprint' in copy.tls) copy.tls.fingerprint = ''
  return copy
}
