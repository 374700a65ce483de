import { stringify } from 'yaml'
import { rejectLines } from '../blocked.ts'
import { builtInLayout } from '../built-in-layout.ts'
import type { ProfileContent, TemplateLanguage } from '../client-format.ts'
import { cleanName, distinctNames, type Entry, type FeedNode, type Site, siteHost, toEntries } from '../feed-node.ts'
import { privateRules } from './private-rules.ts'
import { type Compiled, createTemplate, inJson, type Template } from '../slots.ts'
import { wellKnown } from '../well-known.ts'

// Names that mihomo uses; it refuses profiles that reuse one.
export const builtIn = [
  'DIRECT',
  'REJECT',
  'REJECT-DROP',
  'COMPATIBLE',
  'PASS',
  'PASS-RULE',
  'GLOBAL',
  'DNS',
  'default',
  'no-resolve',
  'src',
]

/** Writes one item of a profile's `proxies` for one core of the family. */
export type WriteProxy = (entry: Entry, template: Template) => Record<string, unknown>

/** Compiles the built-in layout, and a small profile for a message: it has nothing to measure or to choose. */
export function compileClash(writeProxy: WriteProxy, language: TemplateLanguage): (content: ProfileContent) => Compiled {
  const layout = builtInLayout(language)
  return ({ nodes, site, whole, layout: version }) =>
    whole ? layout(nodes, site, version) : compileMessageProfile(writeProxy, nodes, site)
}

function compileMessageProfile(writeProxy: WriteProxy, nodes: readonly FeedNode[], site: Site): Compiled {
  const template = createTemplate(inJson)
  const main = distinctNames(builtIn)(ruleSafe(site.title))
  const entries = toEntries(nodes, [...builtIn, main])
  const profile = {
    'mixed-port': 7890,
    'allow-lan': false,
    mode: 'rule',
    'log-level': 'warning',
    proxies: entries.map((entry) => writeProxy(entry, template)),
    'proxy-groups': [{ name: main, type: 'select', proxies: [...entries.map((entry) => entry.name), 'DIRECT'] }],
    rules: [
      ...siteRule(site),
      ...rejectLines(site),
      ...privateRules,
      ...wellKnown.map((name) => `DOMAIN-SUFFIX,${name},DIRECT`),
      `MATCH,${main}`,
    ],
  }
  // Everything is quoted, because parsers of other YAML versions read some names, ids and keys as dates or numbers.
  const text = stringify(profile, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
    aliasDuplicateObjects: false,
  })
  return template.compile(text)
}

/** A title as the name of a rule's target: rules are split at commas and may end in a comment. */
export function ruleSafe(title: string): string {
  return cleanName(title.replaceAll(/[,#]|\/\//g, ' ')) || 'Proxy'
}

function direct(rule: string): string {
  return rule.startsWith('IP-') ? `${rule},DIRECT,no-resolve` : `${rule},DIRECT`
}

export function siteRule(site: Site): string[] {
  const found = siteHost(site)
  if (!found) return []
  if (found.ip === 4) return [direct(`IP-CIDR,${found.host}/32`)]
  if (found.ip === 6) return [direct(`IP-CIDR6,${found.host}/128`)]
  return [direct(`DOMAIN,${found.host}`)]
}
