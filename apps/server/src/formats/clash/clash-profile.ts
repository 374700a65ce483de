import { stringify } from 'yaml'
import { rejectLines } from '../blocked.ts'
import type { ProfileContent } from '../client-format.ts'
import { cleanName, distinctNames, type Entry, type Site, siteHost, toEntries } from '../feed-node.ts'
import { type Compiled, createTemplate, type Template } from '../slots.ts'

// Names that mihomo uses itself: it refuses a profile that uses one again.
export const builtIn = [
  'DIRECT',
  'REJECT',
  'REJECT-DROP',
  'COMPATIBLE',
  'PASS',
  'PASS-RULE',
  'GLOBAL',
  'DNS',
  'default',
  'no-resolve',
  'src',
]

const privateNetworks = [
  'DOMAIN,localhost',
  'DOMAIN-SUFFIX,local',
  'DOMAIN-SUFFIX,lan',
  'DOMAIN-SUFFIX,home.arpa',
  'IP-CIDR,127.0.0.0/8',
  'IP-CIDR,10.0.0.0/8',
  'IP-CIDR,172.16.0.0/12',
  'IP-CIDR,192.168.0.0/16',
  'IP-CIDR,169.254.0.0/16',
  'IP-CIDR,100.64.0.0/10',
  'IP-CIDR,224.0.0.0/4',
  'IP-CIDR6,::1/128',
  'IP-CIDR6,fc00::/7',
  'IP-CIDR6,fe80::/10',
]

/** Writes one item of a profile's `proxies` for one core of the family. */
export type WriteProxy = (entry: Entry, template: Template) => Record<string, unknown>

/**
 * A profile that every core of the Clash family can read and that starts without a download: a group to choose from, a group
 * that picks the fastest node, and rules for local networks.
 */
export function compileClash(writeProxy: WriteProxy, { nodes, site, measured }: ProfileContent): Compiled {
  const template = createTemplate()
  const groupName = distinctNames(builtIn)
  // Rules are split at commas, so the name of their target group must not contain one.
  const main = groupName(cleanName(site.title.replaceAll(',', ' ')) || 'Proxy')
  const auto = groupName('Auto')
  const entries = toEntries(nodes, [...builtIn, main, auto])
  const names = entries.map((entry) => entry.name)
  const withAuto = measured && names.length > 0
  const own = siteHost(site)

  const profile = {
    'mixed-port': 7890,
    'allow-lan': false,
    mode: 'rule',
    'log-level': 'warning',
    ipv6: true,
    profile: { 'store-selected': true },
    dns: {
      enable: true,
      ipv6: true,
      'enhanced-mode': 'fake-ip',
      'fake-ip-range': '198.18.0.1/16',
      'fake-ip-filter': ['localhost', '+.local', '+.lan', '+.home.arpa', ...(own && !own.ip ? [own.host] : [])],
      'default-nameserver': ['223.5.5.5', '1.1.1.1'],
      nameserver: ['https://223.5.5.5/dns-query', 'https://1.1.1.1/dns-query'],
    },
    proxies: entries.map((entry) => writeProxy(entry, template)),
    'proxy-groups': [
      { name: main, type: 'select', proxies: [...(withAuto ? [auto] : []), ...names, 'DIRECT'] },
      ...(withAuto
        ? [{ name: auto, type: 'url-test', proxies: names, url: 'https://www.gstatic.com/generate_204', interval: 300, tolerance: 50 }]
        : []),
    ],
    rules: [...siteRule(site), ...rejectLines(site), ...privateNetworks.map(direct), 'DOMAIN-SUFFIX,cn,DIRECT', `MATCH,${main}`],
  }
  // Everything is quoted, because parsers of other YAML versions read some names, ids and keys as dates or numbers.
  const text = stringify(profile, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
    aliasDuplicateObjects: false,
  })
  return template.compile(text)
}

function direct(rule: string): string {
  return rule.startsWith('IP-') ? `${rule},DIRECT,no-resolve` : `${rule},DIRECT`
}

export function siteRule(site: Site): string[] {
  const found = siteHost(site)
  if (!found) return []
  if (found.ip === 4) return [direct(`IP-CIDR,${found.host}/32`)]
  if (found.ip === 6) return [direct(`IP-CIDR6,${found.host}/128`)]
  return [direct(`DOMAIN,${found.host}`)]
}
