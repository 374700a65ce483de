import { layoutGroups, type LayoutChoice, localNames, MEASURE_URL, realAddresses, resolvers } from '../layout-parts.ts'

const local = localNames.map((name) => `.${name}`)
const direct = { action: 'route', outbound: 'direct' }

/**
 * The built-in layout of sing-box, as a template. Names in China are resolved inside China and reached directly. All others are resolved
 * through a node, so that neither side learns what belongs to the other.
 */
export function startingSingBox(choice: LayoutChoice): string {
  const { auto, ai, streaming, places, placeNames, aiFirst } = layoutGroups(choice)
  const urltest = (tag: string, members: string[]) => ({ type: 'urltest', tag, outbounds: members, url: MEASURE_URL, interval: '5m' })
  const selector = (tag: string, members: string[]) => ({ type: 'selector', tag, outbounds: members })
  const lists = [...(choice.blockAds ? ['ads'] : []), 'ai', 'streaming', 'cn', 'cn-ip']
  const real = { domain_suffix: realAddresses.suffixes, domain_regex: realAddresses.regexes }
  const profile = {
    log: { level: 'warn' },
    dns: {
      servers: [
        { type: 'https', tag: 'remote', server: resolvers.outside[0], detour: '{{site_title}}' },
        { type: 'https', tag: 'domestic', server: resolvers.inside[0] },
        { type: 'local', tag: 'local' },
        { type: 'fakeip', tag: 'fakeip', inet4_range: '198.18.0.0/15', inet6_range: 'fc00::/18' },
      ],
      rules: [
        { domain_suffix: local, server: 'local' },
        { domain: ['{{subscribe_host}}'], server: 'domestic' },
        { clash_mode: 'Direct', server: 'domestic' },
        { clash_mode: 'Global', query_type: ['A', 'AAAA'], server: 'fakeip' },
        { rule_set: 'cn', server: 'domestic' },
        { domain_suffix: ['.cn'], server: 'domestic' },
        { ...real, server: 'remote' },
        { query_type: ['A', 'AAAA'], server: 'fakeip' },
      ],
      final: 'remote',
      independent_cache: true,
    },
    inbounds: [
      { type: 'tun', tag: 'tun-in', address: ['172.19.0.1/30', 'fdfe:dcba:9876::1/126'], auto_route: true, strict_route: true },
      { type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 2080 },
    ],
    outbounds: [
      selector('{{site_title}}', [auto, ...placeNames, '/*/', 'direct']),
      urltest(auto, ['/*/']),
      selector(streaming, ['{{site_title}}', auto, ...placeNames, '/*/']),
      selector(ai, [...aiFirst, '{{site_title}}', auto, '/*/']),
      ...places.map(({ name, filter }) => urltest(name, [filter])),
      { type: 'direct', tag: 'direct' },
    ],
    route: {
      rules: [
        { action: 'sniff' },
        { protocol: 'dns', action: 'hijack-dns' },
        '{{subscribe_rule}}',
        ...(choice.blockAds ? [{ rule_set: 'ads', action: 'reject' }] : []),
        { ip_is_private: true, ...direct },
        { domain_suffix: local, ...direct },
        { clash_mode: 'Direct', ...direct },
        { clash_mode: 'Global', action: 'route', outbound: '{{site_title}}' },
        { rule_set: 'ai', action: 'route', outbound: ai },
        { rule_set: 'streaming', action: 'route', outbound: streaming },
        { rule_set: 'cn', ...direct },
        { domain_suffix: ['.cn'], ...direct },
        { action: 'resolve', server: 'remote', strategy: 'prefer_ipv4' },
        { rule_set: 'cn-ip', ...direct },
      ],
      rule_set: lists.map(remoteList),
      final: '{{site_title}}',
      auto_detect_interface: true,
      default_domain_resolver: 'domestic',
    },
    experimental: { cache_file: { enabled: true, store_fakeip: true }, clash_api: { default_mode: 'Rule' } },
  }
  return `${JSON.stringify(profile, null, 2)}\n`
}

/** A list that the site serves, for every core since 1.8. */
export function remoteList(tag: string) {
  const url = `{{rules_url}}/sing-box/${tag}.json`
  return { type: 'remote', tag, format: 'source', url, download_detour: 'direct', update_interval: '24h' }
}
