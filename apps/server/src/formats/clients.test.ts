import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { dialectOf } from './dialect.ts'
import type { Format } from './formats.ts'
import { compileFeed, compileMessage } from './compile-feed.ts'
import type { FeedNode } from './feed-node.ts'
import { allNodes, member, nodeOf, site, variants } from './golden/variants.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-profiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hostile = [
  'a, b = "c"',
  'line\nbreak',
  '🇯🇵 東京',
  '2024-01-01',
  'DIRECT',
  'direct',
  'Auto',
  'مرحبا',
  'x'.repeat(200),
  '',
  '\u0000',
  'same',
  'same',
]
const trojan = variants['trojan-tcp-tls']!

const lists: Record<string, FeedNode[]> = {
  'no node': [],
  'every protocol and transport': allNodes(),
  'hostile names': hostile.map((name, id) => nodeOf(name, trojan, { id })),
  'addresses of version 6': [nodeOf('six', trojan, { host: '2001:db8::1' })],
}

type Client = { program: string; format: Format; core?: string; says: string[]; args: (file: string) => string[] }
const mihomo = { program: 'mihomo', says: ['-v'], args: (file: string) => ['-t', '-d', folder, '-f', file] }
const singBox = { format: 'sing-box', core: 'sing-box', says: ['version'], args: (file: string) => ['check', '-c', file] } as const
// Older cores read older layouts. Each core found on PATH under its version's name is tested.
const clients: Client[] = [
  { ...mihomo, format: 'mihomo', core: 'mihomo' },
  { ...mihomo, format: 'clash' },
  ...['', '-1.13', '-1.12', '-1.11', '-1.10', '-1.8'].map((suffix) => ({ ...singBox, program: `sing-box${suffix}`, says: ['version'] })),
  { program: 'xray', format: 'xray', says: ['version'], args: (file) => ['run', '-test', '-c', file] },
]

describe.each(clients)('the real $program reads $format', ({ program, format, core, says, args }) => {
  const about = spawnSync(program, says, { encoding: 'utf8' }).stdout ?? ''
  const version = versionIn(about)
  // Each core gets what a client of its version gets: older cores show that parts they cannot read are left out.
  const dialect = dialectOf(format, about.includes('with_naive_outbound') ? 'sing-box-app' : core, version)
  const missing = version === null
  const skipped = missing ? ` (skipped: no ${program} on PATH reports its version)` : ''

  test.skipIf(missing).each(Object.keys(lists))(`and accepts a profile of %s${skipped}`, (name) => {
    accepts(compileFeed(dialect, lists[name] ?? [], site)(member))
  })

  test.skipIf(missing)(`and accepts a message${skipped}`, () => accepts(compileMessage(dialect, 'Expired, "renew"\nnow', site)(member)))

  test.skipIf(missing)(`and accepts a profile in youth mode${skipped}`, () => {
    const blocked = { suffixes: ['bet.example.net', 'xn--bcher-kva.example'], keywords: ['casino'] }
    for (const one of [
      { ...site, blocked },
      { ...site, blocked: { ...blocked, suffixes: [] } },
    ]) {
      accepts(compileFeed(dialect, [nodeOf('block', trojan), nodeOf('one', trojan)], one)(member))
      accepts(compileMessage(dialect, 'At this hour', one)(member))
    }
  })

  test.skipIf(missing).each(['DIRECT', 'direct', 'a, b', '', 'default'])(`and accepts a site titled "%s"${skipped}`, (title) => {
    accepts(compileFeed(dialect, allNodes().slice(0, 30), { ...site, title })(member))
  })

  test.skipIf(missing || format === 'clash')(`and would refuse a broken profile${skipped}`, () => {
    const text = compileFeed(dialect, [nodeOf('one', variants['vless-tcp-reality-vision']!)], site)(member)
    expect(() => accepts(text.replace('10e89794', 'not hexadecimal'))).toThrow(/refused it/)
  })

  /** Xray gets one profile of the list at a time, as its clients start it. */
  function accepts(text: string): void {
    const profiles = format === 'xray' ? (JSON.parse(text) as object[]).map((profile) => JSON.stringify(profile)) : [text]
    for (const profile of profiles) {
      const file = join(folder, format === 'sing-box' || format === 'xray' ? 'profile.json' : 'profile.yaml')
      writeFileSync(file, profile)
      // Some write errors to stdout, some to stderr.
      const { status, stdout, stderr } = spawnSync(program, args(file), { encoding: 'utf8' })
      if (status !== 0) throw new Error(`${program} refused it: ${stdout}${stderr}`)
    }
  }
})

// The version that mihomo reports if it was built without one.
const UNTOLD = '1.10.0'

/** Null if it is not on PATH, or if it was built without a version: then it is unknown what it can read. */
function versionIn(about: string): string | null {
  const version = /^(?:Mihomo Meta|sing-box version|Xray) v?(\d+(?:\.\d+)+)/.exec(about)?.[1] ?? null
  return version === UNTOLD ? null : version
}
