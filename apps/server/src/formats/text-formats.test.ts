import { FORMATS } from '@portico/contract/formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dialectOf, supports } from './dialect.ts'
import type { Format } from './formats.ts'
import { compileFeed } from './compile-feed.ts'
import type { FeedNode } from './feed-node.ts'
import { anyName, anyNodes } from '../../test/any-nodes.ts'
import { allNodes, member, nodeOf, site, variants } from './golden/variants.ts'

const nodes = anyNodes('node.example.com', '2001:db8::7')
const always = (numRuns: number, check: (list: FeedNode[], title: string) => void): void =>
  fc.assert(fc.property(nodes, anyName, check), { numRuns })
const render = (format: Format, list: FeedNode[], title = site.title) => compileFeed(dialectOf(format), list, { ...site, title })(member)
const takenBy = (format: Format, list: FeedNode[]) => list.filter((node) => supports(dialectOf(format), node.settings))

/** Reads lines as these apps do: sections, `#` for comments, values split at commas outside quotes. */
function readSections(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>()
  let current: string[] = []
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    const section = /^\[(.+)\]$/.exec(line)
    if (section) {
      expect(sections.has(section[1]!)).toBe(false)
      sections.set(section[1]!, (current = []))
    } else if (line !== '' && !line.startsWith('#') && !line.startsWith(';') && !line.startsWith('//')) current.push(line)
  }
  return sections
}
const items = (text: string) => (text.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((item) => item.trim())
function readLine(line: string): { name: string; items: string[] } {
  const at = line.indexOf('=')
  return { name: line.slice(0, at).trim(), items: items(line.slice(at + 1)) }
}
/** The values of a line's keys. A key that appears twice is our error. */
function pairs(list: string[]): Record<string, string> {
  const found = list
    .filter((item) => /^[a-z0-9-]+=/i.test(item))
    .map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)])
  expect(new Set(found.map(([key]) => key)).size).toBe(found.length)
  return Object.fromEntries(found)
}

describe.each(['surge', 'surfboard'] as const)('a %s profile', (format) => {
  test('has each node once, whatever its name, and no group that is empty or dangling', () => {
    always(200, (list, title) => {
      const sections = readSections(render(format, list, title))
      expect([...sections.keys()]).toEqual(['General', 'Proxy', 'Proxy Group', 'Rule'])
      const proxies = sections.get('Proxy')!.map(readLine)
      expect(proxies).toHaveLength(takenBy(format, list).length)
      for (const proxy of proxies) {
        expect(proxy.items.slice(1, 3)).toEqual([expect.stringMatching(/^(node\.example\.com|2001:db8::7)$/), '10000'])
        pairs(proxy.items)
      }
      const groups = sections.get('Proxy Group')!.map(readLine)
      const all = [...proxies, ...groups].map((one) => one.name).concat('DIRECT')
      expect(new Set(all).size).toBe(all.length)
      for (const group of groups) {
        const members = group.items.slice(1).filter((item) => !/^(url|interval|tolerance)=/.test(item))
        expect(members.length).toBeGreaterThan(0)
        for (const name of members) expect(all).toContain(name)
      }
      expect(sections.get('Rule')!.at(-1)).toBe(`FINAL,${groups[0]!.name}`)
    })
  })
})

test('Loon gets each node on its own line, whatever its name', () => {
  always(200, (list) => {
    const text = render('loon', list)
    const lines = text === '' ? [] : text.split('\n').map(readLine)
    expect(lines).toHaveLength(takenBy('loon', list).length)
    expect(new Set(lines.map((line) => line.name)).size).toBe(lines.length)
    for (const line of lines) {
      expect(line.name).not.toBe('')
      expect(line.items[2]).toBe('10000')
      pairs(line.items)
    }
  })
})

test('Quantumult X gets each node on its own line, whatever its name', () => {
  always(200, (list) => {
    const text = Buffer.from(render('quantumult-x', list), 'base64').toString('utf8')
    const lines = text === '' ? [] : text.split('\n').map((line) => pairs(items(line)))
    expect(lines).toHaveLength(takenBy('quantumult-x', list).length)
    expect(new Set(lines.map((line) => line['tag'])).size).toBe(lines.length)
    for (const line of lines) expect(Object.values(line)[0]).toMatch(/^(node\.example\.com|\[2001:db8::7\]):10000$/)
  })
})

test.each(['clash', 'stash'] as const)('%s gets each node once and no empty or dangling group', (format) => {
  always(100, (list, title) => {
    const profile = parse(render(format, list, title), { strict: true, uniqueKeys: true })
    const proxies: string[] = profile.proxies.map((proxy: { name: string }) => proxy.name)
    const groups: { name: string; proxies: string[] }[] = profile['proxy-groups']
    const all = [...proxies, ...groups.map((group) => group.name), 'DIRECT']
    expect(new Set(all).size).toBe(all.length)
    expect(proxies).toHaveLength(takenBy(format, list).length)
    for (const group of groups) {
      expect(group.proxies).not.toHaveLength(0)
      for (const name of group.proxies) expect(all).toContain(name)
    }
  })
})

test('Xray, SIP008 and Outline get JSON with every node once', () => {
  always(100, (list) => {
    const profiles: { remarks: string; outbounds: object[] }[] = JSON.parse(render('xray', list))
    expect(profiles).toHaveLength(takenBy('xray', list).length)
    expect(new Set(profiles.map((profile) => profile.remarks)).size).toBe(profiles.length)
    const sip008 = JSON.parse(render('sip008', list))
    expect(sip008).toMatchObject({ version: 1, bytes_used: member.up + member.down, bytes_remaining: 96 * 2 ** 30 })
    expect(sip008.servers).toHaveLength(takenBy('sip008', list).length)
    for (const server of sip008.servers) expect(server.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    const outline = JSON.parse(render('outline', list))
    expect(outline).not.toHaveProperty('error')
  })
})

test('Shadowrocket’s first line tells the last day in the site’s time zone, like the pages; Shadowrocket’s first line shows the usage, without a date for permanent members', () => {
  const node = nodeOf('one', variants['trojan-tcp-tls']!)
  const dayIn = (zone: string): string | undefined => {
    const text = compileFeed(dialectOf('shadowrocket'), [node], { ...site, zone })({ ...member, expiresAt: Date.UTC(2039, 11, 31, 18) })
    return /Expires:(\S+)/.exec(Buffer.from(text, 'base64').toString('utf8'))?.[1]
  }
  expect([dayIn('Asia/Shanghai'), dayIn('UTC'), dayIn('America/New_York')]).toEqual(['2040-01-01', '2039-12-31', '2039-12-31'])
  const lines = (text: string) => Buffer.from(text, 'base64').toString('utf8').split('\r\n')
  const fill = compileFeed(dialectOf('shadowrocket'), [nodeOf('one', variants['trojan-tcp-tls']!)], site)
  expect(lines(fill(member))[0]!.trimEnd()).toBe('STATUS=🚀↑:1.00GB,↓:3.00GB,TOT:100.00GB💡Expires:2040-01-01')
  for (const up of [0, 10 * 2 ** 30, 2 ** 40]) {
    const [status, link] = lines(fill({ ...member, up, expiresAt: null }))
    expect(status).toMatch(/Expires:N\/A *$/)
    expect(link).toBe(lines(fill(member))[1])
  }
})

test('a value that a format cannot express removes its node, not the profile', () => {
  const quoted = nodeOf('quoted', { ...variants['hysteria2-salamander-hopping']!, obfs_password: 'a "b", c' } as FeedNode['settings'])
  const plain = nodeOf('plain', variants['trojan-tcp-tls']!)
  for (const format of ['surge', 'loon'] as const) {
    expect(render(format, [quoted, plain])).toContain('plain = ')
    expect(render(format, [quoted, plain])).not.toContain('quoted')
  }
})

describe.each(FORMATS)('%s', (format) => {
  test.each([0, 1, 500])('holds %i nodes', (count) => {
    const all = takenBy(format, allNodes())
    const list = Array.from({ length: count }, (_, id) => nodeOf(`Node ${id}`, all[id % all.length]!.settings, { id }))
    const text = render(format, list)
    expect(text.includes('slot')).toBe(false)
    if (count === 0) return expect(text).not.toContain(member.uuid)
    const plain = /^[A-Za-z0-9+/=]+$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text
    if (format === 'outline') return expect(plain).toContain(member.uuid)
    if (format !== 'uri' && format !== 'shadowrocket') expect(plain).toContain(`Node ${count - 1}`)
    expect(plain.length).toBeGreaterThan(count * 50)
  })

  test('contains nothing that only the node may know', () => {
    const text = render(format, allNodes())
    const plain = /^[A-Za-z0-9+/=]+$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text
    const secrets = allNodes().flatMap(({ settings }) => [
      'reality' in settings ? settings.reality?.private_key : '',
      'tls' in settings && settings.tls && 'ech' in settings.tls ? settings.tls.ech?.key : '',
      'decryption' in settings ? settings.decryption : '',
    ])
    const real = secrets.filter((secret) => secret)
    expect(real.length).toBeGreaterThan(5)
    for (const secret of real) expect(plain).not.toContain(secret)
  })
})
