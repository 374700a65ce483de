import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { builtInList } from '../rule-lists/rule-list-memory.ts'
import { compileFeed } from './compile-feed.ts'
import { dialectOf } from './dialect.ts'
import type { Format } from './formats.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'
import { wellKnown } from './well-known.ts'

const trojan = variants['trojan-tcp-tls']!
const nodes = [nodeOf('HK 01', trojan), nodeOf('香港 02', trojan), nodeOf('Fast', trojan, { tags: ['JP'] }), nodeOf('Moon', trojan)]
const made = (format: Format, given = {}, core: string | null = null) =>
  compileFeed(dialectOf(format, core && format, core), nodes, { ...site, ...given })(member)

type Group = { name: string; type: string; proxies: string[] }
const groupsOf = (text: string): Group[] => parse(text)['proxy-groups']
const names = (text: string) => groupsOf(text).map(({ name }) => name)

describe.each(['mihomo', 'stash'] as const)('%s', (format) => {
  test('has groups by place, with flags, in the member’s language, and only places with nodes', () => {
    expect(names(made(format))).toEqual(['Example Cloud', 'Auto', 'Failover', 'Streaming', 'AI', '🇭🇰 Hong Kong', '🇯🇵 Japan'])
    const chinese = names(made(format, { language: 'zh-CN' }))
    expect(chinese).toEqual(['Example Cloud', '自动选择', '故障转移', '流媒体', 'AI 服务', '🇭🇰 香港', '🇯🇵 日本'])
    const groups = new Map(groupsOf(made(format)).map((group) => [group.name, group]))
    expect(groups.get('🇭🇰 Hong Kong')).toMatchObject({ type: 'url-test', proxies: ['HK 01', '香港 02'] })
    expect(groups.get('🇯🇵 Japan')).toMatchObject({ proxies: ['Fast'] })
    expect([...groups.values()].map(({ type }) => type).slice(0, 5)).toEqual(['select', 'url-test', 'fallback', 'select', 'select'])
    // AI services refuse Hong Kong, so another place comes first.
    expect(groups.get('AI')?.proxies[0]).toBe('🇯🇵 Japan')
    expect(groups.get('Example Cloud')?.proxies).toContain('Moon')
  })

  test('sends names and addresses in China direct by lists of the site itself; resolves names in China there and all others through a node', () => {
    const { rules, 'rule-providers': lists } = parse(made(format))
    expect(rules.slice(-4)).toEqual(['RULE-SET,cn,DIRECT', 'DOMAIN-SUFFIX,cn,DIRECT', 'RULE-SET,cn-ip,DIRECT', 'MATCH,Example Cloud'])
    expect(Object.keys(lists)).toEqual(['ai', 'streaming', 'cn', 'cn-ip'])
    expect(lists.cn).toMatchObject({ type: 'http', behavior: 'domain', url: 'https://portico.example.com/rules/clash/cn.txt' })
    expect(lists['cn-ip'].behavior).toBe('ipcidr')
    const { dns } = parse(made(format))
    expect(dns['nameserver-policy']['rule-set:cn']).toEqual(dns['proxy-server-nameserver'])
    expect(dns['respect-rules']).toBe(true)
    expect([...dns.nameserver, ...dns.fallback].join(' ')).not.toMatch(/223\.5\.5\.5|119\.29\.29\.29/)
    for (const name of ['+.msftconnecttest.com', '+.pool.ntp.org', 'stun.*.*', 'portico.example.com'])
      expect(dns['fake-ip-filter']).toContain(name)
  })

  test('rejects advertising only if the site wants it', () => {
    expect(made(format)).not.toContain('ads')
    const { rules, 'rule-providers': lists } = parse(made(format, { blockAds: true }))
    expect(rules[1]).toBe('RULE-SET,ads,REJECT')
    expect(lists.ads.url).toContain('/rules/clash/ads.txt')
  })
})

test('sing-box has the same groups and lists, remembers its choices and knows three modes', () => {
  const profile = JSON.parse(made('sing-box', { language: 'zh-CN', blockAds: true }))
  const groups = profile.outbounds.filter((one: { outbounds?: string[] }) => one.outbounds)
  expect(groups.map((one: { tag: string }) => one.tag)).toEqual(['Example Cloud', '自动选择', '流媒体', 'AI 服务', '🇭🇰 香港', '🇯🇵 日本'])
  expect(profile.route.rule_set.map((one: { tag: string }) => one.tag)).toEqual(['ads', 'ai', 'streaming', 'cn', 'cn-ip'])
  expect(profile.route.rule_set[0]).toMatchObject({ url: 'https://portico.example.com/rules/sing-box/ads.json', download_detour: 'direct' })
  expect(profile.experimental).toEqual({ cache_file: { enabled: true, store_fakeip: true }, clash_api: { default_mode: 'Rule' } })
  const modes = profile.route.rules.flatMap((rule: { clash_mode?: string }) => rule.clash_mode ?? [])
  expect(modes).toEqual(['Direct', 'Global'])
})

test.each(['1.8.0', '1.10.0', '1.11.0'])('sing-box %s gets the lists too', (core) => {
  const profile = JSON.parse(made('sing-box', { blockAds: true }, core))
  expect(profile.route.rule_set.map((one: { tag: string }) => one.tag)).toEqual(['ads', 'cn', 'cn-ip'])
  expect(
    profile.route.rules.some((rule: { rule_set?: string; outbound?: string }) => rule.rule_set === 'cn' && rule.outbound === 'direct'),
  ).toBe(true)
})

test.each(['surge', 'surfboard'] as const)('%s has groups by place, lists of the site and addresses in China', (format) => {
  const text = made(format, { language: 'zh-CN' })
  expect(text).toContain('🇭🇰 香港 = url-test, HK 01, 香港 02, url=')
  expect(text).toContain(
    'RULE-SET,https://portico.example.com/rules/surge/cn.list,DIRECT\nDOMAIN-SUFFIX,cn,DIRECT\nGEOIP,CN,DIRECT\nFINAL,Example Cloud',
  )
})

test('formats without lists send the best known names in China direct; each of the best known names is in the list of names in China', () => {
  const { rules } = parse(made('clash'))
  expect(rules).toContain('DOMAIN-SUFFIX,taobao.com,DIRECT')
  const [first] = JSON.parse(made('xray'))
  expect(first.routing.rules.at(-2).domain).toContain('domain:qq.com')
  const list = new Set(builtInList('cn').split('\n'))
  const isListed = (name: string): boolean => name.split('.').some((_, at, labels) => list.has(labels.slice(at).join('.')))
  expect(wellKnown.filter((name) => !isListed(name))).toEqual([])
})
