import type { TemplateFault } from '@portico/contract/templates-admin'
import type { FillTemplate, TemplateLanguage } from '../client-format.ts'
import { distinctNames, type Entry, type FeedNode, rulesUrl, type Site, siteHost, toEntries } from '../feed-node.ts'
import { lineName } from './proxy-line.ts'
import { type Compiled, createTemplate, type Template, linkPath } from '../slots.ts'
import {
  type Group,
  groupFaults,
  isFinal,
  mustLeadToNodes,
  ruleTarget,
  withoutEmptyGroups,
  withoutGone,
} from '../templates/template-groups.ts'
import {
  fill,
  fillMembers,
  isLinkInPlace,
  nameNotFilter,
  normalise,
  placeholderFaults,
  PROXIES,
  RULE,
  TemplateError,
  type Values,
} from '../../documents/template-text.ts'

/** How a format of sections and lines names its parts. */
export type LineLanguage = {
  /** Section names. `nodeSections`: the sections that define node names, starting with the one for nodes. */
  groups: string
  rules: string
  nodeSections: readonly string[]
  builtIn: readonly string[]
  /** Writes a node; null: a value cannot stand on a line. */
  writeNode: (entry: Entry, template: Template) => string | null
  /** As in `ClientFormat`. */
  secretText: (secret: string) => string | null
  /** Rules that keep the site reachable, and rules that reject what youth mode blocks. */
  siteRules: (site: Site) => string[]
  rejects: (site: Site) => string[]
  /** Quantumult X: a name follows its type or is in a tag, and a list of only servers is sent in base64. */
  isTagged: boolean
}
type Line = { text: string; section: string; number: number }

/** Template language of formats with sections and lines. */
export function lineTemplate(language: LineLanguage, starting: TemplateLanguage['starting']): TemplateLanguage {
  const read = (text: string): FillTemplate => {
    const lines = readLines(language, text)
    return (nodes, site) => compileLines(language, lines, nodes, site)
  }
  return { starting, read, outputFaults: (profile) => outputFaults(language, profile) }
}

function readLines(language: LineLanguage, given: string): Line[] {
  throwIfAny(placeholderFaults(given, ['site_title', 'subscribe_host', 'subscribe_url', 'subscribe_rule', 'rules_url', 'proxies']))
  const lines = split(normalise(given))
  const misplaced = lines.flatMap(({ text, section, number }): TemplateFault[] =>
    [PROXIES, RULE].flatMap((mark) => {
      const isRight = !text.includes(mark) || (text.trim() === mark && (mark === PROXIES || section === language.rules))
      return isRight ? [] : [{ line: number, code: 'misplaced_placeholder' as const, detail: mark }]
    }),
  )
  const places = lines.filter(({ text }) => text.trim() === PROXIES)
  if (places.length === 0) misplaced.push({ line: null, code: 'proxies_missing', detail: PROXIES })
  for (const { number } of places.slice(1)) misplaced.push({ line: number, code: 'misplaced_placeholder', detail: PROXIES })
  const links = lines.filter(({ text }) => !isLinkInPlace(text))
  for (const { number } of links) misplaced.push({ line: number, code: 'misplaced_placeholder', detail: '{{subscribe_url}}' })
  throwIfAny([...misplaced, ...lineFaults(language, lines)])
  return lines
}

function compileLines(language: LineLanguage, lines: readonly Line[], nodes: readonly FeedNode[], site: Site): Compiled {
  const { builtIn, writeNode, secretText, rules: ruleSection, isTagged } = language
  const template = createTemplate((secret) => secretText(secret) ?? '')
  const title = distinctNames([...builtIn, ...namesIn(language, lines)])(nameNotFilter(lineName(site.title) || 'Proxy'))
  const host = siteHost(site)
  const values: Values = new Map([
    ['site_title', title],
    ...(host && !host.ip ? ([['subscribe_host', host.host]] as const) : []),
    ...(URL.canParse(site.url) ? ([['subscribe_url', `${site.url}${template.slot(linkPath)}`]] as const) : []),
    ['rules_url', rulesUrl(site)],
  ])
  const filled = lines.flatMap((line) => {
    const mark = line.text.trim()
    if (mark === PROXIES) return [line]
    const texts = mark === RULE ? language.siteRules(site) : [fill(line.text, values)]
    return texts.flatMap((text) => (text === null ? [] : [{ ...line, text }]))
  })
  throwIfAny(lineFaults(language, filled))
  const written = toEntries(nodes, [...builtIn, ...namesIn(language, filled)], lineName).flatMap((entry) => {
    const text = writeNode(entry, template)
    return text === null ? [] : [{ name: entry.name, place: entry.place, text }]
  })
  const groups = groupsIn(language, filled).map((group) => ({
    ...group,
    members: group.open && group.members.length === 0 ? [] : fillMembers(group.members, written),
  }))
  const { kept, gone } = withoutEmptyGroups(groups)
  const last = filled.find((line) => line.section === ruleSection && isContent(line) && isFinal(line.text))
  mustLeadToNodes(kept, gone, last ? ruleTarget(last.text) : null, builtIn)
  const byLine = new Map<number | null, string>(groups.map(({ line }) => [line, '']))
  for (const group of kept) byLine.set(group.line, group.write(group.members))
  const instead = kept[0]?.name ?? builtIn.find((name) => /^direct$/i.test(name)) ?? 'DIRECT'
  const made = filled.flatMap((line) => {
    if (line.text.trim() === PROXIES) return written.map(({ text }) => text)
    if (line.section === ruleSection && isContent(line)) return withoutGone([line.text], gone, instead)
    const group = byLine.get(line.number)
    return group === undefined ? [line.text] : group === '' ? [] : [group]
  })
  const text = template.compile(withRejects(language, made, site).join('\n'))
  // A list of only servers is a Quantumult X resource, and those are in base64.
  const isResource = isTagged && lines.every(({ section }) => section === '')
  return isResource ? (credential) => Buffer.from(text(credential), 'utf8').toString('base64') : text
}

/** Checks that no group of a profile is empty or names something that does not exist. */
function outputFaults(language: LineLanguage, output: string): TemplateFault[] {
  const lines = split(output)
  const known = new Set([...language.builtIn, ...namesIn(language, lines)])
  return groupsIn(language, lines).flatMap((group): TemplateFault[] => [
    ...(group.members.length === 0 && !group.open ? [{ line: group.line, code: 'group_empty' as const, detail: group.name }] : []),
    ...group.members.flatMap((one) => (known.has(one) ? [] : [{ line: group.line, code: 'unknown_group' as const, detail: one }])),
  ])
}

/** Puts the reject rules first in the rules section; a list of only servers gets none. */
function withRejects(language: LineLanguage, lines: readonly string[], site: Site): string[] {
  const rejected = language.rejects(site)
  if (rejected.length === 0 || !lines.some((line) => isHeading(line))) return [...lines]
  const heading = `[${language.rules}]`
  const at = lines.findIndex((line) => line.trim() === heading)
  const first = [...language.siteRules(site), ...rejected]
  const rest = lines.slice(at + 1).filter((line) => !first.includes(line))
  return at < 0 ? [...lines, '', heading, ...first] : [...lines.slice(0, at + 1), ...first, ...rest]
}

function isHeading(line: string): boolean {
  return /^\s*\[[^\]]+\]\s*$/.test(line)
}

function lineFaults(language: LineLanguage, lines: readonly Line[]): TemplateFault[] {
  const { builtIn, rules } = language
  const groups = groupsIn(language, lines)
  const { faults, known } = groupFaults(groups, ownProxies(language, lines), builtIn)
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
function groupsIn(language: LineLanguage, lines: readonly Line[]): LineGroup[] {
  return lines.flatMap((line) => {
    if (line.section !== language.groups || !isContent(line)) return []
    const [before, after] = aroundEquals(line.text)
    if (before === undefined || after === undefined) return []
    const [first = '', ...items] = after.split(',').map((item) => item.trim())
    const isSetting = (item: string): boolean => !item.startsWith('/') && item.includes('=')
    const members = items.filter((item) => item !== '' && !isSetting(item))
    const settings = items.filter(isSetting)
    const [name, type] = language.isTagged ? [first, before] : [before, first]
    const open = settings.some((item) => openKeys.test(item)) || /^(ssid|subnet)$/.test(type)
    const write = (filled: readonly string[]): string => {
      const all = [first, ...filled, ...settings].join(', ')
      return language.isTagged ? `${before}=${all}` : `${before} = ${all}`
    }
    return [{ name, members, open, line: line.number, write }]
  })
}

/** What the operator added: proxies, and in Loon names of remote lists and filters. */
function ownProxies(language: LineLanguage, lines: readonly Line[]): { name: string; line: number }[] {
  return lines.flatMap((line) => {
    if (!language.nodeSections.includes(line.section) || !isContent(line) || line.text.trim() === PROXIES) return []
    const name = language.isTagged ? /,\s*tag=(.+)$/s.exec(line.text)?.[1]?.trim() : aroundEquals(line.text)[0]
    return name === undefined ? [] : [{ name, line: line.number }]
  })
}

/** Both sides of the first `=`; empty if there is none, or nothing before it. */
function aroundEquals(text: string): [before?: string, after?: string] {
  const at = text.indexOf('=')
  const before = text.slice(0, Math.max(at, 0)).trim()
  return before === '' ? [] : [before, text.slice(at + 1).trim()]
}

function namesIn(language: LineLanguage, lines: readonly Line[]): string[] {
  return [...groupsIn(language, lines), ...ownProxies(language, lines)].map(({ name }) => name)
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
