import { TEMPLATE_MAX_BYTES, type TemplateFault } from '@portico/contract/templates-admin'

/** Placeholders for an operator's text. `proxies` and `subscribe_rule` must stand alone. */
const PLACEHOLDERS = [
  'site_title',
  'subscribe_host',
  'subscribe_url',
  'subscribe_rule',
  'rules_url',
  'proxies',
  'site_url',
  'api_url',
  'direct_domains',
  'blocked_domains',
  'blocked_keywords',
] as const
type Placeholder = (typeof PLACEHOLDERS)[number]
export type Values = ReadonlyMap<string, string>

/** A text that cannot become a profile. Saved texts were checked, so the site has changed since. */
export class TemplateError extends Error {
  override name = 'TemplateError'
  readonly faults: TemplateFault[]
  constructor(faults: TemplateFault[]) {
    super(faults.map((fault) => `line ${fault.line ?? '?'}: ${fault.code} ${fault.detail}`).join('; '))
    this.faults = faults
  }
}

// The limits keep each search short, whatever the text.
const MARK = /\{\{([^{}\n]{0,60})\}\}/g

/** The text with all placeholders in the same form, without spaces. */
export function normalise(text: string): string {
  return text.replaceAll(MARK, (_, name: string) => `{{${name.trim()}}}`)
}

export function placeholderFaults(text: string, allowed: readonly Placeholder[]): TemplateFault[] {
  if (Buffer.byteLength(text) > TEMPLATE_MAX_BYTES) return [{ line: null, code: 'too_large', detail: '256 KB' }]
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(MARK)].flatMap(([whole, name = '']) => {
      const isKnown = allowed.some((one) => one === name.trim())
      return isKnown ? [] : [{ line: index + 1, code: 'unknown_placeholder' as const, detail: whole }]
    }),
  )
}

/** The text with values filled in; null if one is missing: the caller drops whatever contains the text. */
export function fill(text: string, values: Values): string | null {
  let isWhole = true
  const filled = text.replaceAll(MARK, (_, name: string) => {
    const value = values.get(name)
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? filled : null
}

/** Applies `fill` to every text of a tree; an item `{{subscribe_rule}}` becomes those rules. */
export function fillTree(value: unknown, values: Values, rules: readonly unknown[]): unknown {
  if (typeof value === 'string') return fill(value, values)
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (item === RULE) return rules
      const filled = fillTree(item, values, rules)
      return filled === null && item !== null ? [] : [filled]
    })
  }
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, inner, fillTree(inner, values, rules)] as const)
  return Object.fromEntries(entries.flatMap(([key, inner, filled]) => (filled === null && inner !== null ? [] : [[key, filled]])))
}

/** The member's own link. It may only start an address of this site: elsewhere it would be sent to other sites. */
const LINK = '{{subscribe_url}}'
const COMMENT = /^\s*(#(?!!)|;|\/\/)/
const BEFORE_LINK = /^(#!MANAGED-CONFIG\s+|[^=,/:?#]+=\s*|.*,\s*policy-path\s*=\s*|\s*)$/

/** Whether a link in a line begins its address: of the profile, or of a list on its own or after its name. Comments may hold it too. */
export function isLinkInPlace(line: string): boolean {
  const [before = '', ...after] = line.split(LINK)
  return after.length === 0 || COMMENT.test(line) || (after.length === 1 && BEFORE_LINK.test(before))
}

type Path = readonly (string | number)[]

/** Faults of links in a tree: a link may only start a value named `url`. */
export function linkFaults(value: unknown, lineOf: (path: Path) => number | null, path: Path = []): TemplateFault[] {
  if (typeof value === 'string') {
    const isRight = !value.includes(LINK) || (path.at(-1) === 'url' && value.lastIndexOf(LINK) === 0)
    return isRight ? [] : [{ line: lineOf(path), code: 'misplaced_placeholder', detail: LINK }]
  }
  if (value === null || typeof value !== 'object') return []
  const entries = Array.isArray(value) ? value.map((item, at): [number, unknown] => [at, item]) : Object.entries(value)
  return entries.flatMap(([key, inner]) => linkFaults(inner, lineOf, [...path, key]))
}

export const RULE = '{{subscribe_rule}}'
export const PROXIES = '{{proxies}}'

/**
 * A filter of nodes in a group: a name contains one of `include` and none of `exclude`. A word such as `@JP` stands for the nodes at that
 * place. Without words it matches every node.
 */
type Filter = { include: string[]; exclude: string[] }
const MAX_FILTER = 200

/** Parses a filter such as `/HK|Hong Kong!test/`; null: no filter. */
export function readFilter(entry: string): Filter | 'bad' | null {
  if (entry.length < 2 || !entry.startsWith('/') || !entry.endsWith('/')) return null
  const inside = entry.slice(1, -1)
  // Regular expressions are not supported, and read as words they would match nothing.
  if (entry === '//' || inside.length > MAX_FILTER || /[\\^$/]|\.\*|\.\+|\(\?/.test(inside)) return 'bad'
  const [include = '', exclude = '', more] = inside.split('!')
  if (more !== undefined) return 'bad'
  return { include: include.trim() === '*' ? [] : words(include), exclude: words(exclude) }
}

/** An outside name, changed if it could be read as a filter. */
export function nameNotFilter(name: string): string {
  return readFilter(name) === null ? name : name.replaceAll('/', '／')
}

/** A node for filters. `place`: ISO code; null: not known. */
type Placed = { name: string; place: string | null }

/** The members of a group: filters become the names of the nodes they match, each once; an empty group gets all nodes. */
export function fillMembers(members: readonly string[], nodes: readonly Placed[]): string[] {
  if (members.length === 0) return nodes.map(({ name }) => name)
  const filled = members.flatMap((member) => {
    const filter = readFilter(member)
    if (filter === null) return [member]
    return filter === 'bad' ? [] : nodes.filter((node) => passes(filter, node)).map(({ name }) => name)
  })
  return [...new Set(filled)]
}

function passes({ include, exclude }: Filter, { name, place }: Placed): boolean {
  const lower = name.toLowerCase()
  const at = place && `@${place.toLowerCase()}`
  const has = (word: string): boolean => word === at || (!/^@[a-z]{2}$/.test(word) && lower.includes(word))
  return (include.length === 0 || include.some(has)) && !exclude.some(has)
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .split('|')
    .map((word) => word.trim())
    .filter(Boolean)
}
