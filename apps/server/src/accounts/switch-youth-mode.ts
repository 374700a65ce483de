import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import type { Limits } from '../http/limits.ts'
import type { Caller } from '../actor.ts'
import { accounts } from './accounts.table.ts'
import { checkPassword } from './check-password.ts'

/** Links are made for a young user from now on. May be called again: what began stays begun. */
export async function switchYouthModeOn(db: Db, by: Caller, now: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ youthModeAt: now })
    .where(and(eq(accounts.id, by.accountId), isNull(accounts.youthModeAt)))
}

/** Needs the password: who is kept from something must not be able to allow it to himself. */
export async function switchYouthModeOff(
  app: { database: Database; limits: Limits },
  by: Caller,
  input: { password: string },
): Promise<void> {
  await checkPassword(app, by, input)
  await app.database.db.update(accounts).set({ youthModeAt: null }).where(eq(accounts.id, by.accountId))
}
