import type { Caller } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { chooseIn } from '../sessions/sessions.ts'
import { listLinked } from './list-linked.ts'

/** Uses one of the caller's accounts in their session from now on. Throws `not_found` for one that is not theirs. */
export async function chooseAccount(db: Db, by: Caller, id: number): Promise<void> {
  const own = await listLinked(db, by.accountId)
  if (!own.some((one) => one.id === id)) throw new AppError('not_found')
  await chooseIn(db, by.sessionId, id === by.accountId ? null : id)
}
