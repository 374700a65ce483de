import { ProtocolSettings } from '@portico/contract/protocols'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { compileFeed, compileNotice, type Format } from './feed.ts'
import type { FeedNode } from './feed-node.ts'
import { allNodes, member, nodeOf, site, variants } from './golden/variants.ts'

const render = (format: Format, nodes: FeedNode[]) => compileFeed(format, nodes, site, null)(member)
const links = (text: string) => Buffer.from(text, 'base64').toString('utf8').split('\r\n')

describe.each(allNodes().map((node) => [node.name, node] as const))('%s', (name, node) => {
  test('is valid by the contract', () => {
    expect(ProtocolSettings.safeParse(node.settings).error).toBeUndefined()
  })

  test('is this share link', async () => {
    const [link = ''] = links(render('uri', [node]))
    // The inside of a vmess link is what a reader has to judge.
    const inside = link.startsWith('vmess://') ? `${Buffer.from(link.slice(8), 'base64').toString('utf8')}\n` : ''
    await expect(`${link}\n${inside}`).toMatchFileSnapshot(`golden/${name}.uri.txt`)
  })

  test('is this mihomo proxy', async () => {
    const profile = parse(render('mihomo', [node]))
    await expect(stringify(profile.proxies[0])).toMatchFileSnapshot(`golden/${name}.mihomo.txt`)
  })

  test('is this sing-box outbound', async () => {
    const profile = JSON.parse(render('sing-box', [node]))
    const outbound = profile.outbounds.find((one: { tag: string }) => one.tag === name)
    await expect(`${JSON.stringify(outbound, null, 2)}\n`).toMatchFileSnapshot(`golden/${name}.sing-box.txt`)
  })
})

describe('whole profiles', () => {
  const nodes = [
    nodeOf('Tokyo', variants['trojan-tcp-tls']!),
    nodeOf('Tokyo', variants['vmess-ws-tls']!, { host: '2001:db8::1' }),
    nodeOf('Auto', variants['shadowsocks-2022-128']!, { host: '192.0.2.1', port: '8388' }),
  ]
  test('mihomo', () => expect(render('mihomo', nodes)).toMatchFileSnapshot('golden/profile.mihomo.txt'))
  test('sing-box', () => expect(pretty(render('sing-box', nodes))).toMatchFileSnapshot('golden/profile.sing-box.txt'))
  test('sing-box before core 1.12', () => {
    const text = compileFeed('sing-box', [...nodes, nodeOf('New', variants['anytls']!)], site, '1.11.4')(member)
    expect(text).not.toContain('anytls')
    return expect(pretty(text)).toMatchFileSnapshot('golden/profile.sing-box-1.11.txt')
  })
  test('share links', () => expect(links(render('uri', nodes)).join('\n')).toMatchFileSnapshot('golden/profile.uri.txt'))
  test('a mihomo notice', () =>
    expect(compileNotice('mihomo', 'Expired: renew at portico.example.com', site)(member)).toMatchFileSnapshot('golden/notice.mihomo.txt'))
})

const pretty = (json: string) => `${JSON.stringify(JSON.parse(json), null, 2)}\n`
