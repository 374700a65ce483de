import { rejectLines } from './blocked.ts'
import { distinctNames, type FeedNode, type Site, siteHost, toEntries } from './feed-node.ts'
import { lineName } from './proxy-line.ts'
import { type Compiled, createTemplate, token } from './slots.ts'
import { surgeLine } from './surge-line.ts'

const builtIn = ['DIRECT', 'REJECT', 'REJECT-DROP', 'REJECT-NO-DROP', 'REJECT-TINYGIF', 'CELLULAR', 'CELLULAR-ONLY', 'HYBRID', 'NO-HYBRID']
export const reserved = [...builtIn, ...builtIn.map((name) => name.toLowerCase())]

const rules = [
  'DOMAIN-SUFFIX,local,DIRECT',
  'DOMAIN-SUFFIX,lan,DIRECT',
  'DOMAIN-SUFFIX,home.arpa,DIRECT',
  'DOMAIN-SUFFIX,cn,DIRECT',
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'].map(
    (range) => `IP-CIDR,${range},DIRECT,no-resolve`,
  ),
  ...['::1/128', 'fc00::/7', 'fe80::/10'].map((range) => `IP-CIDR6,${range},DIRECT,no-resolve`),
]

/**
 * A whole profile for Surge or Surfboard, which updates itself from the link it came by. `measured: false` leaves the
 * measuring group out, for nodes that are only a message.
 */
export function compileSurge(app: 'surge' | 'surfboard', nodes: readonly FeedNode[], site: Site, measured: boolean): Compiled {
  const template = createTemplate()
  const groupName = distinctNames(reserved)
  const main = groupName(lineName(site.title) || 'Proxy')
  const auto = groupName('Auto')
  const proxies = toEntries(nodes, [...reserved, main, auto], lineName).flatMap((entry) => {
    const line = surgeLine(entry, template)
    return line === null ? [] : [{ name: entry.name, line }]
  })
  const names = proxies.map((proxy) => proxy.name)
  const withAuto = measured && names.length > 0
  const measure = ['url=http://www.gstatic.com/generate_204', 'interval=300', 'tolerance=50']
  const lines = [
    ...(URL.canParse(site.url)
      ? [`#!MANAGED-CONFIG ${site.url}/s/${template.slot(token)}?flag=${app} interval=86400 strict=false`, '']
      : []),
    '[General]',
    'loglevel = notify',
    'dns-server = system, 223.5.5.5, 1.1.1.1',
    'skip-proxy = 127.0.0.1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, localhost, *.local',
    'ipv6 = true',
    '',
    '[Proxy]',
    ...proxies.map((proxy) => proxy.line),
    '',
    '[Proxy Group]',
    [`${main} = select`, ...(withAuto ? [auto] : []), ...names, 'DIRECT'].join(', '),
    ...(withAuto ? [[`${auto} = url-test`, ...names, ...measure].join(', ')] : []),
    '',
    '[Rule]',
    ...siteRule(site),
    ...rejectLines(site),
    ...rules,
    `FINAL,${main}`,
    '',
  ]
  return template.compile(lines.join('\n'))
}

export function siteRule(site: Site): string[] {
  const found = siteHost(site)
  if (!found) return []
  if (found.ip === 4) return [`IP-CIDR,${found.host}/32,DIRECT,no-resolve`]
  if (found.ip === 6) return [`IP-CIDR6,${found.host}/128,DIRECT,no-resolve`]
  return [`DOMAIN,${found.host},DIRECT`]
}
