import { blockedBy } from '../blocked.ts'
import { contentTypes, type ListedFormat } from '../client-format.ts'
import { featureGroups } from '../features.ts'
import { type FeedNode, type Site, siteHost, toEntries } from '../feed-node.ts'
import { type Compiled, createTemplate, inJson } from '../slots.ts'
import { wellKnown } from '../well-known.ts'
import { xrayOutbound } from './xray-outbound.ts'

export const xray = {
  title: { en: 'Xray JSON', 'zh-CN': 'Xray JSON' },
  about: { en: 'One configuration per node', 'zh-CN': '每个节点一份完整配置' },
  flags: ['v2rayjson', 'v2ray-json', 'json'],
  contentType: contentTypes.json,
  // Since 2026 the core refuses the whole file if one node accepts any certificate.
  lacks: ['insecure', 'ss-aes-192', 'ss-obfs', 'ss-websocket', ...featureGroups.rare, 'tuic', 'anytls'],
  compile: ({ nodes, site }) => compileXray(nodes, site),
} satisfies ListedFormat

const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

/** A list of full Xray configurations, one per node and named in `remarks`, as clients built on Xray read them. */
function compileXray(nodes: readonly FeedNode[], site: Site): Compiled {
  const template = createTemplate(inJson)
  const entries = toEntries(nodes, [])
  const direct = { tag: 'direct', protocol: 'freedom' }
  const ways = xrayRejects(site).length > 0 ? [direct, { tag: 'block', protocol: 'blackhole' }] : [direct]
  const shared = {
    log: { loglevel: 'warning' },
    dns: { servers: ['1.1.1.1', '223.5.5.5', 'localhost'] },
    inbounds: [
      {
        tag: 'socks',
        listen: '127.0.0.1',
        port: 10808,
        protocol: 'socks',
        settings: { udp: true },
        sniffing: { enabled: true, destOverride: ['http', 'tls', 'quic'] },
      },
      { tag: 'http', listen: '127.0.0.1', port: 10809, protocol: 'http' },
    ],
  }
  const routing = { domainStrategy: 'AsIs', rules: rulesOf(site) }
  const profiles = entries.map((entry) => ({
    remarks: entry.name,
    ...shared,
    outbounds: [xrayOutbound(entry, template), ...ways],
    routing,
  }))
  return template.compile(JSON.stringify(profiles))
}

function rulesOf(site: Site): object[] {
  const own = siteHost(site)
  const host = own && !own.ip ? [`full:${own.host}`] : []
  const domain = [...['lan', 'local', 'home.arpa', ...wellKnown].map((name) => `domain:${name}`), ...host]
  const rejected = xrayRejects(site)
  return [
    // The site stays reachable whatever is rejected.
    ...(rejected.length > 0 && host.length > 0 ? [{ type: 'field', domain: host, outboundTag: 'direct' }] : []),
    ...rejected,
    { type: 'field', domain, outboundTag: 'direct' },
    { type: 'field', ip: [...privateNetworks, ...(own?.ip ? [own.host] : [])], outboundTag: 'direct' },
  ]
}

/** A list with the Xray rule that leads to the outbound `block`; empty if nothing is blocked. */
function xrayRejects(site: Site): object[] {
  const { suffixes, keywords } = blockedBy(site)
  const domain = [...suffixes.map((suffix) => `domain:${suffix}`), ...keywords.map((word) => `keyword:${word}`)]
  return domain.length > 0 ? [{ type: 'field', domain, outboundTag: 'block' }] : []
}
