import { may } from '@portico/contract/access'
import { eq, like, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { accounts } from './accounts.table.ts'
import { emailKey } from './email-key.ts'

const MOST = 100

/** Accounts whose address is this text or begins with it, in any spelling; at most a hundred. */
export async function findByAddress(db: Db, typed: string): Promise<number[]> {
  const text = typed.trim().toLowerCase()
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(eq(accounts.emailKey, emailKey(text)), like(accounts.emailKey, `${likeText(text)}%`)))
    .limit(MOST)
  return rows.map(({ id }) => id)
}

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
