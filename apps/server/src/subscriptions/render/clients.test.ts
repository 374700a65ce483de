import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compileFeed, compileNotice, type Format } from './feed.ts'
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

describe.each<{ format: Format; program: string; args: (file: string) => string[] }>([
  { format: 'mihomo', program: 'mihomo', args: (file) => ['-t', '-d', folder, '-f', file] },
  { format: 'sing-box', program: 'sing-box', args: (file) => ['check', '-c', file] },
])('the real $program', ({ format, program, args }) => {
  const missing = !(process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, program)))
  const skipped = missing ? ` (skipped: ${program} is not on PATH)` : ''

  test.skipIf(missing).each(Object.keys(lists))(`accepts a profile of %s${skipped}`, (name) => {
    accepts(compileFeed(format, lists[name] ?? [], site, null)(member))
  })

  test.skipIf(missing)(`accepts a notice${skipped}`, () => accepts(compileNotice(format, 'Expired, "renew"\nnow', site)(member)))

  test.skipIf(missing).each(['DIRECT', 'direct', 'a, b', '', 'default'])(`accepts a site titled "%s"${skipped}`, (title) => {
    accepts(compileFeed(format, allNodes(), { ...site, title }, null)(member))
  })

  test.skipIf(missing)(`would refuse a broken profile${skipped}`, () => {
    const text = compileFeed(format, [nodeOf('one', variants['vless-tcp-reality-vision']!)], site, null)(member)
    expect(() => accepts(text.replace('10e89794', 'not hexadecimal'))).toThrow(/Command failed/)
  })

  function accepts(profile: string): void {
    const file = join(folder, format === 'mihomo' ? 'profile.yaml' : 'profile.json')
    writeFileSync(file, profile)
    execFileSync(program, args(file), { stdio: 'pipe' })
  }
})
