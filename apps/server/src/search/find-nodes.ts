import { may } from '@portico/contract/access'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { and, asc, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { nodes, type NodeRow } from '../nodes/nodes.table.ts'
import { MOST_PER_KIND, numberIn } from './parse-search.ts'

export type NodeFound = Pick<NodeRow, 'id' | 'name' | 'translations' | 'host' | 'state'>

/** Nodes by a part of their name in any language, or of their address: there are few, so no index is needed. */
export async function findNodes(db: Db, by: Actor, q: string): Promise<NodeFound[]> {
  if (!may(by.permissions, 'nodes.read')) return []
  const part = `%${likeText(q)}%`
  const id = numberIn(q)
  const translated = (language: Language) => sql`${nodes.translations} -> ${language} ->> 'name' ilike ${part}`
  const named = or(ilike(nodes.name, part), ...LANGUAGES.map(translated))
  return db
    .select({ id: nodes.id, name: nodes.name, translations: nodes.translations, host: nodes.host, state: nodes.state })
    .from(nodes)
    .where(and(isNull(nodes.deletedAt), or(named, ilike(nodes.host, part), id === null ? undefined : eq(nodes.id, id))))
    .orderBy(asc(nodes.sort), asc(nodes.id))
    .limit(MOST_PER_KIND)
}
