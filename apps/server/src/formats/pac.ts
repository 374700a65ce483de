import type { TemplateFault } from '@portico/contract/templates-admin'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { Script } from 'node:vm'
import type { ClientFormat } from './client-format.ts'
import { featureGroups } from './features.ts'
import { cleanName, type FeedNode, type Site, siteHost, toEntries } from './feed-node.ts'
import type { Compiled } from './slots.ts'
import { fill, normalise, placeholderFaults, TemplateError, type Values } from '../documents/template-text.ts'

const allowed = ['site_title', 'subscribe_host', 'proxies', 'direct_domains', 'blocked_domains', 'blocked_keywords'] as const

/** Checks an operator's PAC script: parses it, never runs it. Throws `TemplateError` with all faults. */
export function readPacTemplate(given: string): string {
  const early = placeholderFaults(given, allowed)
  if (early.length > 0) throw new TemplateError(early)
  const text = normalise(given)
  const faults = pacFaults(fill(text, valuesOf([], { title: 'Site', url: 'https://site.example.com', zone: 'UTC' })) ?? '')
  if (faults.length > 0) throw new TemplateError(faults)
  if (!/\bfunction\s+FindProxyForURL\s*\(|\bFindProxyForURL\s*=/.test(text)) {
    throw new TemplateError([{ line: null, code: 'missing_function', detail: 'FindProxyForURL(url, host)' }])
  }
  return text
}

/** Faults that keep a browser from reading a script. */
function pacFaults(script: string): TemplateFault[] {
  try {
    // `Script` only parses here; nothing runs it.
    void new Script(script, { filename: 'pac.js' })
    return []
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const line = /^pac\.js:(\d+)/.exec(error.stack ?? '')?.[1]
    return [{ line: line ? Number(line) : null, code: 'unparsable', detail: error.message.slice(0, 200) }]
  }
}

/** A browser's proxy auto-configuration. With a `message` everything goes direct, and a comment at the top says why. */
export function compilePac(template: string, nodes: readonly FeedNode[], site: Site, message: string | null = null): Compiled {
  const proxies = message === null ? browserProxies(nodes) : []
  const why = message ?? (proxies.length === 0 ? 'None of your nodes can be used by a browser, so everything goes direct.' : null)
  const script = fill(template, valuesOf(proxies, site)) ?? ''
  const text = why === null ? script : `// ${cleanName(why)}\n${script}`
  return () => text
}

/** The nodes as a browser names them: HTTP proxies with or without TLS. They ask the browser for a name and a password. */
export function browserProxies(nodes: readonly FeedNode[]): string[] {
  const found = toEntries(nodes, []).flatMap(({ host: given, port, settings }) => {
    if (settings.protocol !== 'http') return []
    const host = isIP(given) === 6 ? `[${given}]` : hostName(given)
    if (host === null) return []
    if (settings.security !== 'tls') return [`PROXY ${host}:${port}`]
    // A browser checks the certificate only against the name it connects to.
    const { allow_insecure: isUnchecked = false, server_name: name = '' } = settings.tls ?? {}
    return isUnchecked || (name !== '' && name.toLowerCase() !== given.toLowerCase()) ? [] : [`HTTPS ${host}:${port}`]
  })
  return [...new Set(found)]
}

function hostName(given: string): string | null {
  const host = isIP(given) === 4 ? given : domainToASCII(given)
  return host.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host) ? host : null
}

function valuesOf(proxies: readonly string[], site: Site): Values {
  const host = siteHost(site)
  const own = host ? [host.host] : []
  return new Map([
    ['site_title', literal(cleanName(site.title))],
    ['subscribe_host', literal(own[0] ?? '')],
    ['proxies', literal(proxies.length > 0 ? proxies.join('; ') : 'DIRECT')],
    ['direct_domains', literals([...own, 'localhost', 'local', 'lan', 'home.arpa'])],
    ['blocked_domains', literals(site.blocked?.suffixes ?? [])],
    ['blocked_keywords', literals(site.blocked?.keywords ?? [])],
  ])
}

/** A JavaScript string. Characters that could end it, or a comment or string around it, become Unicode escapes. */
function literal(value: string): string {
  const safe = value.replaceAll(/[^A-Za-z0-9 .,:;_-]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `"${safe}"`
}

function literals(values: readonly string[]): string {
  return `[${values.map(literal).join(', ')}]`
}

/** PAC script until an operator publishes one; old engines must read it too. */
export const STARTING_PAC = `// Domains in a list stand for their subdomains too. What is in no list goes by otherwise.
var proxies = {{proxies}};
var otherwise = proxies;
var proxied = [];
var direct = ["cn"];

var alwaysDirect = {{direct_domains}};
var blockedDomains = {{blocked_domains}};
var blockedKeywords = {{blocked_keywords}};

function FindProxyForURL(url, host) {
  host = host.toLowerCase();
  if (isLocal(host) || isWithin(host, alwaysDirect)) return "DIRECT";
  if (isWithin(host, blockedDomains) || hasWord(host, blockedKeywords)) return "PROXY 127.0.0.1:9";
  if (isWithin(host, proxied)) return proxies;
  if (isWithin(host, direct)) return "DIRECT";
  return otherwise;
}

function isWithin(host, domains) {
  for (var i = 0; i < domains.length; i++) {
    if (host === domains[i]) return true;
    if (host.length > domains[i].length && host.slice(-domains[i].length - 1) === "." + domains[i]) return true;
  }
  return false;
}

function hasWord(host, words) {
  for (var i = 0; i < words.length; i++) if (host.indexOf(words[i]) >= 0) return true;
  return false;
}

function isLocal(host) {
  if (host.indexOf(".") < 0) return host.indexOf(":") < 0 || host === "::1" || /^(f[cd]|fe[89ab])/.test(host);
  return /^(127|10|192\\.168|169\\.254|172\\.(1[6-9]|2[0-9]|3[01])|100\\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7]))\\.[0-9.]+$/.test(host);
}
`

const starting = readPacTemplate(STARTING_PAC)

export const pac = {
  contentType: 'application/x-ns-proxy-autoconfig',
  ending: '.pac',
  // Browsers sign in to HTTP proxies but never to SOCKS, and refuse certificates that they cannot verify.
  lacks: [...featureGroups.notHttp, 'insecure'],
  compile: ({ nodes, site }) => compilePac(starting, nodes, site),
  compileMessage: (message, site) => compilePac(starting, [], site, message),
  template: {
    starting: () => STARTING_PAC,
    read(text) {
      const template = readPacTemplate(text)
      return (nodes, site) => compilePac(template, nodes, site)
    },
    outputFaults: pacFaults,
  },
} satisfies ClientFormat
