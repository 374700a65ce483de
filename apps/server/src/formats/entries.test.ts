import { emptySettings } from '@portico/contract/empty-settings'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { dialectOf } from './dialect.ts'
import type { Format } from './formats.ts'
import { compileFeed } from './compile-feed.ts'
import type { FeedNode } from './feed-node.ts'
import { allNodes, member, nodeOf, site, variants } from './golden/variants.ts'

const formats: Format[] = ['uri', 'mihomo', 'sing-box']
const plain = (format: Format, nodes: FeedNode[]) => {
  const text = compileFeed(dialectOf(format), nodes, site)(member)
  return format === 'uri' ? Buffer.from(text, 'base64').toString('utf8') : text
}

test.each(formats)('vision flow stored for WebSocket is not sent in %s', (format) => {
  const settings = { ...emptySettings('vless'), network: 'ws' as const, ws: { path: '/', host: '' } }
  expect(settings.flow).not.toBe('')
  expect(plain(format, [nodeOf('one', settings)])).not.toContain('vision')
})

test('the profiles of two members differ only in their credential', () => {
  const other = { ...member, uuid: '00000000-0000-4000-8000-000000000000' }
  for (const format of formats) {
    const fill = compileFeed(dialectOf(format), allNodes(), site)
    expect(fill(other)).not.toBe(fill(member))
    expect(fill(member)).toBe(fill(member))
  }
  const yaml = compileFeed(dialectOf('mihomo'), [nodeOf('one', variants['trojan-tcp-tls']!)], site)
  expect(yaml(other).replaceAll(other.uuid, member.uuid)).toBe(yaml(member))
})

test('an IPv6 address has brackets in links and nowhere else', () => {
  const nodes = ['2001:db8::1', '[2001:db8::1]'].map((host) => nodeOf('six', variants['trojan-tcp-tls']!, { host }))
  expect(plain('uri', nodes).match(/@\[2001:db8::1\]:443\?/g)).toHaveLength(2)
  expect(parse(plain('mihomo', nodes)).proxies.map((proxy: { server: string }) => proxy.server)).toEqual(['2001:db8::1', '2001:db8::1'])
  expect(plain('sing-box', nodes)).not.toContain('[2001')
})

test('protocols that hop get a port range and an integer port', () => {
  const hopping = nodeOf('hops', emptySettings('hysteria2'), { port: '1000,2000-3000' })
  const still = nodeOf('stays', variants['tuic']!, { port: '1000,2000-3000' })
  const [first, second] = parse(plain('mihomo', [hopping, still])).proxies
  expect(first).toMatchObject({ port: 1000, ports: '1000,2000-3000' })
  expect(second.port).toBe(1000)
  expect(second).not.toHaveProperty('ports')
  const outbounds = JSON.parse(plain('sing-box', [hopping, still])).outbounds.filter((one: object) => 'server' in one)
  expect(outbounds[0].server_ports).toEqual(['1000:1000', '2000:3000'])
  expect(outbounds[0]).not.toHaveProperty('server_port')
  expect(outbounds[1]).toMatchObject({ server_port: 1000 })
  const [link, other] = plain('uri', [hopping, still]).split('\r\n')
  expect(link).toContain(':1000/?')
  expect(new URL(link!).searchParams.get('mport')).toBe('1000,2000-3000')
  expect(other).not.toContain('mport')
})

test('the first rule sends the subscription’s own host direct, by name or by address', () => {
  const first = (url: string) => parse(compileFeed(dialectOf('mihomo'), [], { ...site, url })(member)).rules[0]
  expect(first('https://portico.example.com:8443/s')).toBe('DOMAIN,portico.example.com,DIRECT')
  expect(first('https://192.0.2.1/s')).toBe('IP-CIDR,192.0.2.1/32,DIRECT,no-resolve')
  expect(first('https://[2001:db8::1]/s')).toBe('IP-CIDR6,2001:db8::1/128,DIRECT,no-resolve')
  expect(first('')).toBe('DOMAIN,localhost,DIRECT')
})
