import { emptyBlocks, emptySettings } from '@portico/contract/empty-settings'
import type { Tls } from '@portico/contract/protocol-blocks'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { dialectOf } from './dialect.ts'
import { compileFeed, compileMessage } from './compile-feed.ts'
import type { FeedNode, Site } from './feed-node.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'
import { compilePac, readPacTemplate, STARTING_PAC } from './pac.ts'
import { templateFaults } from './templates/link-template.ts'

const hostile = [
  `"; DIRECT`,
  `'); evil(); ('`,
  '`${evil()}`',
  '*/ evil() /*',
  '\n evil() //',
  '\u2028evil()',
  '</script>',
  '\\"',
  '{{proxies}}',
  `x" + evil() + "`,
]
const plain = (name: string, changes: Partial<FeedNode> = {}) => nodeOf(name, emptySettings('http'), changes)
const secure = (name: string, tls: Partial<Tls> = {}, changes: Partial<FeedNode> = {}) =>
  nodeOf(name, { ...emptySettings('http'), security: 'tls', tls: { ...emptyBlocks().tls, ...tls } }, changes)
const render = (nodes: FeedNode[], to: Site = site) => compileFeed(dialectOf('pac'), nodes, to)(member)

/** Runs a script as a browser does, in an empty context. */
function browser(script: string): (host: string) => unknown {
  const sandbox = createContext({ ran: [] as string[] })
  runInContext('function evil() { ran.push("evil") }', sandbox)
  runInContext(script, sandbox, { timeout: 5000 })
  return (host) => {
    const answer: unknown = runInContext(`FindProxyForURL(${JSON.stringify(`https://${host}/`)}, ${JSON.stringify(host)})`, sandbox, {
      timeout: 5000,
    })
    expect(sandbox['ran']).toEqual([])
    return answer
  }
}

test('names go through the proxies, except those that stay direct', () => {
  const find = browser(render([plain('One', { host: 'one.example.net', port: '8080' }), secure('Two', {}, { host: '2001:db8::1' })]))
  const proxies = 'PROXY one.example.net:8080; HTTPS [2001:db8::1]:443'
  for (const host of ['example.org', 'notcn', 'x.notcn.org', 'cn.example.org', '8.8.8.8', '100.128.0.1', '10.example.org', '2001:db8::5']) {
    expect([host, find(host)]).toEqual([host, host.includes('.') || host.includes(':') ? proxies : 'DIRECT'])
  }
  for (const host of [
    'portico.example.com',
    'www.example.cn',
    'EXAMPLE.CN',
    'printer',
    'nas.local',
    '192.168.1.1',
    '10.0.0.1',
    '172.31.0.1',
    '::1',
  ]) {
    expect([host, find(host)]).toEqual([host, 'DIRECT'])
  }
})

test('only proxies that a browser can sign in to and verify are listed', () => {
  const others = Object.entries(variants).filter(([, settings]) => settings.protocol !== 'http')
  const unusable = [
    ...others.map(([name, settings]) => nodeOf(name, settings)),
    secure('Unchecked', { allow_insecure: true }),
    secure('Another name', { server_name: 'front.example.org' }),
  ]
  const script = render(unusable)
  expect(script).toMatch(/^\/\/ None of your nodes can be used by a browser/)
  expect(browser(script)('example.org')).toBe('DIRECT')
  const find = browser(render([...unusable, secure('Same name', { server_name: 'node.example.com' }), plain('Twice'), plain('Twice')]))
  expect(find('example.org')).toBe('HTTPS node.example.com:443; PROXY node.example.com:443')
})

test.each(hostile)('no name of a node, host, site or domain is ever run as code: %j', (text) => {
  const nodes = [plain(text), plain('Bad host', { host: text }), plain('Bad port', { port: text })]
  const to = { ...site, title: text, blocked: { suffixes: [text], keywords: [text] } }
  const find = browser(render(nodes, to))
  expect([find('example.org'), find('www.example.cn')]).toEqual(['PROXY node.example.com:443', 'DIRECT'])
  // Wherever an operator puts a placeholder, it stays one value.
  const placed = `// {{site_title}}\n/* {{site_title}} */ var a = '{{site_title}}', b = \`{{site_title}}\`, c = {{blocked_domains}}, d = {{site_title}};
function FindProxyForURL(url, host) { return host === "title" ? d : {{proxies}} }`
  expect(templateFaults('pac', placed)).toEqual([])
  const shown = compilePac(readPacTemplate(placed), nodes, to)(member)
  expect(browser(shown)('example.org')).toBe('PROXY node.example.com:443')
  expect(browser(compileMessage(dialectOf('pac'), text, to)(member))('example.org')).toBe('DIRECT')
})

test('what youth mode blocks is blocked, except the site itself', () => {
  const to = { ...site, blocked: { suffixes: ['bad.example.net', 'example.com'], keywords: ['casino'] } }
  const find = browser(render([plain('One')], to))
  const dead = 'PROXY 127.0.0.1:9'
  expect(['bad.example.net', 'www.bad.example.net', 'my-casino.example.org'].map(find)).toEqual([dead, dead, dead])
  expect([find('notbad.example.net'), find('portico.example.com')]).toEqual(['PROXY node.example.com:443', 'DIRECT'])
})

test('faults in a script are reported with their place, and the script is never run', () => {
  expect(templateFaults('pac', STARTING_PAC)).toEqual([])
  const faults = (text: string) => templateFaults('pac', text).map(({ line, code }) => [line, code])
  expect(faults('var a = 1;\nfunction FindProxyForURL(url, host) {\n  return "DIRECT\n}')).toEqual([[3, 'unparsable']])
  expect(faults('function findProxy() {}')).toEqual([[null, 'missing_function']])
  expect(faults('function FindProxyForURL() { return {{nodes}} }')).toEqual([[1, 'unknown_placeholder']])
  expect(faults('function FindProxyForURL() { return "{{proxies}}" }')).toEqual([[1, 'unparsable']])
  expect(faults(`function FindProxyForURL() {} //${' '.repeat(256 * 1024)}`)).toEqual([[null, 'too_large']])
  expect(faults('while (true) {}\nthrow 1\nfunction FindProxyForURL() {}')).toEqual([])
  expect(faults('('.repeat(100_000))[0]?.[1]).toBe('unparsable')
})
