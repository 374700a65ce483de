import { builtInLayout } from '../built-in-layout.ts'
import type { ProfileContent } from '../client-format.ts'
import { cleanName, distinctNames, rulesUrl, type Site, siteHost, toEntries } from '../feed-node.ts'
import { textForCore } from './sing-box-core.ts'
import { singBoxOutbound } from './sing-box-outbound.ts'
import { singBoxReject } from './sing-box-reject.ts'
import { singBoxTemplate } from './sing-box-template.ts'
import { remoteList } from './starting-sing-box.ts'
import { type Compiled, createTemplate, inJson } from '../slots.ts'

const newest = builtInLayout(singBoxTemplate)

/**
 * A sing-box profile in the layout of a core's minor version. 12 and newer have the current one; 11 has DNS servers as
 * addresses, 10 also has outbounds instead of actions, and older ones also have two address fields for the TUN. The
 * newest are a template; what follows here is for older cores and for messages.
 */
export function compileSingBox({ nodes, site, layout, whole }: ProfileContent): Compiled {
  if (whole && layout >= 12) return newest(nodes, site, layout)
  const template = createTemplate(inJson)
  const direct = 'direct'
  const dnsOut = 'dns-out'
  const block = 'block'
  const rejected = singBoxReject(site)
  const lists = [...(site.blockAds ? ['ads'] : []), 'cn', 'cn-ip'].map((tag) => ({
    ...remoteList(tag),
    url: `${rulesUrl(site)}/sing-box/${tag}.json`,
  }))
  const taken = [direct, dnsOut, ...(rejected || site.blockAds ? [block] : [])]
  const groupTag = distinctNames(taken)
  const main = groupTag(cleanName(site.title) || 'Proxy')
  const auto = groupTag('Auto')
  const entries = toEntries(nodes, [...taken, main, auto])
  const tags = entries.map((entry) => entry.name)
  const withAuto = whole && tags.length > 0
  const own = siteMatch(site)
  const current = layout >= 12
  const actions = layout >= 11
  const toDirect = (match: object): object => ({ ...match, ...(actions && { action: 'route' }), outbound: direct })
  const [v4, v6] = ['172.19.0.1/30', 'fdfe:dcba:9876::1/126']

  const profile = {
    log: { level: 'warn' },
    dns: {
      servers: current
        ? [
            { type: 'https', tag: 'remote', server: '1.1.1.1', detour: main },
            { type: 'local', tag: 'local' },
          ]
        : [
            { tag: 'remote', address: 'https://1.1.1.1/dns-query', detour: main },
            { tag: 'local', address: 'local', detour: direct },
          ],
      rules: [
        ...(current ? [] : [{ outbound: 'any', server: 'local' }]),
        { ...own.names, server: 'local' },
        ...(whole ? [{ rule_set: 'cn', server: 'local' }] : []),
      ],
      final: 'remote',
    },
    inbounds: [
      {
        type: 'tun',
        tag: 'tun-in',
        ...(layout >= 10 ? { address: [v4, v6] } : { inet4_address: v4, inet6_address: v6 }),
        auto_route: true,
        strict_route: true,
        ...(!actions && { sniff: true }),
      },
      { type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 2080, ...(!actions && { sniff: true }) },
    ],
    outbounds: [
      { type: 'selector', tag: main, outbounds: [...(withAuto ? [auto] : []), ...tags, direct] },
      ...(withAuto ? [{ type: 'urltest', tag: auto, outbounds: tags }] : []),
      ...entries.map((entry) => singBoxOutbound(entry, template, layout)),
      { type: 'direct', tag: direct },
      ...(actions ? [] : [{ type: 'dns', tag: dnsOut }]),
      ...((rejected || site.blockAds) && !actions ? [{ type: 'block', tag: block }] : []),
    ],
    route: {
      rules: [
        ...(actions ? [{ action: 'sniff' }, { protocol: 'dns', action: 'hijack-dns' }] : [{ protocol: 'dns', outbound: dnsOut }]),
        ...own.routes.map(toDirect),
        ...(rejected ? [{ ...rejected, ...(actions ? { action: 'reject' } : { outbound: block }) }] : []),
        ...(whole && site.blockAds ? [{ rule_set: 'ads', ...(actions ? { action: 'reject' } : { outbound: block }) }] : []),
        ...[{ ip_is_private: true }, { domain_suffix: directSuffixes }].map(toDirect),
        ...(whole ? [toDirect({ rule_set: 'cn' }), toDirect({ rule_set: 'cn-ip' })] : []),
      ],
      ...(whole && { rule_set: lists }),
      final: main,
      auto_detect_interface: true,
      ...(current && { default_domain_resolver: 'local' }),
    },
    ...(whole && { experimental: { cache_file: { enabled: true } } }),
  }
  return template.compile(textForCore(profile, template, { site, layout }))
}

const directSuffixes = ['.cn', '.local', '.lan', '.home.arpa']

/** `names`: the subscription's own host and local names, for the DNS rule. `routes`: connections to that host. */
function siteMatch(site: Site) {
  const found = siteHost(site)
  if (!found) return { names: { domain_suffix: directSuffixes }, routes: [] }
  if (found.ip) {
    const cidr = `${found.host}/${found.ip === 4 ? 32 : 128}`
    return { names: { domain_suffix: directSuffixes }, routes: [{ ip_cidr: [cidr] }] }
  }
  return { names: { domain: [found.host], domain_suffix: directSuffixes }, routes: [{ domain: [found.host] }] }
}
