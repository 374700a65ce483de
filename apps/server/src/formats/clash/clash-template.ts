import type { TemplateFault } from '@portico/contract/templates-admin'
import { isObject, objects } from '@portico/contract/plain-object'
import { isScalar, LineCounter, stringify, visit } from 'yaml'
import { rejectLines } from '../blocked.ts'
import { builtIn, ruleSafe, siteRule, type WriteProxy } from './clash-profile.ts'
import { distinctNames, type FeedNode, rulesUrl, type Site, siteHost, toEntries } from '../feed-node.ts'
import type { FillTemplate, TemplateLanguage } from '../client-format.ts'
import { parseYaml } from '../../documents/parse-yaml.ts'
import { type Compiled, createTemplate, inJson, linkPath } from '../slots.ts'
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
  fillMembers,
  fillTree,
  linkFaults,
  nameNotFilter,
  normalise,
  placeholderFaults,
  RULE,
  TemplateError,
  type Values,
} from '../../documents/template-text.ts'

type Tree = Record<string, unknown>

/** Template language of the Clash family. */
export function clashTemplate(writeProxy: WriteProxy, starting: TemplateLanguage['starting']): TemplateLanguage {
  const read = (text: string): FillTemplate => {
    const profile = readProfile(text)
    return (nodes, site) => compileProfile(writeProxy, profile, nodes, site)
  }
  return { starting, read, outputFaults }
}

function readProfile(given: string): Tree {
  const early = placeholderFaults(given, ['site_title', 'subscribe_host', 'subscribe_url', 'subscribe_rule', 'rules_url'])
  if (early.length > 0) throw new TemplateError(early)
  const text = normalise(given)
  const counter = new LineCounter()
  const lineAt = (offset: number | undefined): number | null => (offset === undefined ? null : counter.linePos(offset).line)
  const document = parseYaml(text, { lineCounter: counter, merge: true })
  const unread = document.errors.map(({ pos, message }): TemplateFault => ({ line: lineAt(pos[0]), code: 'unparsable', detail: message }))
  if (unread.length > 0) throw new TemplateError(unread.slice(0, 20))

  const faults: TemplateFault[] = []
  visit(document, {
    Scalar(_, { value, type, range }) {
      const line = lineAt(range?.[0])
      if (type === 'PLAIN' && typeof value === 'string' && /^(yes|no|on|off)$/i.test(value))
        faults.push({ line, code: 'ambiguous', detail: value })
      if (typeof value === 'string' && value !== RULE && value.includes(RULE))
        faults.push({ line, code: 'misplaced_placeholder', detail: RULE })
    },
  })
  // Aliases are limited, because nested ones expand a short text without end.
  const profile: unknown = document.toJS({ maxAliasCount: 100 })
  if (!isObject(profile)) throw new TemplateError([{ line: 1, code: 'wrong_shape', detail: 'proxy-groups' }])
  const lineOf = (path: readonly (string | number)[]): number | null => {
    const node = document.getIn(path, true)
    const range = isScalar(node) || (typeof node === 'object' && node !== null && 'range' in node) ? node.range : null
    return Array.isArray(range) ? lineAt(Number(range[0])) : null
  }
  throwIfAny([...faults, ...linkFaults(profile, lineOf), ...treeFaults(profile, lineOf)])
  return profile
}

function compileProfile(writeProxy: WriteProxy, profile: Tree, nodes: readonly FeedNode[], site: Site): Compiled {
  const template = createTemplate(inJson)
  const title = distinctNames([...builtIn, ...namesIn(profile)])(nameNotFilter(ruleSafe(site.title)))
  const host = siteHost(site)
  const values: Values = new Map([
    ['site_title', title],
    ...(host && !host.ip ? ([['subscribe_host', host.host]] as const) : []),
    ...(URL.canParse(site.url) ? ([['subscribe_url', `${site.url}${template.slot(linkPath)}`]] as const) : []),
    ['rules_url', rulesUrl(site)],
  ])
  // `fillTree` returns a tree for a tree.
  const filled = fillTree(profile, values, siteRule(site)) as Tree
  throwIfAny(treeFaults(filled, () => null))
  const { rules, proxies: own, 'proxy-groups': listed, ...rest } = filled
  const entries = toEntries(nodes, [...builtIn, ...namesIn(filled)])
  const groups = objects(listed).map((tree) => {
    const group = toGroup(tree, null)
    return { ...group, tree, members: group.open && group.members.length === 0 ? [] : fillMembers(group.members, entries) }
  })
  const { kept, gone } = withoutEmptyGroups(groups)
  const last = strings(rules).find(isFinal)
  mustLeadToNodes(kept, gone, last === undefined ? null : ruleTarget(last), builtIn)
  const text = stringify(
    {
      ...rest,
      proxies: [...objects(own), ...entries.map((entry) => writeProxy(entry, template))],
      'proxy-groups': kept.map(({ tree, members }) => ({ ...tree, ...(members.length > 0 && { proxies: members }) })),
    },
    { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0, aliasDuplicateObjects: false },
  )
  // Rule lists are long, and each rule is one quoted string: YAML reads JSON strings too.
  const rejected = rejectLines(site)
  const first = rejected.length > 0 ? [...siteRule(site), ...rejected] : []
  const lines = withoutGone([...first, ...strings(rules).filter((rule) => !first.includes(rule))], gone, kept[0]?.name ?? 'DIRECT').map(
    (rule) => `  - ${JSON.stringify(rule)}\n`,
  )
  return template.compile(lines.length > 0 ? `${text}rules:\n${lines.join('')}` : text)
}

/** Checks that a profile parses, and that no group is empty or names something that does not exist. */
function outputFaults(text: string): TemplateFault[] {
  const document = parseYaml(text)
  if (document.errors[0]) return [{ line: null, code: 'unparsable', detail: document.errors[0].message }]
  const profile: unknown = document.toJS()
  if (!isObject(profile)) return [{ line: null, code: 'wrong_shape', detail: 'proxy-groups' }]
  const groups = objects(profile['proxy-groups']).map((tree) => toGroup(tree, null))
  const known = new Set([...builtIn, ...namesIn(profile)])
  return groups.flatMap((group): TemplateFault[] => [
    ...(group.members.length === 0 && !group.open ? [{ line: null, code: 'group_empty' as const, detail: group.name }] : []),
    ...group.members.flatMap((one) => (known.has(one) ? [] : [{ line: null, code: 'unknown_group' as const, detail: one }])),
  ])
}

function treeFaults(profile: Tree, lineOf: (path: readonly (string | number)[]) => number | null): TemplateFault[] {
  const misshapen = (
    [
      ['proxy-groups', isNamed],
      ['proxies', isNamed],
      ['rules', isText],
    ] as const
  ).flatMap(([key, fits]): TemplateFault[] => {
    const value = profile[key]
    if (value === undefined || value === null) return key === 'proxy-groups' ? [{ line: null, code: 'wrong_shape', detail: key }] : []
    if (!Array.isArray(value)) return [{ line: lineOf([key]), code: 'wrong_shape', detail: key }]
    return value.flatMap((item, at) => (fits(item) ? [] : [{ line: lineOf([key, at]), code: 'wrong_shape' as const, detail: key }]))
  })
  if (misshapen.length > 0) return misshapen
  const groups = objects(profile['proxy-groups']).map((tree, at) => toGroup(tree, lineOf(['proxy-groups', at])))
  const own = objects(profile['proxies']).map(({ name }, at) => ({ name: String(name), line: lineOf(['proxies', at]) }))
  const { faults, known } = groupFaults(groups, own, builtIn)
  const rules = strings(profile['rules']).flatMap((rule, at): TemplateFault[] => {
    const target = rule === RULE ? null : ruleTarget(rule)
    return target === null || known.has(target) ? [] : [{ line: lineOf(['rules', at]), code: 'unknown_group', detail: target }]
  })
  return [...faults, ...rules]
}

function toGroup(tree: Tree, line: number | null): Group {
  const open = ['use', 'include-all', 'include-all-proxies', 'include-all-providers'].some((key) => Boolean(tree[key]))
  return { name: String(tree['name']), members: strings(tree['proxies']), open, line }
}

function namesIn(profile: Tree): string[] {
  return [...objects(profile['proxy-groups']), ...objects(profile['proxies'])].map(({ name }) => String(name))
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isNamed(value: unknown): boolean {
  if (!isObject(value) || typeof value['name'] !== 'string') return false
  const members = value['proxies']
  return members === undefined || members === null || (Array.isArray(members) && members.every(isText))
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function throwIfAny(faults: TemplateFault[]): void {
  if (faults.length > 0) throw new TemplateError(faults.slice(0, 50))
}
