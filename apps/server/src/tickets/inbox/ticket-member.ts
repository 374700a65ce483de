import { TicketMember } from '@portico/contract/ticket-inbox-admin'
import type { Language } from '@portico/contract/translations'
import { and, desc, eq, ne } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import type { App } from '../../app.ts'
import { diagnose } from '../../diagnosis/diagnose.ts'
import { foundRow } from '../../errors.ts'
import { inLanguage } from '../../in-language.ts'
import { linkFetches } from '../../link-fetches/link-fetches.table.ts'
import { readSubscription } from '../../subscriptions/read-subscription.ts'
import { stateOf } from '../../subscriptions/state.ts'
import { toWire } from '../../to-wire.ts'
import { tickets } from '../tickets.table.ts'

/** Short facts about the member of a ticket, for the staff who answer it. The plan is named in the reader's language. */
export async function ticketMember(
  app: Pick<App, 'database' | 'settings'>,
  ticketId: number,
  language: Language,
  now: Date,
): Promise<TicketMember> {
  const { db } = app.database
  const { account } = foundRow(
    await db
      .select({ account: accounts })
      .from(tickets)
      .innerJoin(accounts, eq(accounts.id, tickets.accountId))
      .where(eq(tickets.id, ticketId)),
  )
  const [{ subscription, plan }, [fetched], others, diagnosis] = await Promise.all([
    readSubscription(db, account.id),
    db
      .select({ at: linkFetches.at, client: linkFetches.client })
      .from(linkFetches)
      .where(eq(linkFetches.accountId, account.id))
      .orderBy(desc(linkFetches.slot), desc(linkFetches.at))
      .limit(1),
    db.$count(tickets, and(eq(tickets.accountId, account.id), ne(tickets.id, ticketId))),
    diagnose(app, account.id, { language, reader: 'staff' }, now),
  ])
  const first = diagnosis.findings[0] ?? null
  return toWire(TicketMember, {
    accountId: account.id,
    name: account.name ?? account.label,
    language: account.language,
    memberSince: account.createdAt,
    banned: account.bannedAt !== null,
    closed: account.closedAt !== null,
    state: stateOf(subscription, now),
    planName: plan && inLanguage(plan, language).name,
    expiresAt: subscription.expiresAt,
    used: subscription.up + subscription.down,
    quota: subscription.transferEnable,
    lastFetchAt: fetched?.at ?? null,
    lastClient: fetched?.client ?? null,
    fault: first && { title: first.title, advice: first.advice },
    otherTickets: others,
  })
}
