import { TEMPLATE_FORMATS, type TemplateFormat } from '@portico/contract/formats'
import { LANGUAGES } from '@portico/contract/translations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { TemplateError } from '../documents/template-text.ts'
import { dialectOf } from './dialect.ts'
import { compileFeed } from './compile-feed.ts'
import type { FeedNode } from './feed-node.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'
import { compileTemplated, outputFaults, readTemplate, startingTemplate, takesTemplate, templateFaults } from './templates/link-template.ts'

const trojan = variants['trojan-tcp-tls']!
const nodes = [nodeOf('HK 01', trojan), nodeOf('JP 01', trojan), nodeOf('JP test', variants['vmess-ws-tls']!)]
const render = (format: TemplateFormat, text: string, list: FeedNode[] = nodes, at = site) =>
  compileTemplated(dialectOf(format), readTemplate(format, text), list, at)(member)
const codes = (format: TemplateFormat, text: string) => templateFaults(format, text).map(({ line, code }) => [line, code])
const plain = (text: string) => (/^[A-Za-z0-9+/=]+$/.test(text) ? Buffer.from(text, 'base64').toString() : text)

const clash = (groups: string, rules = '') => `proxy-groups:\n${groups}${rules && `rules:\n${rules}`}`
const surge = (groups: string, rules: string) => `[Proxy]\n{{proxies}}\n\n[Proxy Group]\n${groups}\n\n[Rule]\n${rules}\n`

describe.each(TEMPLATE_FORMATS)('the built-in layout of %s as a template', (format) => {
  test.each(LANGUAGES)('has no faults and gives the built-in profile, in %s', (language) => {
    const text = startingTemplate(format, language)
    expect(templateFaults(format, text)).toEqual([])
    expect(outputFaults(format, render(format, text, []))).toEqual([])
    const made = render(format, text)
    expect(outputFaults(format, made)).toEqual([])
    expect(made).toBe(compileFeed(dialectOf(format), nodes, { ...site, language })(member))
  })
})

const hostile = [
  '/*/',
  '{{site_title}}',
  '{{proxies}}',
  'a, b = "c" \'d\'',
  '# x: [y] {z} & *w',
  'l\nb\r\n',
  'DIRECT',
  'Auto',
  'Pick',
  '',
  '$& $1 \\u0041',
  '\uD800',
  '__proto__',
]
const names = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 30 }))

const grouped: Partial<Record<TemplateFormat, string>> = {
  mihomo: clash(
    `  - {name: Pick, type: select, proxies: ["{{site_title}}", Hong Kong]}\n  - {name: "{{site_title}}", type: select, proxies: [/*/, DIRECT]}\n  - {name: Hong Kong, type: url-test, proxies: [/hk!test/]}\n`,
    '  - DOMAIN-SUFFIX,hk,Hong Kong\n  - MATCH,Pick\n',
  ),
  'sing-box': JSON.stringify({
    outbounds: [
      { type: 'selector', tag: 'Pick', outbounds: ['{{site_title}}', 'Hong Kong'], default: 'Hong Kong' },
      { type: 'selector', tag: '{{site_title}}', outbounds: ['/*/', 'direct'] },
      { type: 'urltest', tag: 'Hong Kong', outbounds: ['/hk!test/'] },
      { type: 'direct', tag: 'direct' },
    ],
    route: { rules: ['{{subscribe_rule}}', { domain_suffix: ['.hk'], outbound: 'Hong Kong' }], final: 'Pick' },
  }),
  surge: surge(
    'Pick = select, {{site_title}}, Hong Kong\n{{site_title}} = select, /*/, DIRECT\nHong Kong = url-test, /hk!test/',
    'DOMAIN-SUFFIX,hk,Hong Kong\nFINAL,Pick',
  ),
  'quantumult-x':
    '[policy]\nstatic=Pick, {{site_title}}, Hong Kong\nstatic={{site_title}}, /*/, direct\nurl-latency-benchmark=Hong Kong, /hk!test/, check-interval=600\n\n[server_local]\n{{proxies}}\n\n[filter_local]\nhost-suffix, hk, Hong Kong\nfinal, Pick\n',
}

test.each(Object.entries(grouped))(
  '%s: with any node and site names, no group is empty, no name is unknown and none adds a line',
  (name, text) => {
    // The keys are formats.
    const format = name as TemplateFormat
    fc.assert(
      fc.property(fc.array(names, { maxLength: 8 }), names, (list, title) => {
        const all = list.map((one, index) => nodeOf(one, trojan, { id: index }))
        const output = render(format, text, all, { ...site, title })
        expect(outputFaults(format, output)).toEqual([])
        // Exactly one line or entry per node: a name cannot add anything.
        expect(output.split(member.uuid)).toHaveLength(list.length + 1)
      }),
      { numRuns: 150 },
    )
  },
)

test('filters include and exclude words of names; an empty group disappears with everything that names it', () => {
  const text = clash(
    `  - {name: Main, type: select, proxies: [HK, Korea, /*/]}\n  - {name: HK, type: url-test, proxies: [/hk|香港/]}\n  - {name: Korea, type: url-test, proxies: [Seoul]}\n  - {name: Seoul, type: url-test, proxies: [/kr/]}\n  - {name: JP, type: select, proxies: [/JP!test/]}\n`,
    '  - DOMAIN-SUFFIX,kr,Korea\n  - AND,((NETWORK,UDP),(DST-PORT,443)),Seoul\n  - DOMAIN-SUFFIX,jp,JP\n  - MATCH,Main\n',
  )
  const profile = parse(render('mihomo', text))
  expect(profile['proxy-groups']).toEqual([
    { name: 'Main', type: 'select', proxies: ['HK', 'HK 01', 'JP 01', 'JP test'] },
    { name: 'HK', type: 'url-test', proxies: ['HK 01'] },
    { name: 'JP', type: 'select', proxies: ['JP 01'] },
  ])
  expect(profile.rules).toEqual(['DOMAIN-SUFFIX,jp,JP', 'MATCH,Main'])
})

test.each<[string, TemplateFormat, string]>([
  ['a group of DIRECT', 'mihomo', clash('  - {name: Main, type: select, proxies: [/kr/, DIRECT]}\n', '  - MATCH,Main\n')],
  ['a group that is gone', 'mihomo', clash('  - {name: Main, type: select, proxies: [/kr/]}\n', '  - MATCH,Main\n')],
  ['a group of a group of DIRECT', 'surge', surge('Main = select, Other\nOther = select, /kr/, DIRECT', 'FINAL,Main')],
  [
    'a selector of direct',
    'sing-box',
    JSON.stringify({
      outbounds: [
        { type: 'selector', tag: 'Main', outbounds: ['/kr/', 'direct'] },
        { type: 'direct', tag: 'direct' },
      ],
      route: { final: 'Main' },
    }),
  ],
])('a template whose last rule would lead to %s gives way, so that nothing goes unprotected', (_, format, text) => {
  expect(() => render(format, text)).toThrow(TemplateError)
  expect(() => render(format, text, [nodeOf('KR 01', trojan)])).not.toThrow()
})

test('in sing-box a removed group takes its rules, detours and defaults along, and the final outbound changes', () => {
  const text = JSON.stringify({
    dns: { servers: [{ type: 'https', tag: 'remote', server: '1.1.1.1', detour: 'Korea' }] },
    outbounds: [
      { type: 'selector', tag: 'Main', outbounds: ['Korea', '/JP 01/', 'direct'], default: 'Korea' },
      { type: 'urltest', tag: 'Korea', outbounds: ['/kr/'] },
      { type: 'direct', tag: 'direct' },
    ],
    route: {
      rules: [
        { domain_suffix: ['.kr'], outbound: 'Korea' },
        { ip_is_private: true, outbound: 'direct' },
      ],
      final: 'Korea',
    },
  })
  const profile = JSON.parse(render('sing-box', text))
  expect(profile.outbounds[0]).toEqual({ type: 'selector', tag: 'Main', outbounds: ['JP 01', 'direct'] })
  expect(profile.route).toEqual({ rules: [{ ip_is_private: true, outbound: 'direct' }], final: 'Main' })
  expect(profile.dns.servers[0]).not.toHaveProperty('detour')
  expect(outputFaults('sing-box', render('sing-box', text, []))).toEqual([])
})

test('the template’s own proxies come first, and a node with the same name is renamed; Quantumult X gets a list of servers in base64 and a whole profile as plain text', () => {
  const own = 'proxies:\n  - {name: HK 01, type: http, server: 192.0.2.9, port: 8080}\n'
  const profile = parse(render('mihomo', own + clash('  - {name: Main, type: select}\n')))
  expect(profile.proxies.map((proxy: { name: string }) => proxy.name)).toEqual(['HK 01', 'HK 01 2', 'JP 01', 'JP test'])
  expect(profile['proxy-groups'][0].proxies).toEqual(['HK 01 2', 'JP 01', 'JP test'])
  expect(plain(render('quantumult-x', '{{proxies}}'))).toContain('tag=HK 01')
  const text = grouped['quantumult-x']!
  expect(render('quantumult-x', text)).toContain('url-latency-benchmark=Hong Kong, HK 01, check-interval=600\n')
  expect(render('quantumult-x', text, nodes.slice(1))).not.toContain('Hong Kong')
})

describe('a fault is reported with its line', () => {
  const main = '  - {name: Main, type: select}\n'
  test.each<[string, TemplateFormat, string, [number | null, string][]]>([
    ['YAML that ends in the middle', 'mihomo', 'a: [1\nb: 2\n', [[2, 'unparsable']]],
    ['endless nesting', 'mihomo', `a:\n  b: ${'['.repeat(101)}\n`, [[2, 'unparsable']]],
    ['a chain of keys', 'mihomo', `a: 1\nb:\n  ${'- '.repeat(101)}x\n`, [[3, 'unparsable']]],
    ['no groups', 'mihomo', 'mode: rule\n', [[null, 'wrong_shape']]],
    ['a list at the top', 'mihomo', '- a\n', [[1, 'wrong_shape']]],
    ['a group without a name', 'mihomo', clash('  - {type: select}\n'), [[2, 'wrong_shape']]],
    ['a word that some read as a boolean', 'mihomo', `allow-lan: yes\n${clash(main)}`, [[1, 'ambiguous']]],
    ['an unknown placeholder', 'mihomo', clash(`${main}  - {name: "{{process.env}}", type: select}\n`), [[3, 'unknown_placeholder']]],
    ['code of a template engine', 'surge', surge('A = select\n{{#each proxies}} = select', 'FINAL,A'), [[6, 'unknown_placeholder']]],
    ['a regular expression', 'mihomo', clash('  - {name: Main, type: select, proxies: ["/^(a+)+$/"]}\n'), [[2, 'bad_filter']]],
    ['an unknown group', 'mihomo', clash(main, '  - MATCH,Other\n'), [[4, 'unknown_group']]],
    ['a group twice', 'mihomo', clash(main + main), [[3, 'duplicate_name']]],
    ['a group named like a built-in one', 'mihomo', clash('  - {name: DIRECT, type: select}\n'), [[2, 'duplicate_name']]],
    [
      'groups in a circle',
      'mihomo',
      clash('  - {name: A, type: select, proxies: [B]}\n  - {name: B, type: select, proxies: [A]}\n'),
      [[2, 'group_loop']],
    ],
    ['JSON with a comma too many', 'sing-box', '{\n  "outbounds": [],\n}', [[3, 'unparsable']]],
    ['an unknown tag', 'sing-box', '{\n"outbounds": [\n{"type":"selector","tag":"A","outbounds":["B"]}]}', [[3, 'unknown_group']]],
    ['an unknown final', 'sing-box', '{"outbounds": [],\n"route": {"final":\n"B"}}', [[3, 'unknown_group']]],
    ['a rule within a text', 'sing-box', '{"outbounds": [],\n"log": {"output": "x {{subscribe_rule}}"}}', [[2, 'misplaced_placeholder']]],
    ['no place for nodes', 'surge', '[Proxy]\n', [[null, 'proxies_missing']]],
    ['two places for nodes', 'loon', '{{proxies}}\n{{proxies}}', [[2, 'misplaced_placeholder']]],
    ['nodes within a line', 'surge', 'x {{proxies}}\n{{proxies}}', [[1, 'misplaced_placeholder']]],
    ['a rule to nowhere', 'surge', surge('A = select', 'FINAL,B'), [[8, 'unknown_group']]],
  ])('%s', (_, format, text, expected) => expect(codes(format, text)).toEqual(expected))

  test('brackets in words and comments do not count as nesting', () => {
    const groups = Array.from({ length: 120 }, (_, n) => `  - {name: G${n}, type: select, filter: '^[^[]+US'} # [7) of {`)
    expect(codes('mihomo', clash(`${groups.join('\n')}\n`))).toEqual([])
  })

  test('a text that is too long is refused, and a malicious one takes no longer than a few honest ones of its size', () => {
    expect(codes('mihomo', 'x'.repeat(256 * 1024 + 1))).toEqual([[null, 'too_large']])
    const timed = (work: () => unknown): number => {
      const from = performance.now()
      work()
      return performance.now() - from
    }
    const honest = timed(() => codes('mihomo', `rules:\n${'  - DOMAIN-SUFFIX,example.com,DIRECT\n'.repeat(5500)}`))
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghij'.split('').map((key, at) => `${key}: &${key} [${`*${'abcdefghij'[at]},`.repeat(9)}]`),
    ]
    expect(timed(() => expect(codes('mihomo', bomb.join('\n'))).toEqual([[null, 'unparsable']]))).toBeLessThan(10 * honest)
    for (const text of [
      ...['[', '{{', '[[],', '["]",', '{"}":', '- ', '? ', '!a '].map((one) => one.repeat(50_000)),
      `{{${' '.repeat(200_000)}`,
    ]) {
      for (const format of ['mihomo', 'sing-box'] as const) {
        expect(timed(() => expect(codes(format, text)).not.toEqual([]))).toBeLessThan(10 * honest)
      }
    }
  })
})

test('cores before 1.12 get the layout they can read', () => {
  expect(takesTemplate(dialectOf('sing-box', 'sing-box', '1.11.4'))).toBe(false)
  expect(takesTemplate(dialectOf('sing-box', 'sing-box', '1.12.0'))).toBe(true)
  expect(takesTemplate(dialectOf('xray'))).toBe(false)
})
