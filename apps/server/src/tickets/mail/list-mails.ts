import { desc, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { type Page, type Paging, readPage } from '../../db/page.ts'
import { ticketMails } from '../tickets.table.ts'

const KEPT_MS = 30 * 86_400_000
export type TicketMailRow = typeof ticketMails.$inferSelect

/** Mails, newest first, with the number of refused ones. */
export async function listTicketMails(db: Db, onlyRefused: boolean, paging: Paging): Promise<Page<TicketMailRow> & { refused: number }> {
  const query = db
    .select()
    .from(ticketMails)
    .where(onlyRefused ? isNotNull(ticketMails.refused) : undefined)
    .$dynamic()
  const [page, refused] = await Promise.all([
    readPage(db, query, [desc(ticketMails.at), desc(ticketMails.id)], paging),
    db.$count(ticketMails, isNotNull(ticketMails.refused)),
  ])
  return { ...page, refused }
}

/** Forgets old mails. Mail servers do not repeat theirs for so long. */
export async function dropOldMails(db: Db, now: Date): Promise<void> {
  await db.delete(ticketMails).where(lt(ticketMails.at, new Date(now.getTime() - KEPT_MS)))
}
