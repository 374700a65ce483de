import { eq } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { type AccountRow, accounts } from './accounts.table.ts'

type Profile = Partial<Pick<AccountRow, 'name' | 'language' | 'country'>>

/** Changes what the caller says about themselves. Absent fields stay, null clears. May be called twice. */
export async function changeProfile(db: Db, by: Caller, profile: Profile): Promise<void> {
  if (Object.keys(profile).length > 0) await db.update(accounts).set(profile).where(eq(accounts.id, by.accountId))
}
