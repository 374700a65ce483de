import { may } from '@portico/contract/access'
import { like, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '../actor.ts'
import { likeText } from '../db/like-text.ts'

/** What somebody looks for in a list. */
export type Search = { text: string; by: Actor }

export function searchFor(q: string | undefined, by: Actor): Search | undefined {
  const text = q?.trim()
  return text ? { text, by } : undefined
}

/**
 * Whether a column with addresses has the text in it. `undefined`, which `or` leaves out, for those who may not see addresses: they could
 * guess one letter by letter.
 */
export function addressHas(column: PgColumn | SQL, { text, by }: Search): SQL | undefined {
  return may(by.permissions, 'members.read') ? like(column, `%${likeText(text.toLowerCase())}%`) : undefined
}
