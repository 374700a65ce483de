import { rejectLines } from '../blocked.ts'
import { contentTypes, type ListedFormat } from '../client-format.ts'
import { featureGroups } from '../features.ts'
import { type Entry, type FeedNode, toEntries } from '../feed-node.ts'
import { type LineLanguage, lineTemplate } from './line-template.ts'
import { betweenQuotes, type Item, joinItems, lineName, linePath, quotedIfNeeded } from './proxy-line.ts'
import { siteRule } from './surge-profile.ts'
import { shadowsocksCipher, shadowsocksPassword } from '../shadowsocks.ts'
import { type Compiled, createTemplate, secretOf, type Template } from '../slots.ts'
import { clientTls, flowOf, type Security, securityOf, type Transport, transportOf, VMESS_CIPHER } from '../stream.ts'

const { newest, httpUpgrade, grpc, rare } = featureGroups

const reserved = ['DIRECT', 'REJECT', 'REJECT-IMG', 'REJECT-DICT', 'REJECT-ARRAY', 'REJECT-DROP', 'PROXY', 'direct', 'reject', 'proxy']

const language: LineLanguage = {
  groups: 'Proxy Group',
  rules: 'Rule',
  // Remote lists and filters have names that groups can use.
  nodeSections: ['Proxy', 'Remote Proxy', 'Remote Filter'],
  builtIn: reserved,
  writeNode: loonLine,
  secretText: betweenQuotes,
  siteRules: siteRule,
  rejects: rejectLines,
  isTagged: false,
}

export const loon = {
  title: { en: 'Loon', 'zh-CN': 'Loon' },
  about: { en: 'Node list, one per line', 'zh-CN': '节点列表，每行一个' },
  clients: [
    { client: 'loon', is: /^Loon\b/i },
    // Loon under another name, with its own version numbers.
    { client: 'decar', is: /^Decar\b/i },
  ],
  contentType: contentTypes.text,
  lacks: [...newest, ...httpUpgrade, ...grpc, 'trojan-reality', 'quoted-salamander', 'ss-websocket', ...rare, 'tuic'],
  since: { loon: { hysteria2: [637], salamander: [637] } },
  secretText: language.secretText,
  compile: ({ nodes }) => compileLoon(nodes),
  template: lineTemplate(language, () => '{{proxies}}'),
  apps: [
    {
      name: 'Loon',
      devices: ['ios', 'mac'],
      home: 'https://apps.apple.com/app/id1373567447',
      rank: 120,
      isPaid: true,
      link: (address) => `loon://import?sub=${encodeURIComponent(address)}`,
    },
  ],
} satisfies ListedFormat

/** Nodes for Loon, one per line; the app has its own groups and rules. */
function compileLoon(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate()
  const lines = toEntries(nodes, reserved, lineName).flatMap((entry) => loonLine(entry, template) ?? [])
  return template.compile(lines.join('\n'))
}

function loonLine(entry: Entry, template: Template): string | null {
  // Secrets are already quoted; a secret that a quote would end is left out.
  const items = loonItems(entry, `"${template.slot(secretOf(entry.settings, template.escape))}"`, template)
  const text = items && joinItems(items, ',', (value) => (/^"[^"]*"$/.test(value) ? value : quotedIfNeeded(value)))
  return text && `${entry.name} = ${text}`
}

function loonItems(entry: Entry, user: string, template: Template): Item[] | null {
  const { settings, host, port } = entry
  const as = (type: string): Item[] => [type, host, String(port)]
  switch (settings.protocol) {
    case 'shadowsocks':
      return [
        ...as('Shadowsocks'),
        shadowsocksCipher(settings, template),
        `"${shadowsocksPassword(settings, template)}"`,
        ['obfs-name', settings.obfs],
        ['obfs-host', settings.obfs && settings.obfs_host],
        ['obfs-uri', settings.obfs && linePath(settings.obfs_path)],
        ['udp', true],
      ]
    case 'vmess':
      return [
        ...as('vmess'),
        VMESS_CIPHER,
        user,
        ...transportItems(transportOf(settings)),
        ['alterId', '0'],
        ...tlsItems(securityOf(settings), true),
        ['udp', true],
      ]
    case 'vless':
      return [
        ...as('VLESS'),
        user,
        ...transportItems(transportOf(settings)),
        ['flow', flowOf(settings)],
        ...tlsItems(securityOf(settings), true),
        ['udp', true],
      ]
    case 'trojan': {
      const transport = transportOf(settings)
      const stream = transport.kind === 'tcp' ? [] : transportItems(transport)
      return [...as('trojan'), user, ...stream, ...tlsItems(securityOf(settings), false), ['udp', true]]
    }
    case 'hysteria2':
      return [
        ...as('Hysteria2'),
        user,
        ['tls-name', settings.tls.server_name],
        ['skip-cert-verify', settings.tls.allow_insecure],
        ['download-bandwidth', settings.up_mbps > 0 ? String(settings.up_mbps) : ''],
        ['salamander-password', settings.obfs && settings.obfs_password],
        ['udp', true],
      ]
    case 'anytls':
      return [...as('anytls'), user, ...tlsItems({ kind: 'tls', ...clientTls(settings.tls) }, false), ['udp', true]]
    case 'socks':
      return [...as('socks5'), user, user, ...tlsItems(securityOf(settings), true), ['udp', true]]
    case 'http':
      return [...as(settings.security === 'tls' ? 'https' : 'http'), user, user, ...tlsItems(securityOf(settings), false)]
    case 'tuic':
    case 'hysteria':
    case 'naive':
    case 'mieru':
      return null
  }
}

function tlsItems(security: Security, named: boolean): Item[] {
  switch (security.kind) {
    case 'none':
      return named ? [['over-tls', 'false']] : []
    case 'tls':
      return [
        ['over-tls', named],
        ['tls-name', security.server_name],
        ['skip-cert-verify', security.allow_insecure],
      ]
    case 'reality':
      return [
        ['over-tls', named],
        ['sni', security.server_name],
        ['public-key', `"${security.public_key}"`],
        ['short-id', security.short_id],
      ]
  }
}

function transportItems(transport: Transport): Item[] {
  if (transport.kind !== 'http') return [['transport', 'tcp']]
  return [
    ['transport', 'ws'],
    ['path', linePath(transport.path)],
    ['host', transport.host],
  ]
}
