import { type SQL, sql } from 'drizzle-orm'
import type { Audience } from '@portico/contract/articles'
import { articles } from './articles.table.ts'

/** What decides which articles and blocks somebody may read. */
export type Reader = {
  /** null: nobody is signed in. */
  accountId: number | null
  /** Of the running plan; null: none is running. */
  groupId: number | null
  planId: number | null
}
export const visitor: Reader = { accountId: null, groupId: null, planId: null }

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

/** The same rule in SQL, for published articles. */
export function readableSql(reader: Reader): SQL {
  const open: Audience[] = (['public', 'members', 'subscribers'] as const).filter((audience) => mayRead(audience, [], reader))
  const [is, ids] = [articles.audience, articles.audienceIds]
  return sql`(${is} = any(${sql.param(open)}::text[])
    or (${is} = 'plans' and ${reader.planId}::bigint = any(${ids})) or (${is} = 'groups' and ${reader.groupId}::bigint = any(${ids})))`
}
