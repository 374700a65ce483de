import type { TemplateFault } from '@portico/contract/templates-admin'
import { isObject, objects } from '@portico/contract/plain-object'
import { isScalar, LineCounter } from 'yaml'
import type { TemplateLanguage } from '../client-format.ts'
import { withSingBoxReject } from './sing-box-reject.ts'
import { startingSingBox } from './starting-sing-box.ts'
import { cleanName, distinctNames, type FeedNode, rulesUrl, type Site, siteHost, toEntries } from '../feed-node.ts'
import { textForCore } from './sing-box-core.ts'
import { singBoxOutbound } from './sing-box-outbound.ts'
import { parseYaml } from '../../documents/parse-yaml.ts'
import { type Compiled, createTemplate, inJson, linkPath } from '../slots.ts'
import { type Group, groupFaults, mustLeadToNodes, withoutEmptyGroups } from '../templates/template-groups.ts'
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
type LineOf = (path: readonly (string | number)[]) => number | null

const MAX_DEPTH = 60
const groupTypes = new Set(['selector', 'urltest'])
const detours = new Set(['detour', 'download_detour', 'external_ui_download_detour'])

/** How operators write a layout for sing-box. */
export const singBoxTemplate: TemplateLanguage = {
  starting: startingSingBox,
  read(text) {
    const profile = readProfile(text)
    return (nodes, site, layout) => compileProfile(profile, nodes, { site, layout })
  },
  outputFaults,
}

function readProfile(given: string): Tree {
  throwIfAny(placeholderFaults(given, ['site_title', 'subscribe_host', 'subscribe_url', 'subscribe_rule', 'rules_url']))
  const text = normalise(given)
  const profile = parsed(text)
  if (!isObject(profile)) throw new TemplateError([{ line: 1, code: 'wrong_shape', detail: 'outbounds' }])
  // JSON is also YAML, and the YAML parser keeps positions.
  const counter = new LineCounter()
  const document = parseYaml(text, { lineCounter: counter })
  const lineOf: LineOf = (path) => {
    const node = document.getIn(path, true)
    const range = isScalar(node) || (typeof node === 'object' && node !== null && 'range' in node) ? node.range : null
    return Array.isArray(range) ? counter.linePos(Number(range[0])).line : null
  }
  const misplaced = text.split('\n').flatMap((line, at): TemplateFault[] => {
    const isAlone = !line.replaceAll(`"${RULE}"`, '').includes(RULE)
    return isAlone ? [] : [{ line: at + 1, code: 'misplaced_placeholder', detail: RULE }]
  })
  throwIfAny([...misplaced, ...linkFaults(profile, lineOf), ...treeFaults(profile, lineOf)])
  return profile
}

function compileProfile(profile: Tree, nodes: readonly FeedNode[], { site, layout }: { site: Site; layout: number }): Compiled {
  const template = createTemplate(inJson)
  const title = distinctNames(tagsIn(profile))(nameNotFilter(cleanName(site.title) || 'Proxy'))
  const host = siteHost(site)
  const values: Values = new Map([
    ['site_title', title],
    ...(host && !host.ip ? ([['subscribe_host', host.host]] as const) : []),
    ...(URL.canParse(site.url) ? ([['subscribe_url', `${site.url}${template.slot(linkPath)}`]] as const) : []),
    ['rules_url', rulesUrl(site)],
  ])
  // `fillTree` returns a tree for a tree.
  const filled = fillTree(profile, values, siteRules(profile, site)) as Tree
  throwIfAny(treeFaults(filled, () => null))
  const outbounds = objects(filled['outbounds'])
  const entries = toEntries(nodes, tagsIn(filled))
  const groups = outbounds.filter(isGroup).map((tree) => {
    const group = toGroup(tree, null)
    return { ...group, members: fillMembers(group.members, entries) }
  })
  const { kept, gone } = withoutEmptyGroups(groups)
  const given = isObject(filled['route']) ? filled['route']['final'] : undefined
  const direct = outbounds.filter(({ type }) => type === 'direct' || type === 'block').map(({ tag }) => String(tag))
  // Without one, everything goes to the first outbound.
  mustLeadToNodes(kept, gone, String(given ?? outbounds[0]?.['tag']), direct)
  const members = new Map(kept.map((group) => [group.name, group.members]))
  const written = outbounds.flatMap((tree) => {
    if (!isGroup(tree)) return [tree]
    const name = String(tree['tag'])
    const { default: first, ...rest } = tree
    const chosen = members.get(name)
    if (!chosen) return []
    return [{ ...rest, outbounds: chosen, ...(typeof first === 'string' && chosen.includes(first) && { default: first }) }]
  })
  const whole = withoutDetours({ ...filled, outbounds: written }, gone)
  const route = isObject(whole['route']) ? whole['route'] : null
  const isFinalLost = route !== null && gone.has(String(route['final']))
  const instead = kept[0]?.name ?? directTag(profile)
  const { final, ...others } = route ?? {}
  const ends = isFinalLost
    ? { ...others, ...(instead !== null && { final: instead }) }
    : { ...others, ...(final !== undefined && { final }) }
  const made = {
    ...whole,
    outbounds: [...objects(whole['outbounds']), ...entries.map((entry) => singBoxOutbound(entry, template, layout))],
    ...(route && { route: ends }),
  }
  return template.compile(textForCore(withSingBoxReject(made, site, directTag(profile)), template, { site, layout }))
}

/** Checks that a profile parses, and that no group is empty or names something that does not exist. */
function outputFaults(text: string): TemplateFault[] {
  const profile = parsed(text)
  if (!isObject(profile)) return [{ line: null, code: 'wrong_shape', detail: 'outbounds' }]
  const known = new Set(tagsIn(profile))
  const route = isObject(profile['route']) ? profile['route'] : {}
  const named = [route['final'], ...objects(route['rules']).map((rule) => rule['outbound'])].filter((tag) => typeof tag === 'string')
  const dangling = (tag: string): TemplateFault[] => (known.has(tag) ? [] : [{ line: null, code: 'unknown_group', detail: tag }])
  const groups = objects(profile['outbounds'])
    .filter(isGroup)
    .map((tree) => toGroup(tree, null))
  return [
    ...groups.flatMap((group): TemplateFault[] => [
      ...(group.members.length === 0 ? [{ line: null, code: 'group_empty' as const, detail: group.name }] : []),
      ...group.members.flatMap(dangling),
    ]),
    ...named.flatMap(dangling),
  ]
}

function treeFaults(profile: Tree, lineOf: LineOf): TemplateFault[] {
  const listed = profile['outbounds']
  if (!Array.isArray(listed)) return [{ line: lineOf(['outbounds']), code: 'wrong_shape', detail: 'outbounds' }]
  const misshapen = listed.flatMap((item, at): TemplateFault[] =>
    isTagged(item) ? [] : [{ line: lineOf(['outbounds', at]), code: 'wrong_shape', detail: 'outbounds' }],
  )
  if (misshapen.length > 0) return misshapen
  const all = objects(listed).map((tree, at) => ({ tree, line: lineOf(['outbounds', at]) }))
  const groups = all.flatMap(({ tree, line }) => (isGroup(tree) ? [toGroup(tree, line)] : []))
  const others = all.flatMap(({ tree, line }) => (isGroup(tree) ? [] : [{ name: String(tree['tag']), line }]))
  const endpoints = objects(profile['endpoints']).map(({ tag }, at) => ({ name: String(tag), line: lineOf(['endpoints', at]) }))
  const { faults, known } = groupFaults(groups, [...others, ...endpoints], [])
  const route = isObject(profile['route']) ? profile['route'] : {}
  const dns = isObject(profile['dns']) ? profile['dns'] : {}
  // A placeholder rule has a position in the list too, so positions are counted before anything is left out.
  const places = (tree: Tree, key: string): unknown[] => (Array.isArray(tree[key]) ? tree[key] : [])
  const named = [
    { tag: route['final'], path: ['route', 'final'] },
    ...places(route, 'rules').map((rule, at) => ({ tag: isObject(rule) ? rule['outbound'] : undefined, path: ['route', 'rules', at] })),
    ...places(dns, 'servers').map((server, at) => ({ tag: isObject(server) ? server['detour'] : undefined, path: ['dns', 'servers', at] })),
  ]
  const dangling = named.flatMap(({ tag, path }): TemplateFault[] =>
    typeof tag !== 'string' || known.has(tag) ? [] : [{ line: lineOf(path), code: 'unknown_group', detail: tag }],
  )
  return [...faults, ...dangling]
}

/** The subscription's own host bypasses the proxy if the profile has a direct outbound. */
function siteRules(profile: Tree, site: Site): object[] {
  const [host, outbound] = [siteHost(site), directTag(profile)]
  if (!host || outbound === null) return []
  const match = host.ip ? { ip_cidr: [`${host.host}/${host.ip === 4 ? 32 : 128}`] } : { domain: [host.host] }
  return [{ ...match, action: 'route', outbound }]
}

function directTag(profile: Tree): string | null {
  const found = objects(profile['outbounds']).find(({ type }) => type === 'direct')
  return found ? String(found['tag']) : null
}

/** Removes detours through groups that are gone, and rules that lead to them. */
function withoutDetours(profile: Tree, gone: ReadonlySet<string>): Tree {
  if (gone.size === 0) return profile
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isObject(item) || !isGone(item['outbound'])).map(clean)
    if (!isObject(value)) return value
    const entries = Object.entries(value).filter(([key, inner]) => !(detours.has(key) && isGone(inner)))
    return Object.fromEntries(entries.map(([key, inner]) => [key, clean(inner)]))
  }
  const isGone = (tag: unknown): boolean => typeof tag === 'string' && gone.has(tag)
  // `clean` returns a tree for a tree.
  return clean(profile) as Tree
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (depth(value) > MAX_DEPTH) throw new Error('nested too deep')
    return value
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const found = / \(line (\d+) column \d+\)/.exec(message)
    throw new TemplateError([{ line: found ? Number(found[1]) : null, code: 'unparsable', detail: message.slice(0, 200) }])
  }
}

function depth(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  return 1 + Object.values(value).reduce((most: number, inner: unknown) => Math.max(most, depth(inner)), 0)
}

function toGroup(tree: Tree, line: number | null): Group {
  const listed = tree['outbounds']
  return { name: String(tree['tag']), members: Array.isArray(listed) ? listed.map(String) : [], open: false, line }
}

function isGroup(tree: Tree): boolean {
  return groupTypes.has(String(tree['type']))
}

function isTagged(value: unknown): boolean {
  if (!isObject(value) || typeof value['tag'] !== 'string' || typeof value['type'] !== 'string') return false
  const members = value['outbounds']
  return members === undefined || (Array.isArray(members) && members.every((one) => typeof one === 'string'))
}

function tagsIn(profile: Tree): string[] {
  return [...objects(profile['outbounds']), ...objects(profile['endpoints'])].map(({ tag }) => String(tag))
}

function throwIfAny(faults: TemplateFault[]): void {
  if (faults.length > 0) throw new TemplateError(faults.slice(0, 50))
}
