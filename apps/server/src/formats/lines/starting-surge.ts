import { layoutGroups, type LayoutChoice, localNames, realAddresses, updateSeconds } from '../layout-parts.ts'

const networks = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10']

/** Rules that keep local names and networks off the nodes. */
export const privateLines = [
  ...localNames.map((name) => `DOMAIN-SUFFIX,${name},DIRECT`),
  ...networks.map((network) => `IP-CIDR,${network},DIRECT,no-resolve`),
  ...['::1/128', 'fc00::/7', 'fe80::/10'].map((network) => `IP-CIDR6,${network},DIRECT,no-resolve`),
]

export const generalLines = [
  'loglevel = notify',
  'dns-server = 223.5.5.5, 119.29.29.29, system',
  'skip-proxy = 127.0.0.1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, localhost, *.local',
  'ipv6 = true',
]

/** The built-in layout of Surge or Surfboard, as a template. Both bring a list of addresses in China. */
export function startingSurge(app: 'surge' | 'surfboard', choice: LayoutChoice): string {
  const { auto, failover, ai, streaming, places, placeNames, aiFirst } = layoutGroups(choice)
  const measured = ['url=http://www.gstatic.com/generate_204', 'interval=300']
  const group = (name: string, ...items: readonly string[]): string => `${name} = ${items.join(', ')}`
  const rules = (name: string, target: string): string => `RULE-SET,{{rules_url}}/surge/${name}.list,${target}`
  const realIp = `always-real-ip = ${realAddresses.suffixes.flatMap((name) => [name, `*.${name}`]).join(', ')}, stun.*, time.*, ntp.*`
  return [
    `#!MANAGED-CONFIG {{subscribe_url}}?flag=${app} interval=${updateSeconds(choice)} strict=false`,
    '',
    '[General]',
    ...generalLines,
    realIp,
    '',
    '[Proxy]',
    '{{proxies}}',
    '',
    '[Proxy Group]',
    group('{{site_title}}', 'select', auto, failover, ...placeNames, '/*/', 'DIRECT'),
    group(auto, 'url-test', '/*/', ...measured, 'tolerance=50'),
    group(failover, 'fallback', '/*/', ...measured),
    group(streaming, 'select', '{{site_title}}', auto, ...placeNames, '/*/'),
    group(ai, 'select', ...aiFirst, '{{site_title}}', auto, '/*/'),
    ...places.map(({ name, filter }) => group(name, 'url-test', filter, ...measured, 'tolerance=50')),
    '',
    '[Rule]',
    '{{subscribe_rule}}',
    ...(choice.blockAds ? [rules('ads', 'REJECT')] : []),
    ...privateLines,
    rules('ai', ai),
    rules('streaming', streaming),
    rules('cn', 'DIRECT'),
    'DOMAIN-SUFFIX,cn,DIRECT',
    'GEOIP,CN,DIRECT',
    'FINAL,{{site_title}}',
    '',
  ].join('\n')
}
