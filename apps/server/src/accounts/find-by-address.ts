import { eq, like, or } from 'drizzle-orm'
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
