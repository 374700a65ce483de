import * as z from 'zod/mini'
import type { Rule } from './rule-texts.ts'

/** Types of nodes as node programs of other panels name them. `v2node` stands for any protocol. */
export const ALIAS_TYPES = [
  'vless',
  'vmess',
  'trojan',
  'shadowsocks',
  'hysteria',
  'tuic',
  'anytls',
  'v2node',
  'naive',
  'mieru',
  'socks',
  'http',
] as const
export const AliasType = z.enum(ALIAS_TYPES)
export type AliasType = z.infer<typeof AliasType>

/** A name that a node had at an old panel: its number or code there, unique within its type. */
export const NodeAlias = z.object({
  type: AliasType,
  code: z.string().check(z.trim(), z.regex(/^[\w.-]{1,64}$/, 'node.alias_code' satisfies Rule)),
})
export type NodeAlias = z.infer<typeof NodeAlias>

export const MOST_ALIASES = 8
export const NodeAliases = z.array(NodeAlias).check(
  z.maxLength(MOST_ALIASES),
  z.refine((all) => new Set(all.map(({ type, code }) => `${type} ${code}`)).size === all.length, 'node.alias_twice' satisfies Rule),
)

/** Other words for types. */
const SYNONYMS = new Map<string, AliasType>([
  ['v2ray', 'vmess'],
  ['hysteria2', 'hysteria'],
])

/** The type that a program means; null: there is none of that name. */
export function aliasType(given: string): AliasType | null {
  const known = SYNONYMS.get(given) ?? given
  return ALIAS_TYPES.find((type) => type === known) ?? null
}
