import { FORMATS } from '@portico/contract/formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dialectOf, supports } from './dialect.ts'
import type { Format } from './formats.ts'
import { compileFeed, compileMessage } from './compile-feed.ts'
import { cleanName, type FeedNode, type Site } from './feed-node.ts'
import { anyName, anyNodes, nastyNames } from '../../test/any-nodes.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'

const nodes = anyNodes('192.0.2.7', 'node.example.com', '2001:db8::7', '[2001:db8::8]')
const sites: fc.Arbitrary<Site> = fc.record({
  title: anyName,
  zone: fc.constant(site.zone),
  url: fc.constantFrom('https://portico.example.com', 'http://192.0.2.1:8080/s', 'https://[2001:db8::1]/s', 'nonsense', ''),
})

const bare = (host: string) => host.replace(/^\[|\]$/g, '')
const known = (format: Format, list: FeedNode[]) => list.filter((node) => supports(dialectOf(format), node.settings))
const readable = (name: string) => name !== '' && name.trim() === name && !/[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/u.test(name)

test('mihomo profiles parse, name every node once, and have no empty or dangling group', () => {
  fc.assert(
    fc.property(nodes, sites, (list, at) => {
      const text = compileFeed(dialectOf('mihomo'), list, at)(member)
      const profile = parse(text, { strict: true, uniqueKeys: true })
      // A YAML 1.1 parser must read the same.
      expect(parse(text, { version: '1.1' })).toEqual(profile)
      const proxies: string[] = profile.proxies.map((proxy: { name: unknown }) => proxy.name)
      const groups: { name: string; proxies: string[] }[] = profile['proxy-groups']
      const all = [...proxies, ...groups.map((group) => group.name), 'DIRECT', 'REJECT', 'GLOBAL', 'PASS', 'COMPATIBLE']
      expect(new Set(all).size).toBe(all.length)
      expect(proxies).toHaveLength(known('mihomo', list).length)
      expect(proxies.filter((name) => !readable(name))).toEqual([])
      for (const group of groups) {
        expect(group.proxies).not.toHaveLength(0)
        for (const name of group.proxies) expect(all).toContain(name)
      }
      const last = profile.rules.at(-1).split(',')
      expect(last).toEqual(['MATCH', groups[0]?.name])
      expect(profile.proxies.map((proxy: { server: string }) => proxy.server)).toEqual(known('mihomo', list).map((node) => bare(node.host)))
      const isRange = (proxy: { port: unknown; 'port-range'?: unknown }) => proxy.port === 10000 || proxy['port-range'] === '10000-10010'
      expect(profile.proxies.every(isRange)).toBe(true)
    }),
    // A layout with all its groups takes some milliseconds to write and to read.
    { numRuns: 100 },
  )
})

test('sing-box profiles parse, tag every node once, and have no empty or dangling group', () => {
  fc.assert(
    fc.property(nodes, sites, (list, at) => {
      const profile = JSON.parse(compileFeed(dialectOf('sing-box'), list, at)(member))
      const outbounds: { tag: string; type: string; outbounds?: string[] }[] = profile.outbounds
      const tags = outbounds.map((outbound) => outbound.tag)
      expect(new Set(tags).size).toBe(tags.length)
      expect(tags.filter((tag) => !readable(tag))).toEqual([])
      expect(outbounds.filter((outbound) => 'server' in outbound)).toHaveLength(known('sing-box', list).length)
      for (const group of outbounds.filter((outbound) => outbound.outbounds)) {
        expect(group.outbounds).not.toHaveLength(0)
        for (const tag of group.outbounds ?? []) expect(tags).toContain(tag)
      }
      expect(tags).toContain(profile.route.final)
      expect(tags).toContain(profile.dns.servers[0].detour)
      for (const rule of profile.route.rules) if (rule.outbound) expect(tags).toContain(rule.outbound)
    }),
    { numRuns: 300 },
  )
})

test('share links are one per line, and each can be read back to its node', () => {
  fc.assert(
    fc.property(nodes, (all) => {
      const list = known('uri', all)
      const text = Buffer.from(compileFeed(dialectOf('uri'), all, site)(member), 'base64').toString('utf8')
      const links = text === '' ? [] : text.split('\r\n')
      expect(links).toHaveLength(list.length)
      const read = links.map(readLink)
      expect(new Set(read.map((link) => link.name)).size).toBe(read.length)
      for (const [index, link] of read.entries()) {
        const node = list[index]!
        expect(readable(link.name)).toBe(true)
        expect(link.name.startsWith(cleanName(node.name))).toBe(true)
        expect(link).toMatchObject({ host: bare(node.host), port: 10000, secret: expectedSecret(node) })
      }
    }),
    { numRuns: 300 },
  )
})

describe.each<Format>(FORMATS.filter((format) => format !== 'outline'))('a %s profile that only carries a message', (format) => {
  test.each(nastyNames)('carries %j, no credential and no group that measures', (message) => {
    const text = compileMessage(dialectOf(format), message, site)(member)
    const plain = /^[A-Za-z0-9+/=]+$/.test(text) ? Buffer.from(text, 'base64').toString() : text
    expect(plain).not.toContain(member.uuid)
    expect(plain).toContain('127.0.0.1')
    expect(plain).not.toMatch(/url-?test/)
    if (format === 'uri') expect(readLink(plain).name).toBe(cleanName(message) || 'Node 0')
  })
})

test('an Arabic or emoji name stays unchanged; marks that reverse text are removed', () => {
  expect(cleanName('🇯🇵 東京 👩‍👩‍👧‍👦')).toBe('🇯🇵 東京 👩‍👩‍👧‍👦')
  expect(cleanName('مرحبا \u202Eevil\u202C')).toBe('مرحبا evil')
  expect(cleanName(' a\r\n\tb\u0000c ')).toBe('a b c')
})

test('a node with an unreadable port is left out, and the others stay', () => {
  const [settings] = Object.values(variants)
  const broken = ['', '0', '70000', '30000-20000', 'x', '443-', '1,'].map((port) => nodeOf('broken', settings!, { port }))
  const text = compileFeed(dialectOf('uri'), [...broken, nodeOf('whole', settings!)], site)(member)
  expect(Buffer.from(text, 'base64').toString().split('\r\n')).toEqual([expect.stringMatching(/#whole$/)])
})

/** Reads a link with only the URL standard, base64 and JSON. */
function readLink(link: string): { name: string; host: string; port: number; secret: string } {
  if (link.startsWith('vmess://')) {
    const json = JSON.parse(Buffer.from(link.slice('vmess://'.length), 'base64').toString('utf8'))
    return { name: json.ps, host: json.add, port: Number(json.port), secret: json.id }
  }
  expect(link).toMatch(/^[\x21-\x7e]+$/)
  const url = new URL(link)
  const user = decodeURIComponent(url.username)
  if (url.protocol === 'hysteria:')
    return {
      name: decodeURIComponent(url.hash.slice(1)),
      host: bare(url.hostname),
      port: Number(url.port),
      secret: url.searchParams.get('auth') ?? '',
    }
  const isEncoded = ['ss:', 'socks:', 'http:', 'https:'].includes(url.protocol)
  const secret = !isEncoded
    ? [user, decodeURIComponent(url.password)].filter((part) => part !== '').join(':')
    : url.password
      ? `${user}:${decodeURIComponent(url.password)}`
      : Buffer.from(user, 'base64url').toString('utf8')
  return {
    name: decodeURIComponent(url.hash.slice(1)),
    host: bare(url.hostname),
    port: Number(url.port || url.searchParams.get('port')?.split('-')[0]),
    secret,
  }
}

function expectedSecret({ settings }: FeedNode): string {
  if (['tuic', 'socks', 'http', 'naive', 'mieru'].includes(settings.protocol)) return `${member.uuid}:${member.uuid}`
  if (settings.protocol !== 'shadowsocks') return member.uuid
  const bytes = settings.cipher === '2022-blake3-aes-128-gcm' ? 16 : settings.cipher === '2022-blake3-aes-256-gcm' ? 32 : 0
  if (bytes === 0) return `${settings.cipher}:${member.uuid}`
  return `${settings.cipher}:${settings.server_key}:${Buffer.from(member.uuid.slice(0, bytes)).toString('base64')}`
}
