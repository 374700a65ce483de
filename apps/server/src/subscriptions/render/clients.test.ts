import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Dialect, dialectOf } from './dialect.ts'
import { compileFeed, compileNotice } from './feed.ts'
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

type Client = { program: string; dialect: Dialect; args: (file: string) => string[] }
const singBox = (file: string): string[] => ['check', '-c', file]
// Older cores read older layouts: each is asked where there is one on PATH under its version's name.
const clients: Client[] = [
  { program: 'mihomo', dialect: dialectOf('mihomo'), args: (file) => ['-t', '-d', folder, '-f', file] },
  { program: 'mihomo', dialect: dialectOf('clash'), args: (file) => ['-t', '-d', folder, '-f', file] },
  { program: 'sing-box', dialect: dialectOf('sing-box'), args: singBox },
  ...['1.13', '1.12', '1.11', '1.10', '1.8'].map((version) => ({
    program: `sing-box-${version}`,
    dialect: dialectOf('sing-box', 'sing-box', version),
    args: singBox,
  })),
  { program: 'xray', dialect: dialectOf('xray'), args: (file) => ['run', '-test', '-c', file] },
]

describe.each(clients)('the real $program reads $dialect.format', ({ program, dialect, args }) => {
  const missing = !(process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, program)))
  const skipped = missing ? ` (skipped: ${program} is not on PATH)` : ''
  const { format } = dialect

  test.skipIf(missing).each(Object.keys(lists))(`and accepts a profile of %s${skipped}`, (name) => {
    accepts(compileFeed(dialect, lists[name] ?? [], site)(member))
  })

  test.skipIf(missing)(`and accepts a notice${skipped}`, () => accepts(compileNotice(dialect, 'Expired, "renew"\nnow', site)(member)))

  test.skipIf(missing)(`and accepts a profile in youth mode${skipped}`, () => {
    const blocked = { suffixes: ['bet.example.net', 'xn--bcher-kva.example'], keywords: ['casino'] }
    for (const one of [
      { ...site, blocked },
      { ...site, blocked: { ...blocked, suffixes: [] } },
    ]) {
      accepts(compileFeed(dialect, [nodeOf('block', trojan), nodeOf('one', trojan)], one)(member))
      accepts(compileNotice(dialect, 'At this hour', one)(member))
    }
  })

  test.skipIf(missing).each(['DIRECT', 'direct', 'a, b', '', 'default'])(`and accepts a site titled "%s"${skipped}`, (title) => {
    accepts(compileFeed(dialect, allNodes().slice(0, 30), { ...site, title })(member))
  })

  test.skipIf(missing || format === 'clash')(`and would refuse a broken profile${skipped}`, () => {
    const text = compileFeed(dialect, [nodeOf('one', variants['vless-tcp-reality-vision']!)], site)(member)
    expect(() => accepts(text.replace('10e89794', 'not hexadecimal'))).toThrow(/refused it/)
  })

  /** Xray is shown one profile of the list at a time: that is how its clients start it. */
  function accepts(text: string): void {
    const profiles = format === 'xray' ? (JSON.parse(text) as object[]).map((profile) => JSON.stringify(profile)) : [text]
    for (const profile of profiles) {
      const file = join(folder, format === 'sing-box' || format === 'xray' ? 'profile.json' : 'profile.yaml')
      writeFileSync(file, profile)
      // Some say what is wrong on one stream, some on the other.
      const { status, stdout, stderr } = spawnSync(program, args(file), { encoding: 'utf8' })
      if (status !== 0) throw new Error(`${program} refused it: ${stdout}${stderr}`)
    }
  }
})
