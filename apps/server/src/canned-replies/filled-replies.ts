import type { Language } from '@portico/contract/translations'
import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { foundRow } from '../errors.ts'
import { inLanguage } from '../in-language.ts'
import { tickets } from '../tickets/tickets.table.ts'
import { listReplies } from './change-replies.ts'
import { fillReply, valuesOf } from './fill-reply.ts'

export type FilledReplies = { language: Language; items: { id: number; title: string; text: string }[] }

/**
 * Every canned reply for the member of a ticket, in the member's language, or in the caller's if it is not known. Titles are in the
 * caller's.
 */
export async function filledReplies(
  app: Pick<App, 'database' | 'settings' | 'config'>,
  by: Actor,
  ticketId: number,
  callers: Language,
): Promise<FilledReplies> {
  const { db } = app.database
  const { accountId, language: own } = foundRow(
    await db
      .select({ accountId: accounts.id, language: accounts.language })
      .from(tickets)
      .innerJoin(accounts, eq(accounts.id, tickets.accountId))
      .where(eq(tickets.id, ticketId)),
  )
  const language = own ?? callers
  const [replies, values] = await Promise.all([listReplies(db), valuesOf(app, { accountId, ticketId, by }, language)])
  const items = replies.map((row) => ({
    id: row.id,
    title: inLanguage(row, callers).title,
    text: fillReply(inLanguage(row, language).text, values),
  }))
  return { language, items }
}
