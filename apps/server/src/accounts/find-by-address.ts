import { may } from '@portico/contract/access'
import { plainCode } from '@portico/contract/typed-code'
import { eq, like, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { accounts } from './accounts.table.ts'
import { emailKey } from './email-key.ts'

const MOST = 100

/** Ids of accounts whose address equals or starts with the text, in any spelling; at most a hundred. */
export async function findByAddress(db: Db, typed: string): Promise<number[]> {
  const text = plainCode(typed).toLowerCase()
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(eq(accounts.emailKey, emailKey(text)), like(accounts.emailKey, `${likeText(text)}%`)))
    .limit(MOST)
  return rows.map(({ id }) => id)
}

/** A search text and who searches. */
export type Search = { text: string; by: Actor }

export function searchFor(q: string | undefined, by: Actor): Search | undefined {
  const text = q?.trim()
  return text ? { text, by } : undefined
}

/**
 * Condition: the address in a column contains the text. `undefined` (left out by `or`) without `members.read`, because such staff could
 * guess addresses letter by letter.
 */
export function addressHas(column: PgColumn | SQL, { text, by }: Search): SQL | undefined {
  return may(by.permissions, 'members.read') ? like(column, `%${likeText(plainCode(text).toLowerCase())}%`) : undefined
}
