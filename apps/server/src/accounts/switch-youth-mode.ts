import { eq } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import type { Limits } from '../http/limits.ts'
import { accounts } from './accounts.table.ts'
import { checkPassword } from './check-password.ts'

/** Switches youth mode on for the caller. May be called twice: the first time stays. */
export async function switchYouthModeOn({ transaction }: Database, by: Caller, now: Date): Promise<void> {
  await transaction((tx) => setYouthMode(tx, by, true, now))
}

/** Turns off youth mode. Requires the password, so that a young person cannot do it. */
export async function switchYouthModeOff(
  app: { database: Database; limits: Limits },
  by: Caller,
  input: { password: string },
  now: Date,
): Promise<void> {
  await checkPassword(app, by, input)
  await app.database.transaction((tx) => setYouthMode(tx, by, false, now))
}

async function setYouthMode(tx: Tx, by: Caller, on: boolean, now: Date): Promise<void> {
  const id = by.accountId
  const before = foundRow(
    await tx.select({ youthModeAt: accounts.youthModeAt }).from(accounts).where(eq(accounts.id, id)).for('no key update'),
  )
  if ((before.youthModeAt !== null) === on) return
  const after = { youthModeAt: on ? now : null }
  await tx.update(accounts).set(after).where(eq(accounts.id, id))
  await record(tx, by, { action: 'member.switch_youth_mode', entity: 'member', id, before, after }, now)
}
