import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgSequence, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type {
  TicketChange,
  TicketCloser,
  TicketKind,
  TicketLevel,
  TicketOrigin,
  TicketStatus,
  TicketWaits,
} from '@portico/contract/tickets'
import type { TicketMailRefusal } from '@portico/contract/tickets-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time, whole } from '../db/columns.ts'
import { files } from '../files/files.table.ts'

/** Facts about a member's connection, read by people. */
export type TicketBundle = Record<string, unknown>

/** Sequence for changes of tickets, so that live streams notice them. */
export const ticketVersions = pgSequence('ticket_versions')

export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    kind: text('kind').$type<TicketKind>().notNull(),
    level: text('level').$type<TicketLevel>().notNull(),
    subject: text('subject').notNull(),
    status: text('status').$type<TicketStatus>().notNull().default('open'),
    waits: text('waits').$type<TicketWaits>().default('waiting_staff'),
    /** Since when it waits for that side; null: closed. */
    waitsSince: time('waits_since'),
    bundle: jsonb('bundle').$type<TicketBundle>(),
    /** Who of the staff takes care of it; null: nobody yet. */
    assigneeId: ref('assignee_id', () => accounts.id),
    createdAt: time('created_at').notNull(),
    /** When staff first replied. */
    answeredAt: time('answered_at'),
    /** When either side last wrote. */
    lastMessageAt: time('last_message_at').notNull(),
    /** The number of the latest message, notes and changes included. */
    lastSeq: integer('last_seq').notNull().default(0),
    /** Number of the latest message seen by the member. */
    seenSeq: integer('seen_seq').notNull().default(0),
    /** The latest reply by staff; 0: none. */
    staffSeq: integer('staff_seq').notNull().default(0),
    replies: integer('replies').notNull().default(0),
    closedAt: time('closed_at'),
    closedBy: text('closed_by').$type<TicketCloser>(),
    score: smallint('score'),
    scoreText: text('score_text'),
    /** A new number with each change. */
    version: whole('version')
      .notNull()
      .default(sql`nextval('ticket_versions')`),
  },
  (t) => [
    // One open ticket of each kind.
    uniqueIndex('tickets_open')
      .on(t.accountId, t.kind)
      .where(sql`status = 'open'`),
    index('tickets_account').on(t.accountId, t.lastMessageAt, t.id),
    index('tickets_created').on(t.createdAt, t.id),
    index('tickets_last').on(t.lastMessageAt, t.id),
    index('tickets_version').on(t.version),
    index('tickets_waiting')
      .on(t.waits, t.waitsSince)
      .where(sql`status = 'open'`),
    index('tickets_assignee')
      .on(t.assigneeId)
      .where(sql`status = 'open'`),
    check('tickets_waits', sql`(status = 'open') = (waits is not null) and (status = 'open') = (waits_since is not null)`),
    check('tickets_closed', sql`(status = 'closed') = (closed_at is not null) and (status = 'closed') = (closed_by is not null)`),
    check('tickets_score', sql`score between 1 and 5`),
  ],
)
export type TicketRow = typeof tickets.$inferSelect

/** The conversation: replies, notes among staff, and what happened to the ticket. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: id(),
    ticketId: ref('ticket_id', () => tickets.id).notNull(),
    /** From 1, without gaps: given under the ticket's lock. */
    seq: integer('seq').notNull(),
    author: text('author').$type<'member' | 'staff' | 'system'>().notNull(),
    /** Members never see a note. */
    kind: text('kind').$type<'reply' | 'note' | 'change'>().notNull(),
    /** null: the site itself. */
    accountId: ref('account_id', () => accounts.id),
    origin: text('origin').$type<TicketOrigin>().notNull().default('web'),
    text: text('text').notNull(),
    change: jsonb('change').$type<TicketChange>(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ticket_messages_seq').on(t.ticketId, t.seq),
    check('ticket_messages_note', sql`kind <> 'note' or author = 'staff'`),
    check('ticket_messages_change', sql`(kind = 'change') = (change is not null)`),
  ],
)
export type TicketMessageRow = typeof ticketMessages.$inferSelect

/** Private files. Without a message they wait to be sent, and are swept away after a day. */
export const ticketFiles = pgTable(
  'ticket_files',
  {
    id: id(),
    fileId: ref('file_id', () => files.id).notNull(),
    /** Who uploaded it. */
    accountId: ref('account_id', () => accounts.id).notNull(),
    messageId: ref('message_id', () => ticketMessages.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ticket_files_file').on(t.fileId),
    index('ticket_files_message').on(t.messageId),
    index('ticket_files_unsent')
      .on(t.createdAt)
      .where(sql`message_id is null`),
  ],
)
export type TicketFileRow = typeof ticketFiles.$inferSelect

/** Mails to tickets, accepted or refused; each Message-ID once. */
export const ticketMails = pgTable(
  'ticket_mails',
  {
    id: id(),
    messageId: text('message_id').notNull(),
    at: time('at').notNull(),
    sender: text('sender').notNull(),
    subject: text('subject').notNull(),
    ticketId: ref('ticket_id', () => tickets.id),
    /** Why it was refused; null: it was accepted. */
    refused: text('refused').$type<TicketMailRefusal>(),
  },
  (t) => [uniqueIndex('ticket_mails_message').on(t.messageId), index('ticket_mails_at').on(t.at, t.id)],
)
