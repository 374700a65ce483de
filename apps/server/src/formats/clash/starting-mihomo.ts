import { layoutGroups, type LayoutChoice, localNames, MEASURE_URL, realAddresses, resolvers } from '../layout-parts.ts'
import { privateRules } from './private-rules.ts'

const { inside, outside } = resolvers
const overHttps = (addresses: readonly string[]): string => list(addresses.map((address) => `https://${address}/dns-query`))

/**
 * Built-in layout of mihomo and Stash as a template. Names in China resolve there and go direct; others resolve through a node, so neither
 * side learns of the other's.
 */
export function startingMihomo(choice: LayoutChoice): string {
  const { auto, failover, ai, streaming, places, placeNames, aiFirst } = layoutGroups(choice)
  const measured = `url: ${MEASURE_URL}, interval: 300`
  const group = (name: string, type: string, members: readonly string[], more = ''): string =>
    `  - { name: ${text(name)}, type: ${type}, proxies: ${list(members)}${more} }`
  const lists = [...(choice.blockAds ? ['ads'] : []), 'ai', 'streaming', 'cn', 'cn-ip']
  return `mixed-port: 7890
allow-lan: false
mode: rule
log-level: warning
ipv6: true
unified-delay: true
tcp-concurrent: true
profile: { store-selected: true, store-fake-ip: true }
sniffer:
  enable: true
  sniff: { HTTP: { ports: [80, 8080] }, TLS: { ports: [443, 8443] }, QUIC: { ports: [443, 8443] } }
dns:
  enable: true
  ipv6: true
  respect-rules: true
  enhanced-mode: fake-ip
  fake-ip-range: 198.18.0.1/16
  fake-ip-filter: ${list(['localhost', ...[...localNames, ...realAddresses.suffixes].map((name) => `+.${name}`), ...realAddresses.patterns, '{{subscribe_host}}'])}
  default-nameserver: ${list(inside)}
  proxy-server-nameserver: ${overHttps(inside)}
  direct-nameserver: ${overHttps(inside)}
  nameserver-policy:
    "rule-set:cn": ${overHttps(inside)}
    "+.cn": ${overHttps(inside)}
  nameserver: ${overHttps(outside.slice(0, 1))}
  fallback: ${overHttps(outside.slice(1))}
  fallback-filter: { geoip: false, ipcidr: [240.0.0.0/4, 0.0.0.0/8, 127.0.0.0/8] }
proxy-groups:
${[
  group('{{site_title}}', 'select', [auto, failover, ...placeNames, '/*/', 'DIRECT']),
  group(auto, 'url-test', ['/*/'], `, ${measured}, tolerance: 50`),
  group(failover, 'fallback', ['/*/'], `, ${measured}`),
  group(streaming, 'select', ['{{site_title}}', auto, ...placeNames, '/*/']),
  group(ai, 'select', [...aiFirst, '{{site_title}}', auto, '/*/']),
  ...places.map(({ name, filter }) => group(name, 'url-test', [filter], `, ${measured}, tolerance: 50`)),
].join('\n')}
rule-providers:
${lists.map(provider).join('\n')}
rules:
${[
  '"{{subscribe_rule}}"',
  ...(choice.blockAds ? ['RULE-SET,ads,REJECT'] : []),
  ...privateRules,
  ...inside.map((address) => `IP-CIDR,${address}/32,DIRECT,no-resolve`),
  ...outside.map((address) => text(`IP-CIDR,${address}/32,{{site_title}},no-resolve`)),
  text(`RULE-SET,ai,${ai}`),
  text(`RULE-SET,streaming,${streaming}`),
  'RULE-SET,cn,DIRECT',
  'DOMAIN-SUFFIX,cn,DIRECT',
  'RULE-SET,cn-ip,DIRECT',
  'MATCH,{{site_title}}',
]
  .map((rule) => `  - ${rule}`)
  .join('\n')}
`
}

function provider(name: string): string {
  const behavior = name === 'cn-ip' ? 'ipcidr' : 'domain'
  const url = text(`{{rules_url}}/clash/${name}.txt`)
  return `  ${name}: { type: http, behavior: ${behavior}, format: text, url: ${url}, interval: 86400, proxy: DIRECT }`
}

function list(items: readonly string[]): string {
  return `[${items.map(text).join(', ')}]`
}

function text(value: string): string {
  return /^[A-Za-z0-9.:/-]+$/.test(value) ? value : JSON.stringify(value)
}
