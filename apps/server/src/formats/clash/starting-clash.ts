import { layoutGroups, type LayoutChoice, localNames, MEASURE_URL, realAddresses, resolvers } from '../layout-parts.ts'
import { wellKnown } from '../well-known.ts'
import { privateRules } from './private-rules.ts'

/** The built-in layout of the original core, as a template. That core reads no lists, so it gets the best known names in China. */
export function startingClash(choice: LayoutChoice): string {
  const { auto, failover, places, placeNames } = layoutGroups(choice)
  const list = (items: readonly string[]): string => JSON.stringify(items)
  const group = (name: string, type: string, members: readonly string[]): string => {
    const measured = type === 'select' ? '' : `, url: ${MEASURE_URL}, interval: 300`
    return `  - { name: ${JSON.stringify(name)}, type: ${type}, proxies: ${list(members)}${measured} }`
  }
  const groups = [
    group('{{site_title}}', 'select', [auto, failover, ...placeNames, '/*/', 'DIRECT']),
    group(auto, 'url-test', ['/*/']),
    group(failover, 'fallback', ['/*/']),
    ...places.map(({ name, filter }) => group(name, 'url-test', [filter])),
  ]
  const rules = [
    '"{{subscribe_rule}}"',
    ...privateRules,
    ...wellKnown.map((name) => `DOMAIN-SUFFIX,${name},DIRECT`),
    'MATCH,{{site_title}}',
  ]
  const filter = ['localhost', ...[...localNames, ...realAddresses.suffixes].map((name) => `+.${name}`), ...realAddresses.patterns]
  return `mixed-port: 7890
allow-lan: false
mode: rule
log-level: warning
ipv6: true
profile: { store-selected: true }
dns:
  enable: true
  ipv6: true
  enhanced-mode: fake-ip
  fake-ip-range: 198.18.0.1/16
  fake-ip-filter: ${list([...filter, '{{subscribe_host}}'])}
  default-nameserver: ${list(resolvers.inside)}
  nameserver: ${list(resolvers.inside.map((address) => `https://${address}/dns-query`))}
proxy-groups:
${groups.join('\n')}
rules:
${rules.map((rule) => `  - ${rule}`).join('\n')}
`
}
