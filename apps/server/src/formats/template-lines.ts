import type { TemplateFault } from '@portico/contract/templates-admin'
import { quantumultRejects, rejectLines } from './blocked.ts'
import { distinctNames, type Entry, type FeedNode, type Site, siteHost, toEntries } from './feed-node.ts'
import { loonLine, reserved as loonNames } from './loon.ts'
import { lineName } from './proxy-line.ts'
import { quantumultLine, reserved as quantumultNames } from './quantumult-x.ts'
import { type Compiled, createTemplate, type Template, token } from './slots.ts'
import { reserved as surgeNames, siteRule } from './surge.ts'
import { surgeLine } from './surge-line.ts'
import { type Group, groupFaults, prune, ruleTarget, withoutGone } from './template-groups.ts'
import {
  fill,
  fillMembers,
  nameNotFilter,
  normalise,
  placeholderFaults,
  PROXIES,
  RULE,
  TemplateError,
  type Values,
} from '../documents/template-text.ts'

/** Formats of sections and lines, and what each calls them. */
const dialects = {
  surge: { groups: 'Proxy Group', rules: 'Rule', proxies: 'Proxy', builtIn: surgeNames, write: surgeLine },
  surfboard: { groups: 'Proxy Group', rules: 'Rule', proxies: 'Proxy', builtIn: surgeNames, write: surgeLine },
  loon: { groups: 'Proxy Group', rules: 'Rule', proxies: 'Proxy', builtIn: loonNames, write: loonLine },
  'quantumult-x': { groups: 'policy', rules: 'filter_local', proxies: 'server_local', builtIn: quantumultNames, write: quantumultLine },
} satisfies Record<string, Lines>
type Lines = {
  groups: string
  rules: string
  proxies: string
  builtIn: readonly string[]
  write: (entry: Entry, template: Template) => string | null
}
export type LineFormat = keyof typeof dialects
type Line = { text: string; section: string; number: number }
export type LineTemplate = { format: LineFormat; lines: Line[] }

/** Reads a text of sections and lines. Throws `TemplateError` with all that is wrong with it. */
export function readLineTemplate(format: LineFormat, given: string): LineTemplate {
  throwIfAny(placeholderFaults(given, ['site_title', 'subscribe_host', 'subscribe_url', 'subscribe_rule', 'proxies']))
  const lines = split(normalise(given))
  const misplaced = lines.flatMap(({ text, section, number }): TemplateFault[] =>
    [PROXIES, RULE].flatMap((mark) => {
      const isRight = !text.includes(mark) || (text.trim() === mark && (mark === PROXIES || section === dialects[format].rules))
      return isRight ? [] : [{ line: number, code: 'misplaced_placeholder' as const, detail: mark }]
    }),
  )
  const places = lines.filter(({ text }) => text.trim() === PROXIES)
  if (places.length === 0) misplaced.push({ line: null, code: 'proxies_missing', detail: PROXIES })
  for (const { number } of places.slice(1)) misplaced.push({ line: number, code: 'misplaced_placeholder', detail: PROXIES })
  throwIfAny([...misplaced, ...lineFaults(format, lines)])
  return { format, lines }
}

/** A profile of lines by an operator's template. Throws `TemplateError` where the site's title is in its way. */
export function compileLineTemplate({ format, lines }: LineTemplate, nodes: readonly FeedNode[], site: Site): Compiled {
  const { builtIn, write, rules: ruleSection } = dialects[format]
  const template = createTemplate()
  const title = distinctNames([...builtIn, ...namesIn(format, lines)])(nameNotFilter(lineName(site.title) || 'Proxy'))
  const host = siteHost(site)
  const values: Values = new Map([
    ['site_title', title],
    ...(host && !host.ip ? ([['subscribe_host', host.host]] as const) : []),
    ...(URL.canParse(site.url) ? ([['subscribe_url', `${site.url}/s/${template.slot(token)}`]] as const) : []),
  ])
  const filled = lines.flatMap((line) => {
    const mark = line.text.trim()
    if (mark === PROXIES) return [line]
    const texts = mark === RULE ? siteRules(format, site) : [fill(line.text, values)]
    return texts.flatMap((text) => (text === null ? [] : [{ ...line, text }]))
  })
  throwIfAny(lineFaults(format, filled))
  const written = toEntries(nodes, [...builtIn, ...namesIn(format, filled)], lineName).flatMap((entry) => {
    const text = write(entry, template)
    return text === null ? [] : [{ name: entry.name, text }]
  })
  const names = written.map((proxy) => proxy.name)
  const groups = groupsIn(format, filled).map((group) => ({
    ...group,
    members: group.open && group.members.length === 0 ? [] : fillMembers(group.members, names),
  }))
  const { kept, gone } = prune(groups)
  const byLine = new Map<number | null, string>(groups.map(({ line }) => [line, '']))
  for (const group of kept) byLine.set(group.line, group.write(group.members))
  const instead = kept[0]?.name ?? builtIn.find((name) => /^direct$/i.test(name)) ?? 'DIRECT'
  const made = filled.flatMap((line) => {
    if (line.text.trim() === PROXIES) return written.map(({ text }) => text)
    if (line.section === ruleSection && isContent(line)) return withoutGone([line.text], gone, instead)
    const group = byLine.get(line.number)
    return group === undefined ? [line.text] : group === '' ? [] : [group]
  })
  const text = template.compile(withRejects(format, made, site).join('\n'))
  // A list of servers alone is a resource for Quantumult X, and those are in base64.
  const isResource = format === 'quantumult-x' && lines.every(({ section }) => section === '')
  return isResource ? (credential) => Buffer.from(text(credential), 'utf8').toString('base64') : text
}

/** A profile as it leaves: no group is empty or holds what is not there. */
export function lineOutputFaults(format: LineFormat, output: string): TemplateFault[] {
  const lines = split(output)
  const known = new Set([...dialects[format].builtIn, ...namesIn(format, lines)])
  return groupsIn(format, lines).flatMap((group): TemplateFault[] => [
    ...(group.members.length === 0 && !group.open ? [{ line: group.line, code: 'group_empty' as const, detail: group.name }] : []),
    ...group.members.flatMap((one) => (known.has(one) ? [] : [{ line: group.line, code: 'unknown_group' as const, detail: one }])),
  ])
}

/** What is blocked goes first in the section of rules; a list of servers alone has no rules. */
function withRejects(format: LineFormat, lines: readonly string[], site: Site): string[] {
  const isX = format === 'quantumult-x'
  const rejected = isX ? quantumultRejects(site) : rejectLines(site)
  if (rejected.length === 0 || !lines.some((line) => isHeading(line))) return [...lines]
  const heading = `[${dialects[format].rules}]`
  const at = lines.findIndex((line) => line.trim() === heading)
  const first = [...siteRules(format, site), ...rejected]
  return at < 0 ? [...lines, '', heading, ...first] : [...lines.slice(0, at + 1), ...first, ...lines.slice(at + 1)]
}

function isHeading(line: string): boolean {
  return /^\s*\[[^\]]+\]\s*$/.test(line)
}

function siteRules(format: LineFormat, site: Site): string[] {
  if (format !== 'quantumult-x') return siteRule(site)
  const host = siteHost(site)
  if (!host) return []
  if (host.ip) return [`${host.ip === 4 ? 'ip-cidr' : 'ip6-cidr'}, ${host.host}/${host.ip === 4 ? 32 : 128}, direct`]
  return [`host, ${host.host}, direct`]
}

function lineFaults(format: LineFormat, lines: readonly Line[]): TemplateFault[] {
  const { builtIn, rules } = dialects[format]
  const groups = groupsIn(format, lines)
  const { faults, known } = groupFaults(groups, ownProxies(format, lines), builtIn)
  const led = lines.flatMap((line): TemplateFault[] => {
    if (line.section !== rules || !isContent(line) || line.text.trim() === RULE) return []
    const target = ruleTarget(line.text)
    return target === null || known.has(target) ? [] : [{ line: line.number, code: 'unknown_group', detail: target }]
  })
  return [...faults, ...led]
}

type LineGroup = Group & { write: (members: readonly string[]) => string }
const openKeys = /^(policy-path|include-all-proxies|include-other-group|policy-regex-filter|server-tag-regex|resource-tag-regex)\s*=/

/** Groups as lines: "Name = type, members, key=value", and in Quantumult X "type=Name, members, key=value". */
function groupsIn(format: LineFormat, lines: readonly Line[]): LineGroup[] {
  return lines.flatMap((line) => {
    const [, before, after] = /^\s*([^=]+?)\s*=\s*(.*)$/.exec(line.text) ?? []
    if (line.section !== dialects[format].groups || !isContent(line) || before === undefined || after === undefined) return []
    const [first = '', ...items] = after.split(',').map((item) => item.trim())
    const isSetting = (item: string): boolean => !item.startsWith('/') && item.includes('=')
    const members = items.filter((item) => item !== '' && !isSetting(item))
    const settings = items.filter(isSetting)
    const [name, type] = format === 'quantumult-x' ? [first, before] : [before, first]
    const open = settings.some((item) => openKeys.test(item)) || /^(ssid|subnet)$/.test(type)
    const write = (filled: readonly string[]): string => {
      const all = [first, ...filled, ...settings].join(', ')
      return format === 'quantumult-x' ? `${before}=${all}` : `${before} = ${all}`
    }
    return [{ name, members, open, line: line.number, write }]
  })
}

/** What an operator wrote beside our nodes: proxies of his own, and in Loon the names of remote lists and filters. */
function ownProxies(format: LineFormat, lines: readonly Line[]): { name: string; line: number }[] {
  const sections = [dialects[format].proxies, ...(format === 'loon' ? ['Remote Proxy', 'Remote Filter'] : [])]
  return lines.flatMap((line) => {
    if (!sections.includes(line.section) || !isContent(line) || line.text.trim() === PROXIES) return []
    const found = format === 'quantumult-x' ? /,\s*tag=(.+)$/.exec(line.text) : /^\s*([^=]+?)\s*=/.exec(line.text)
    return found?.[1] === undefined ? [] : [{ name: found[1].trim(), line: line.number }]
  })
}

function namesIn(format: LineFormat, lines: readonly Line[]): string[] {
  return [...groupsIn(format, lines), ...ownProxies(format, lines)].map(({ name }) => name)
}

function isContent({ text }: Line): boolean {
  return !/^\s*(#|;|\/\/|\[|$)/.test(text)
}

function split(text: string): Line[] {
  let section = ''
  return text.split(/\r?\n/).map((line, index) => {
    section = /^\s*\[([^\]]+)\]\s*$/.exec(line)?.[1] ?? section
    return { text: line, section, number: index + 1 }
  })
}

function throwIfAny(faults: TemplateFault[]): void {
  if (faults.length > 0) throw new TemplateError(faults.slice(0, 50))
}
