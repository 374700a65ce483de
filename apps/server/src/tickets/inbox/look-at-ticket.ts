import { and, asc, eq, gte, lt, ne } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import { nameOf } from '../../accounts/name-of.ts'
import type { Db } from '../../db/client.ts'
import { isForeignKeyViolation, orRefuse } from '../../db/sql-errors.ts'
import { AppError } from '../../errors.ts'
import { ticketLookers } from './ticket-lookers.table.ts'

/** Pages say it every eight seconds; one that missed two is gone. */
const STAYS_MS = 20_000

export type Looker = { name: string; writing: boolean }

/** Records that somebody looks at a ticket or writes in it. Returns who else does. May be repeated. */
export async function lookAtTicket(
  db: Db,
  { ticketId, accountId, writing }: { ticketId: number; accountId: number; writing: boolean },
  now: Date,
): Promise<Looker[]> {
  const since = new Date(now.getTime() - STAYS_MS)
  const values = { ticketId, accountId, seenAt: now, writingAt: writing ? now : null }
  const note = db
    .insert(ticketLookers)
    .values(values)
    .onConflictDoUpdate({ target: [ticketLookers.ticketId, ticketLookers.accountId], set: values })
  await orRefuse(note, isForeignKeyViolation, new AppError('not_found'))
  await db.delete(ticketLookers).where(and(eq(ticketLookers.ticketId, ticketId), lt(ticketLookers.seenAt, since)))
  const rows = await db
    .select({ name: accounts.name, email: accounts.email, label: accounts.label, writingAt: ticketLookers.writingAt })
    .from(ticketLookers)
    .innerJoin(accounts, eq(accounts.id, ticketLookers.accountId))
    .where(and(eq(ticketLookers.ticketId, ticketId), ne(ticketLookers.accountId, accountId), gte(ticketLookers.seenAt, since)))
    .orderBy(asc(accounts.id))
  return rows.map((row) => ({ name: nameOf(row), writing: row.writingAt !== null }))
}
