import { isIP } from 'node:net'
import { setImmediate as othersFirst } from 'node:timers/promises'

/** The lists that profiles refer to. `cn-ip` holds networks, the others names. */
export const RULE_LISTS = ['cn', 'cn-ip', 'ads', 'ai', 'streaming'] as const
export type RuleListName = (typeof RULE_LISTS)[number]

/** A rule list. `suffixes`: names with their subdomains. */
export type RuleList = { suffixes: string[]; names: string[]; networks: string[] }

/** Lines read before others get a turn. */
const AT_ONCE = 5_000

/**
 * Parses a published list: a name or network per line, as by v2fly, dnsmasq, Clash and Surge; other lines are skipped. null: hardly any
 * line is readable. Yields to other calls meanwhile.
 */
export async function readRuleList(text: string): Promise<RuleList | null> {
  const list: Record<keyof RuleList, Set<string>> = { suffixes: new Set(), names: new Set(), networks: new Set() }
  let [lines, read] = [0, 0]
  for (const [at, raw] of text.split('\n').entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await othersFirst()
    const line = raw
      .split(/#|\/\/|;/, 1)
      .join('')
      .trim()
    if (line === '' || line === 'payload:') continue
    lines++
    const found = readLine(line.replace(/^-\s+/, '').replace(/^(['"])(.*)\1$/, '$2'))
    if (!found) continue
    list[found.kind].add(found.value)
    read++
  }
  if (read === 0 || read < lines / 2) return null
  return { suffixes: [...list.suffixes], names: [...list.names], networks: [...list.networks] }
}

type Found = { kind: keyof RuleList; value: string }

const kinds: Record<string, keyof RuleList> = {
  domain: 'names',
  host: 'names',
  full: 'names',
  'domain-suffix': 'suffixes',
  'host-suffix': 'suffixes',
  'ip-cidr': 'networks',
  'ip-cidr6': 'networks',
}

function readLine(line: string): Found | null {
  const dnsmasq = /^server=\/([^/]+)\//.exec(line)?.[1]
  if (dnsmasq) return name('suffixes', dnsmasq)
  const [type = '', value] = line.split(',').map((part) => part.trim())
  if (value !== undefined) {
    const kind = kinds[type.toLowerCase()]
    if (!kind) return null
    return kind === 'networks' ? network(value) : name(kind, value)
  }
  // v2fly writes attributes after the name.
  const [, prefix, rest = ''] = /^(?:(domain|full|keyword|regexp):)?(\S+?)(?:\s+[@&]\S+)*$/.exec(line) ?? []
  if (prefix) return prefix === 'domain' ? name('suffixes', rest) : prefix === 'full' ? name('names', rest) : null
  return network(rest) ?? name('suffixes', rest.replace(/^\+?\./, ''))
}

function name(kind: 'suffixes' | 'names', given: string): Found | null {
  const value = given.toLowerCase()
  return value.length <= 253 && isIP(value) === 0 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(value) ? { kind, value } : null
}

function network(given: string): Found | null {
  const [address = '', length, more] = given.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return null
  const most = version === 4 ? 32 : 128
  const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : -1
  return bits >= 0 && bits <= most ? { kind: 'networks', value: `${address.toLowerCase()}/${bits}` } : null
}

/** How a core reads a list. */
export type RuleFile = { type: string; write: (list: RuleList) => string }

/** Files by path below `/rules/`; `*` is the list's name. */
export const ruleFiles: Record<string, RuleFile> = {
  'clash/*.txt': {
    type: 'text/plain; charset=utf-8',
    write: ({ suffixes, names, networks }) => lines([...suffixes.map((suffix) => `+.${suffix}`), ...names, ...networks]),
  },
  'sing-box/*.json': {
    type: 'application/json; charset=utf-8',
    write: (list) => JSON.stringify({ version: 1, rules: singBoxRules(list) }),
  },
  'surge/*.list': {
    type: 'text/plain; charset=utf-8',
    write: ({ suffixes, names, networks }) =>
      lines([
        ...suffixes.map((suffix) => `DOMAIN-SUFFIX,${suffix}`),
        ...names.map((one) => `DOMAIN,${one}`),
        ...networks.map((one) => `${one.includes(':') ? 'IP-CIDR6' : 'IP-CIDR'},${one},no-resolve`),
      ]),
  },
}

/** A list as sing-box's headless rules. */
export function singBoxRules({ suffixes, names, networks }: RuleList): object[] {
  return [
    {
      ...(names.length > 0 && { domain: names }),
      ...(suffixes.length > 0 && { domain_suffix: suffixes }),
      ...(networks.length > 0 && { ip_cidr: networks }),
    },
  ]
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
