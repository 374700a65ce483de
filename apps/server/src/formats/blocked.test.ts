import { FORMATS } from '@portico/contract/formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dialectOf } from './dialect.ts'
import type { Format } from './formats.ts'
import { compileFeed } from './compile-feed.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'
import { compileTemplated, isTemplateFormat, outputFaults, readTemplate, startingTemplate } from './templates/link-template.ts'

const nodes = [nodeOf('Tokyo', variants['trojan-tcp-tls']!), nodeOf('block', variants['shadowsocks-aes-256']!)]
const young = { ...site, blocked: { suffixes: ['bet.example.net', 'portico.example.com'], keywords: ['casino'] } }
const given = (format: Format, core: string | null = null) => {
  const dialect = dialectOf(format, core && format, core)
  return [compileFeed(dialect, nodes, site)(member), compileFeed(dialect, nodes, young)(member)] as const
}

/** Returns the lines that youth mode adds, with the line before and after. Checks that nothing else changes. */
function added(before: string, after: string): string {
  const [old, made] = [before.split('\n'), after.split('\n')]
  const start = made.findIndex((line, at) => line !== old[at])
  const count = made.length - old.length
  expect([...made.slice(0, start), ...made.slice(start + count)]).toEqual(old)
  return made.slice(start - 1, start + count + 1).join('\n')
}

describe('blocked names are rejected before any rule lets them through, and the site stays reachable', () => {
  const asList = ['- "DOMAIN,portico.example.com,DIRECT"', '- "DOMAIN-SUFFIX,bet.example.net,REJECT"']
  test.each(['mihomo', 'clash', 'stash'] as const)('%s', (format) => {
    const excerpt = added(...given(format)).replaceAll(/^ +/gm, '')
    expect(excerpt.split('\n')).toEqual([
      ...asList,
      '- "DOMAIN-SUFFIX,portico.example.com,REJECT"',
      '- "DOMAIN-KEYWORD,casino,REJECT"',
      '- "DOMAIN,localhost,DIRECT"',
    ])
  })

  test.each(['surge', 'surfboard'] as const)('%s', (format) => {
    expect(added(...given(format)).split('\n')).toEqual([
      'DOMAIN,portico.example.com,DIRECT',
      'DOMAIN-SUFFIX,bet.example.net,REJECT',
      'DOMAIN-SUFFIX,portico.example.com,REJECT',
      'DOMAIN-KEYWORD,casino,REJECT',
      'DOMAIN-SUFFIX,local,DIRECT',
    ])
  })

  const match = {
    domain: ['bet.example.net', 'portico.example.com'],
    domain_suffix: ['.bet.example.net', '.portico.example.com'],
    domain_keyword: ['casino'],
  }
  test('sing-box', () => {
    const [before, after] = given('sing-box', '1.12.0').map((text) => JSON.parse(text))
    const { rules } = after.route
    expect(rules.slice(0, 4)).toEqual([
      { action: 'sniff' },
      { protocol: 'dns', action: 'hijack-dns' },
      { domain: ['portico.example.com'], action: 'route', outbound: 'direct' },
      { ...match, action: 'reject' },
    ])
    expect([...rules.slice(0, 3), ...rules.slice(4)]).toEqual(before.route.rules)
  })

  test('an old sing-box, which blocks with an outbound', () => {
    const profile = JSON.parse(given('sing-box', '1.10.0')[1])
    expect(profile.route.rules[2]).toEqual({ ...match, outbound: 'block' })
    expect(profile.outbounds.filter((one: { tag: string }) => one.tag.startsWith('block'))).toMatchObject([
      { type: 'shadowsocks', tag: 'block 2' },
      { type: 'block', tag: 'block' },
    ])
  })

  test('Xray', () => {
    const [profile] = JSON.parse(given('xray')[1])
    expect(profile.routing.rules.slice(0, 2)).toEqual([
      { type: 'field', domain: ['full:portico.example.com'], outboundTag: 'direct' },
      { type: 'field', domain: ['domain:bet.example.net', 'domain:portico.example.com', 'keyword:casino'], outboundTag: 'block' },
    ])
    expect(profile.outbounds.map((one: { tag: string }) => one.tag)).toEqual([expect.any(String), 'direct', 'block'])
  })
})

test.each(['uri', 'shadowrocket', 'loon', 'quantumult-x', 'sip008', 'outline'] as const)('%s has no rules that could block', (format) => {
  const [before, after] = given(format)
  expect(after).toBe(before)
})

test.each([...FORMATS, 'pac' as const])('with nothing to block, %s does not change', (format) => {
  const dialect = dialectOf(format)
  const none = { ...site, blocked: { suffixes: [], keywords: [] } }
  expect(compileFeed(dialect, nodes, none)(member)).toBe(compileFeed(dialect, nodes, site)(member))
})

describe('an operator’s template cannot bypass the rules', () => {
  const write = (format: Format, text: string, to = young) => {
    if (!isTemplateFormat(format)) throw new Error(format)
    const output = compileTemplated(dialectOf(format), readTemplate(format, text), nodes, to)(member)
    expect(outputFaults(format, output)).toEqual([])
    return output
  }
  const lines = ['DOMAIN,portico.example.com,DIRECT', 'DOMAIN-SUFFIX,bet.example.net,REJECT', 'DOMAIN-SUFFIX,portico.example.com,REJECT']

  test.each(['mihomo', 'clash', 'stash'] as const)('%s', (format) => {
    expect(parse(write(format, startingTemplate(format))).rules.slice(0, 4)).toEqual([...lines, 'DOMAIN-KEYWORD,casino,REJECT'])
    expect(parse(write(format, 'proxy-groups: []\n')).rules).toHaveLength(4)
    expect(write(format, startingTemplate(format), site as typeof young)).not.toContain('REJECT')
  })

  test('sing-box, after the rule that sniffs names', () => {
    const { rules } = JSON.parse(write('sing-box', startingTemplate('sing-box'))).route
    expect(rules.map((rule: { action: string }) => rule.action).slice(0, 4)).toEqual(['sniff', 'hijack-dns', 'route', 'reject'])
    const bare = JSON.parse(write('sing-box', '{"outbounds":[{"type":"direct","tag":"out"}]}'))
    expect(bare.route.rules).toMatchObject([{ action: 'sniff' }, { outbound: 'out' }, { action: 'reject', domain_keyword: ['casino'] }])
  })

  test.each(['surge', 'surfboard', 'loon'] as const)('%s, first in its section or in a new one', (format) => {
    const [head, tail] = write(format, '[General]\na = b\n\n[Proxy]\n{{proxies}}\n\n[Rule]\nFINAL,DIRECT\n').split('[Rule]\n')
    expect(head).toContain('[Proxy]')
    expect(tail?.split('\n')).toEqual([...lines, 'DOMAIN-KEYWORD,casino,REJECT', 'FINAL,DIRECT', ''])
    expect(write(format, '[Proxy]\n{{proxies}}\n').split('[Rule]\n')[1]?.split('\n')).toHaveLength(4)
  })

  test('Quantumult X', () => {
    const text = write('quantumult-x', '[server_local]\n{{proxies}}\n\n[filter_local]\nfinal, direct\n')
    expect(text.split('[filter_local]\n')[1]?.split('\n')).toEqual([
      'host, portico.example.com, direct',
      'host-suffix, bet.example.net, reject',
      'host-suffix, portico.example.com, reject',
      'host-keyword, casino, reject',
      'final, direct',
      '',
    ])
  })
})
