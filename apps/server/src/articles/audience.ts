import { type SQL, sql } from 'drizzle-orm'
import type { Audience } from '@portico/contract/articles'
import { articles } from './articles.table.ts'

/** The facts about a person that decide which articles and blocks they may read. */
export type Reader = {
  /** null: the reader is not signed in. */
  accountId: number | null
  /** Permission group and plan of the running plan; null: none is running. */
  groupId: number | null
  planId: number | null
}
export const visitor: Reader = { accountId: null, groupId: null, planId: null }
/** Audiences that need no ids. */
const OPEN: Audience[] = ['public', 'members', 'subscribers']

/** The only rule for who may read something. No reader belongs to an unknown audience. */
export function mayRead(audience: Audience, ids: readonly number[], reader: Reader): boolean {
  const isOneOf = (id: number | null): boolean => id !== null && ids.includes(id)
  const rules: Record<Audience, boolean> = {
    public: true,
    members: reader.accountId !== null,
    subscribers: reader.groupId !== null,
    plans: isOneOf(reader.planId),
    groups: isOneOf(reader.groupId),
  }
  return rules[audience] ?? false
}

/** Names of an audience, for data stored by readers: who has any of the names may read what is stored under it. */
export function namesOfAudience(audience: Audience, ids: readonly number[]): string[] {
  return audience === 'plans' || audience === 'groups' ? ids.map((id) => `${audience} ${id}`) : [audience]
}

export function namesOfReader(reader: Reader): string[] {
  const open = OPEN.filter((audience) => mayRead(audience, [], reader))
  const own = { plans: reader.planId, groups: reader.groupId }
  return [...open, ...Object.entries(own).flatMap(([audience, id]) => (id === null ? [] : [`${audience} ${id}`]))]
}

/** `mayRead` as an SQL condition, for published articles. */
export function readableSql(reader: Reader): SQL {
  const open = OPEN.filter((audience) => mayRead(audience, [], reader))
  const [is, ids] = [articles.audience, articles.audienceIds]
  return sql`(${is} = any(${sql.param(open)}::text[])
    or (${is} = 'plans' and ${reader.planId}::bigint = any(${ids})) or (${is} = 'groups' and ${reader.groupId}::bigint = any(${ids})))`
}
