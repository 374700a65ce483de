import { may } from '@portico/contract/access'
import { desc, eq, ilike, or, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { type TicketRow, tickets } from '../tickets/tickets.table.ts'
import { MOST_PER_KIND, numberIn } from './parse-search.ts'

export type TicketFound = Pick<TicketRow, 'id' | 'subject' | 'status' | 'waits'> & { member: string }

/** Tickets by a part of their subject or by their number, the one of that number first, then the latest. */
export async function findTickets(db: Db, by: Actor, q: string): Promise<TicketFound[]> {
  if (!may(by.permissions, 'tickets.read')) return []
  const { id, subject, status, waits, lastMessageAt } = tickets
  const number = numberIn(q)
  return db
    .select({ id, subject, status, waits, member: accounts.label })
    .from(tickets)
    .innerJoin(accounts, eq(accounts.id, tickets.accountId))
    .where(or(ilike(subject, `%${likeText(q)}%`), number === null ? undefined : eq(id, number)))
    .orderBy(desc(sql`${id} = ${number ?? 0}`), desc(lastMessageAt), desc(id))
    .limit(MOST_PER_KIND)
}
