import { rejectLines } from '../blocked.ts'
import { builtInLayout } from '../built-in-layout.ts'
import type { ProfileContent, TemplateLanguage } from '../client-format.ts'
import { distinctNames, type FeedNode, type Site, siteHost, toEntries } from '../feed-node.ts'
import { lineName, quotedIfNeeded } from './proxy-line.ts'
import { type Compiled, createTemplate, flaggedPath } from '../slots.ts'
import type { LineLanguage } from './line-template.ts'
import { generalLines, privateLines } from './starting-surge.ts'
import { updateSeconds } from '../layout-parts.ts'
import { surgeLine } from './surge-line.ts'

const builtIn = ['DIRECT', 'REJECT', 'REJECT-DROP', 'REJECT-NO-DROP', 'REJECT-TINYGIF', 'CELLULAR', 'CELLULAR-ONLY', 'HYBRID', 'NO-HYBRID']
const reserved = [...builtIn, ...builtIn.map((name) => name.toLowerCase())]

/** Compiles the built-in layout of Surge or Surfboard, and a small profile for a message. Both contain their own link. */
export function compileSurge(app: 'surge' | 'surfboard', language: TemplateLanguage): (content: ProfileContent) => Compiled {
  const layout = builtInLayout(language)
  return ({ nodes, site, whole, layout: version }) => (whole ? layout(nodes, site, version) : compileMessageProfile(app, nodes, site))
}

function compileMessageProfile(app: 'surge' | 'surfboard', nodes: readonly FeedNode[], site: Site): Compiled {
  const template = createTemplate((secret) => quotedIfNeeded(secret) ?? '')
  const main = distinctNames(reserved)(lineName(site.title) || 'Proxy')
  const proxies = toEntries(nodes, [...reserved, main], lineName).flatMap((entry) => {
    const line = surgeLine(entry, template)
    return line === null ? [] : [{ name: entry.name, line }]
  })
  const lines = [
    ...(URL.canParse(site.url)
      ? [`#!MANAGED-CONFIG ${site.url}${template.slot(flaggedPath(app))} interval=${updateSeconds(site)} strict=false`, '']
      : []),
    '[General]',
    ...generalLines,
    '',
    '[Proxy]',
    ...proxies.map((proxy) => proxy.line),
    '',
    '[Proxy Group]',
    [`${main} = select`, ...proxies.map((proxy) => proxy.name), 'DIRECT'].join(', '),
    '',
    '[Rule]',
    ...siteRule(site),
    ...rejectLines(site),
    ...privateLines,
    'GEOIP,CN,DIRECT',
    `FINAL,${main}`,
    '',
  ]
  return template.compile(lines.join('\n'))
}

export function siteRule(site: Site): string[] {
  const found = siteHost(site)
  if (!found) return []
  if (found.ip === 4) return [`IP-CIDR,${found.host}/32,DIRECT,no-resolve`]
  if (found.ip === 6) return [`IP-CIDR6,${found.host}/128,DIRECT,no-resolve`]
  return [`DOMAIN,${found.host},DIRECT`]
}

/** The sections of a Surge or Surfboard profile. */
export const surgeLanguage: LineLanguage = {
  groups: 'Proxy Group',
  rules: 'Rule',
  nodeSections: ['Proxy'],
  builtIn: reserved,
  writeNode: surgeLine,
  secretText: quotedIfNeeded,
  siteRules: siteRule,
  rejects: rejectLines,
  isTagged: false,
}
