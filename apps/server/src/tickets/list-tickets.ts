import type { MyTicket, TicketKind, TicketLevel, TicketStatus, TicketWaits } from '@portico/contract/tickets'
import { and, asc, desc, eq, inArray, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { addressHas, type Search } from '../accounts/find-by-address.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { ordering, type Page, readPage, type SortedPaging } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type AttachedFile, filesOf } from './attach-files.ts'
import { answerDueSql, type Targets } from './inbox/targets.ts'
import { type TicketMessageRow, ticketMessages, type TicketRow, tickets } from './tickets.table.ts'

export type TicketFilter = {
  accountId?: number | undefined
  status?: TicketStatus | undefined
  waits?: TicketWaits | undefined
  kind?: TicketKind | undefined
  level?: TicketLevel | undefined
  /** Assignee; null: nobody. `not`: anybody else. */
  assigneeId?: number | null | { not: number } | undefined
  planId?: number | undefined
  search?: Search | undefined
}
export type ListedTicket = { ticket: TicketRow; member: string; assignee: string | null }

const assignees = alias(accounts, 'assignees')
const sortable = { created_at: tickets.createdAt, last_message_at: tickets.lastMessageAt, waits_since: tickets.waitsSince } as const

/** The latest message first unless `sort` says otherwise. `targets`: what `sort` by `answer_due` needs. */
export async function listTickets(db: Db, filter: TicketFilter, paging: SortedPaging, targets?: Targets): Promise<Page<ListedTicket>> {
  const columns = targets ? { ...sortable, answer_due: answerDueSql(targets) } : sortable
  return readPage(db, select(db).where(matching(filter)), ordering(paging.sort, columns, tickets.lastMessageAt, tickets.id), paging)
}

/** A ticket. Throws `not_found`, also for another member's. */
export async function findTicket(db: Db, id: number, ownerId?: number): Promise<ListedTicket> {
  const own = ownerId === undefined ? undefined : eq(tickets.accountId, ownerId)
  return foundRow(await select(db).where(and(eq(tickets.id, id), own)))
}

export type ReadMessage = { message: TicketMessageRow; author: string | null; files: AttachedFile[] }

/** The messages of a ticket, oldest first; notes only for staff. */
export async function readTicketMessages(db: Db, ticketId: number, { withNotes }: { withNotes: boolean }): Promise<ReadMessage[]> {
  const rows = await db
    .select({ message: ticketMessages, author: accounts.label })
    .from(ticketMessages)
    .leftJoin(accounts, eq(accounts.id, ticketMessages.accountId))
    .where(and(eq(ticketMessages.ticketId, ticketId), withNotes ? undefined : ne(ticketMessages.kind, 'note')))
    .orderBy(asc(ticketMessages.seq))
  const files = Map.groupBy(
    await filesOf(
      db,
      rows.map(({ message }) => message.id),
    ),
    ({ messageId }) => messageId,
  )
  return rows.map((row) => ({ ...row, files: files.get(row.message.id) ?? [] }))
}

export type Latest = MyTicket['latest']
/** Characters of a message in a row. */
const EXCERPT = 160

/** The beginnings of the latest replies in these tickets, by ticket. */
export async function latestOf(db: Db, ticketIds: number[]): Promise<Map<number, Latest>> {
  const { ticketId, author, text, kind, seq } = ticketMessages
  const rows = await db
    .selectDistinctOn([ticketId], { ticketId, author, text: sql<string>`left(${text}, ${EXCERPT})` })
    .from(ticketMessages)
    .where(and(inArray(ticketId, ticketIds), eq(kind, 'reply')))
    .orderBy(ticketId, desc(seq))
  return new Map(rows.map((row) => [row.ticketId, { author: row.author, text: row.text.replace(/\s+/gu, ' ') }]))
}

/** A message as from `readTicketMessages`. */
export async function readTicketMessage(db: Db, message: TicketMessageRow): Promise<ReadMessage> {
  const [[by], files] = await Promise.all([
    db
      .select({ author: accounts.label })
      .from(accounts)
      .where(eq(accounts.id, message.accountId ?? 0)),
    filesOf(db, [message.id]),
  ])
  return { message, author: by?.author ?? null, files }
}

function matching({ search, assigneeId, planId, ...filter }: TicketFilter): SQL | undefined {
  const { accountId, status, waits, kind, level } = filter
  return and(
    accountId === undefined ? undefined : eq(tickets.accountId, accountId),
    status && eq(tickets.status, status),
    waits && eq(tickets.waits, waits),
    kind && eq(tickets.kind, kind),
    level && eq(tickets.level, level),
    assigneeId === undefined ? undefined : heldBy(assigneeId),
    planId === undefined
      ? undefined
      : sql`${tickets.accountId} in (select ${subscriptions.accountId} from ${subscriptions} where ${subscriptions.planId} = ${planId})`,
    search && matches(search),
  )
}

function heldBy(assigneeId: number | null | { not: number }): SQL {
  if (assigneeId === null) return isNull(tickets.assigneeId)
  return typeof assigneeId === 'number' ? eq(tickets.assigneeId, assigneeId) : ne(tickets.assigneeId, assigneeId.not)
}

/** Shortest searched text: less stands in too many messages; a Chinese word has two characters. */
const LEAST_OF_TEXT = 2

function matches(search: Search): SQL | undefined {
  const { text: q } = search
  const part = `%${likeText(q.toLowerCase())}%`
  const id = /^#?(\d{1,15})$/.exec(q)?.[1]
  return or(
    id === undefined ? undefined : eq(tickets.id, Number(id)),
    like(sql`lower(${tickets.subject})`, part),
    addressHas(accounts.emailKey, search),
    q.length < LEAST_OF_TEXT
      ? undefined
      : sql`exists (select 1 from ${ticketMessages} m where m.ticket_id = ${tickets.id} and m.kind <> 'change' and lower(m.text) like ${part})`,
  )
}

function select(db: Db) {
  return db
    .select({ ticket: tickets, member: accounts.label, assignee: assignees.label })
    .from(tickets)
    .innerJoin(accounts, eq(accounts.id, tickets.accountId))
    .leftJoin(assignees, eq(assignees.id, tickets.assigneeId))
    .$dynamic()
}
