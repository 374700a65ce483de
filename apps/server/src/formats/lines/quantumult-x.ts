import { blockedBy } from '../blocked.ts'
import { contentTypes, type ListedFormat } from '../client-format.ts'
import { featureGroups } from '../features.ts'
import { type Entry, type FeedNode, type Site, siteHost, toEntries } from '../feed-node.ts'
import { type LineLanguage, lineTemplate } from './line-template.ts'
import { bareOnly, type Item, joinItems, lineName, linePath } from './proxy-line.ts'
import { shadowsocksCipher, shadowsocksPassword } from '../shadowsocks.ts'
import { type Compiled, createTemplate, secretOf, type Template } from '../slots.ts'
import { clientTls, flowOf, type Security, securityOf, type Transport, transportOf } from '../stream.ts'

const { newest, httpUpgrade, grpc, rare } = featureGroups

const language: LineLanguage = {
  groups: 'policy',
  rules: 'filter_local',
  nodeSections: ['server_local'],
  builtIn: ['direct', 'proxy', 'reject', 'DIRECT', 'PROXY', 'REJECT'],
  writeNode: quantumultLine,
  secretText: bareOnly,
  siteRules,
  rejects,
  isTagged: true,
}

export const quantumultX = {
  title: { en: 'Quantumult X', 'zh-CN': 'Quantumult X' },
  about: { en: 'Node list, one per line, in Base64', 'zh-CN': '节点列表，Base64 编码' },
  flags: ['quantumultx', 'quantumult%20x', 'quanx', 'qx'],
  clients: [{ client: 'quantumult-x', is: /^Quantumult(?:%20|[ -])?X\b/i }],
  contentType: contentTypes.text,
  lacks: [...newest, ...httpUpgrade, ...grpc, 'trojan-reality', 'ss-2022', ...rare, 'hysteria2', 'tuic'],
  secretText: language.secretText,
  compile: ({ nodes }) => compileQuantumultX(nodes),
  template: lineTemplate(language, () => '{{proxies}}'),
  apps: [
    {
      name: 'Quantumult X',
      devices: ['ios', 'mac'],
      home: 'https://apps.apple.com/app/id1443988620',
      rank: 130,
      isPaid: true,
      link: (address, title) => {
        // A resource is one line, in which a comma starts the next part.
        const resource = JSON.stringify({ server_remote: [`${address}, tag=${title.replaceAll(',', ' ')}`] })
        return `quantumult-x:///add-resource?remote-resource=${encodeURIComponent(resource)}`
      },
    },
  ],
} satisfies ListedFormat

/** Nodes for Quantumult X, one per line, all in base64; the app has its own policies and filters. */
function compileQuantumultX(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate()
  const lines = toEntries(nodes, language.builtIn, lineName).flatMap((entry) => quantumultLine(entry, template) ?? [])
  const text = template.compile(lines.join('\n'))
  return (credential) => Buffer.from(text(credential), 'utf8').toString('base64')
}

function quantumultLine(entry: Entry, template: Template): string | null {
  const items = quantumultItems(entry, template.slot(secretOf(entry.settings, template.escape)), template)
  // Names may contain spaces: the tag is the last item and ends with the line.
  const text = items && joinItems(items, ', ', bareOnly)
  return text && `${text}, tag=${entry.name}`
}

function quantumultItems(entry: Entry, user: string, template: Template): Item[] | null {
  const { settings, host, port } = entry
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const as = (type: string): Item => [type, address]
  switch (settings.protocol) {
    case 'shadowsocks': {
      const { obfs, obfs_tls } = settings
      return [
        as('shadowsocks'),
        ['method', shadowsocksCipher(settings, template)],
        ['password', shadowsocksPassword(settings, template)],
        ['obfs', obfs === 'websocket' ? (obfs_tls ? 'wss' : 'ws') : obfs],
        ['obfs-host', obfs && settings.obfs_host],
        ['obfs-uri', obfs && linePath(settings.obfs_path)],
        ['udp-relay', true],
      ]
    }
    case 'vmess':
      return [
        as('vmess'),
        ['method', 'chacha20-poly1305'],
        ['password', user],
        ...obfsItems(transportOf(settings), securityOf(settings)),
        ['udp-relay', true],
      ]
    case 'vless':
      return [
        as('vless'),
        ['method', 'none'],
        ['password', user],
        ...obfsItems(transportOf(settings), securityOf(settings)),
        ['vless-flow', flowOf(settings)],
        ['udp-relay', true],
      ]
    case 'trojan': {
      const transport = transportOf(settings)
      const security = securityOf(settings)
      const stream = transport.kind === 'tcp' ? tlsItems(security) : obfsItems(transport, security)
      return [as('trojan'), ['password', user], ...stream, ['udp-relay', true]]
    }
    case 'anytls':
      return [as('anytls'), ['password', user], ...tlsItems({ kind: 'tls', ...clientTls(settings.tls) }), ['udp-relay', true]]
    case 'socks':
      return [as('socks5'), ['username', user], ['password', user], ...tlsItems(securityOf(settings)), ['udp-relay', true]]
    case 'http':
      return [as('http'), ['username', user], ['password', user], ...tlsItems(securityOf(settings))]
    case 'hysteria2':
    case 'tuic':
    case 'hysteria':
    case 'naive':
    case 'mieru':
      return null
  }
}

function tlsItems(security: Security): Item[] {
  if (security.kind !== 'tls') return []
  return [
    ['over-tls', true],
    ['tls-host', security.server_name],
    ['tls-verification', String(!security.allow_insecure)],
  ]
}

/** `obfs` is one word for transport and TLS, and `obfs-host` is the name in both; a different TLS name goes to `tls-host`. */
function obfsItems(transport: Transport, security: Security): Item[] {
  const isWs = transport.kind === 'http'
  const name = security.kind === 'none' ? '' : security.server_name
  const host = (isWs && transport.host) || name
  return [
    ['obfs', isWs ? (security.kind === 'none' ? 'ws' : 'wss') : security.kind === 'none' ? '' : 'over-tls'],
    ['obfs-host', host],
    ['obfs-uri', isWs ? linePath(transport.path) : ''],
    ['tls-host', name === host ? '' : name],
    ['tls-verification', security.kind === 'tls' ? String(!security.allow_insecure) : ''],
    ...(security.kind === 'reality'
      ? ([
          ['reality-base64-pubkey', security.public_key],
          ['reality-hex-shortid', security.short_id],
        ] as const)
      : []),
  ]
}

function siteRules(site: Site): string[] {
  const host = siteHost(site)
  if (!host) return []
  if (host.ip) return [`${host.ip === 4 ? 'ip-cidr' : 'ip6-cidr'}, ${host.host}/${host.ip === 4 ? 32 : 128}, direct`]
  return [`host, ${host.host}, direct`]
}

function rejects(site: Site): string[] {
  const { suffixes, keywords } = blockedBy(site)
  return [...suffixes.map((suffix) => `host-suffix, ${suffix}, reject`), ...keywords.map((word) => `host-keyword, ${word}, reject`)]
}
