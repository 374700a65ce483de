import { rejectLines } from '../blocked.ts'
import type { ProfileContent } from '../client-format.ts'
import { distinctNames, type Site, siteHost, toEntries } from '../feed-node.ts'
import { lineName } from './proxy-line.ts'
import { type Compiled, createTemplate, token } from '../slots.ts'
import type { LineLanguage } from './line-template.ts'
import { surgeLine } from './surge-line.ts'

const builtIn = ['DIRECT', 'REJECT', 'REJECT-DROP', 'REJECT-NO-DROP', 'REJECT-TINYGIF', 'CELLULAR', 'CELLULAR-ONLY', 'HYBRID', 'NO-HYBRID']
const reserved = [...builtIn, ...builtIn.map((name) => name.toLowerCase())]

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

/** A full profile for Surge or Surfboard. It contains its own link, from which the app updates it. */
export function compileSurge(app: 'surge' | 'surfboard', { nodes, site, measured }: ProfileContent): Compiled {
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

/** The sections of a Surge or Surfboard profile. */
export const surgeLanguage: LineLanguage = {
  groups: 'Proxy Group',
  rules: 'Rule',
  nodeSections: ['Proxy'],
  builtIn: reserved,
  writeNode: surgeLine,
  siteRules: siteRule,
  rejects: rejectLines,
  isTagged: false,
}

/** The built-in layout of Surge or Surfboard, written as a template. */
export function startingSurge(app: 'surge' | 'surfboard'): string {
  return `#!MANAGED-CONFIG {{subscribe_url}}?flag=${app} interval=86400 strict=false

[General]
loglevel = notify
dns-server = system, 223.5.5.5, 1.1.1.1
skip-proxy = 127.0.0.1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, localhost, *.local
ipv6 = true

[Proxy]
{{proxies}}

[Proxy Group]
{{site_title}} = select, Auto, /*/, DIRECT
Auto = url-test, /*/, url=http://www.gstatic.com/generate_204, interval=300, tolerance=50

[Rule]
{{subscribe_rule}}
DOMAIN-SUFFIX,local,DIRECT
DOMAIN-SUFFIX,lan,DIRECT
DOMAIN-SUFFIX,home.arpa,DIRECT
DOMAIN-SUFFIX,cn,DIRECT
IP-CIDR,127.0.0.0/8,DIRECT,no-resolve
IP-CIDR,10.0.0.0/8,DIRECT,no-resolve
IP-CIDR,172.16.0.0/12,DIRECT,no-resolve
IP-CIDR,192.168.0.0/16,DIRECT,no-resolve
IP-CIDR,169.254.0.0/16,DIRECT,no-resolve
IP-CIDR,100.64.0.0/10,DIRECT,no-resolve
IP-CIDR6,::1/128,DIRECT,no-resolve
IP-CIDR6,fc00::/7,DIRECT,no-resolve
IP-CIDR6,fe80::/10,DIRECT,no-resolve
FINAL,{{site_title}}
`
}
