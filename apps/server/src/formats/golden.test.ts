import { FORMATS } from '@portico/contract/formats'
import { ProtocolSettings } from '@portico/contract/protocols'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { dialectOf, supports } from './dialect.ts'
import type { Format } from './formats.ts'
import { compileFeed, compileMessage } from './compile-feed.ts'
import type { FeedNode } from './feed-node.ts'
import { allNodes, member, nodeOf, site, variants } from './golden/variants.ts'

const render = (format: Format, nodes: FeedNode[]) => compileFeed(dialectOf(format), nodes, site)(member)
const links = (text: string) => Buffer.from(text, 'base64').toString('utf8').split('\r\n')

describe.each(allNodes().map((node) => [node.name, node] as const))('%s', (name, node) => {
  test('is valid in the contract', () => {
    expect(ProtocolSettings.safeParse(node.settings).error).toBeUndefined()
  })

  test('is this share link', async () => {
    const [link = ''] = links(render('uri', [node]))
    // A vmess link is also stored decoded, so that it can be reviewed.
    const inside = link.startsWith('vmess://') ? `${Buffer.from(link.slice(8), 'base64').toString('utf8')}\n` : ''
    await expect(`${link}\n${inside}`).toMatchFileSnapshot(`golden/${name}.uri.txt`)
  })

  test('is this mihomo proxy, if mihomo supports it', async () => {
    const profile = parse(render('mihomo', [node]))
    if (!supports(dialectOf('mihomo'), node.settings)) return expect(profile.proxies[0].name).not.toBe(name)
    await expect(stringify(profile.proxies[0])).toMatchFileSnapshot(`golden/${name}.mihomo.txt`)
  })

  test('is this sing-box outbound, if sing-box supports it', async () => {
    const dialect = dialectOf('sing-box', 'sing-box-app', '1.14.0')
    const profile = JSON.parse(compileFeed(dialect, [node], site)(member))
    if (!supports(dialect, node.settings)) return expect(profile.outbounds.map((one: { tag: string }) => one.tag)).not.toContain(name)
    const outbound = profile.outbounds.find((one: { tag: string }) => one.tag === name)
    await expect(`${JSON.stringify(outbound, null, 2)}\n`).toMatchFileSnapshot(`golden/${name}.sing-box.txt`)
  })
})

describe('every node in the formats with one line or entry per node', () => {
  const entryOf: Partial<Record<Format, (text: string, name: string) => string | undefined>> = {
    clash: (text, name) => yamlEntry(text, name),
    stash: (text, name) => yamlEntry(text, name),
    xray: (text, name) => {
      const [profile] = JSON.parse(text)
      return profile.remarks === name ? JSON.stringify(profile.outbounds[0], null, 2) : undefined
    },
    surge: (text, name) => lineOf(text, `${name} = `),
    surfboard: (text, name) => lineOf(text, `${name} = `),
    loon: (text, name) => lineOf(text, `${name} = `),
    'quantumult-x': (text, name) => {
      const line = Buffer.from(text, 'base64').toString('utf8')
      return line.endsWith(`tag=${name}`) ? line : undefined
    },
    sip008: (text, name) =>
      JSON.parse(text)
        .servers.filter(({ remarks }: { remarks: string }) => remarks === name)
        .map((server: object) => JSON.stringify(server))[0],
    outline: (text) => (text.includes('"error"') ? undefined : text),
    shadowrocket: (text) => links(text)[1] || undefined,
  }
  test.each(Object.entries(entryOf))('%s', (format, read) => {
    // The keys are formats.
    const name = format as Format
    const all = allNodes().map((node) => `## ${node.name}\n${read(render(name, [node]), node.name) ?? '(left out)'}\n`)
    return expect(all.join('\n')).toMatchFileSnapshot(`golden/nodes.${format}.txt`)
  })

  const lineOf = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start))
  const yamlEntry = (text: string, name: string) => {
    const proxy = parse(text).proxies.find((one: { name: string }) => one.name === name)
    return proxy && stringify(proxy).trimEnd()
  }
})

describe('whole profiles', () => {
  const nodes = [
    nodeOf('Tokyo', variants['trojan-tcp-tls']!),
    nodeOf('Tokyo', variants['vmess-ws-tls']!, { host: '2001:db8::1' }),
    nodeOf('Auto', variants['shadowsocks-2022-128']!, { host: '192.0.2.1', port: '8388' }),
  ]
  test.each(FORMATS)('%s', (format) => {
    const profile = render(format, format === 'xray' ? nodes.slice(0, 1) : nodes)
    return expect(readable(profile)).toMatchFileSnapshot(`golden/profile.${format}.txt`)
  })
  test.each(['1.8.14', '1.10.7', '1.11.4'])('sing-box for core %s', (version) => {
    const dialect = dialectOf('sing-box', 'sing-box', version)
    const text = compileFeed(dialect, [...nodes, nodeOf('New', variants['anytls']!)], site)(member)
    expect(text).not.toContain('anytls')
    return expect(pretty(text)).toMatchFileSnapshot(`golden/profile.sing-box-${version.split('.').slice(0, 2).join('.')}.txt`)
  })
  test('a mihomo profile that only carries a message', () =>
    expect(compileMessage(dialectOf('mihomo'), 'Expired: renew at portico.example.com', site)(member)).toMatchFileSnapshot(
      'golden/notice.mihomo.txt',
    ))
})

/** JSON on many lines, base64 decoded. */
function readable(profile: string): string {
  if (/^(\{"|\[\{)/.test(profile)) return pretty(profile)
  return /^[\w+/=]+$/.test(profile) ? links(profile).join('\n') : profile
}
const pretty = (json: string) => `${JSON.stringify(JSON.parse(json), null, 2)}\n`
