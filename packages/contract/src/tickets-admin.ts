import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import {
  MAX_TICKET_FILE_BYTES,
  Ticket,
  TicketFile,
  TicketFileIds,
  TicketKind,
  TicketLevel,
  TicketMessage,
  TicketStatus,
  TicketSeq,
  TicketText,
  TicketWaits,
} from './tickets.ts'
import { Address, NameOrAddress } from './personal.ts'

export const AdminTicket = z.object({
  ...Ticket.shape,
  account_id: z.int(),
  /** The member's name, else their address. */
  member: NameOrAddress,
  assignee_id: z.nullable(z.int()),
  assignee: z.nullable(NameOrAddress),
  /** Since when the ticket waits, for member or staff; null: closed. */
  waits_since: z.nullable(Time),
  /** Time of the first reply by staff; null: none. */
  answered_at: z.nullable(Time),
  /** Number of replies by member and staff. */
  replies: z.int(),
})
export type AdminTicket = z.infer<typeof AdminTicket>

export const AdminTicketMessage = z.object({
  ...TicketMessage.shape,
  /** `reply`: seen by both sides. `note`: for staff only. `change`: of the ticket, such as closing. */
  kind: z.enum(['reply', 'note', 'change']),
  /** Author's name; null: the site itself, or an account without a name. */
  author_name: z.nullable(NameOrAddress),
})
export type AdminTicketMessage = z.infer<typeof AdminTicketMessage>

export const AdminTicketDetail = z.object({
  ticket: AdminTicket,
  messages: z.array(AdminTicketMessage),
  /** Facts about the member's connection when the ticket was opened; null: none were sent. */
  bundle: z.nullable(z.record(z.string(), z.unknown())),
})
export type AdminTicketDetail = z.infer<typeof AdminTicketDetail>

export const ticketFilter = {
  status: z.optional(TicketStatus),
  waits: z.optional(TicketWaits),
  kind: z.optional(TicketKind),
  level: z.optional(TicketLevel),
  /** `me`, `none`, `others`, or an account's id. */
  assignee: z.optional(z.union([z.enum(['me', 'none', 'others']), NumberText])),
  account_id: z.optional(NumberText),
  /** Only tickets of members who hold this plan now. */
  plan_id: z.optional(NumberText),
  /** Matches part of a subject, a message or the member's address, or a ticket's id. */
  q: z.optional(z.string().check(z.maxLength(100))),
}

export const adminListTickets = endpoint({
  method: 'GET',
  path: '/admin/tickets',
  access: ['tickets.read'],
  summary: 'Tickets by filter; sorted by answer_due, created_at, last_message_at or waits_since, the latest message first',
  query: z.object({ ...pageQuery, ...ticketFilter }),
  response: pageOf(AdminTicket),
})
export const adminGetTicket = endpoint({
  method: 'GET',
  path: '/admin/tickets/:id',
  access: ['tickets.read'],
  summary: 'A ticket with its messages, notes and bundle',
  response: AdminTicketDetail,
})
export const adminReplyTicket = endpoint({
  method: 'POST',
  path: '/admin/tickets/:id/replies',
  access: ['tickets.write'],
  summary:
    'Answer the member; a ticket that nobody holds becomes mine. 409 `ticket.newer_message` if the member wrote after message `seen_seq`',
  body: z.object({ text: TicketText, file_ids: z.optional(TicketFileIds), seen_seq: z.optional(TicketSeq) }),
  response: AdminTicketMessage,
})
export const adminNoteTicket = endpoint({
  method: 'POST',
  path: '/admin/tickets/:id/notes',
  access: ['tickets.write'],
  summary: 'Write a note that only staff can see',
  body: z.object({ text: TicketText, file_ids: z.optional(TicketFileIds) }),
  response: AdminTicketMessage,
})
export const adminAssignTicket = endpoint({
  method: 'PUT',
  path: '/admin/tickets/:id/assignee',
  access: ['tickets.write'],
  summary: 'Give the ticket to someone who may answer tickets, or to nobody',
  body: z.object({ account_id: z.nullable(z.int()) }),
  response: AdminTicket,
})
export const adminChangeTicket = endpoint({
  method: 'PATCH',
  path: '/admin/tickets/:id',
  access: ['tickets.write'],
  summary: "Change a ticket's kind or level",
  body: z.object({ kind: z.optional(TicketKind), level: z.optional(TicketLevel) }),
  response: AdminTicket,
})
export const adminCloseTicket = endpoint({
  method: 'POST',
  path: '/admin/tickets/:id/close',
  access: ['tickets.write'],
  summary: 'Close a ticket; may be called twice',
  response: AdminTicket,
})
export const adminReopenTicket = endpoint({
  method: 'POST',
  path: '/admin/tickets/:id/reopen',
  access: ['tickets.write'],
  summary: 'Reopen a ticket, however long ago it was closed; may be called twice',
  response: AdminTicket,
})
export const adminUploadTicketFile = endpoint({
  method: 'POST',
  path: '/admin/tickets/files',
  access: ['tickets.write'],
  summary: 'Upload a file, to be sent with a message within a day',
  upload: true,
  maxBytes: MAX_TICKET_FILE_BYTES,
  response: TicketFile,
})
export const adminReadTicketFile = endpoint({
  method: 'GET',
  path: '/admin/tickets/files/:id',
  access: ['tickets.read'],
  summary: 'The bytes of a file in a ticket',
  download: true,
  response: z.string(),
})
/** Lists staff to whom tickets can be assigned. */
export const adminListTicketStaff = endpoint({
  method: 'GET',
  path: '/admin/tickets/staff',
  access: ['tickets.read'],
  summary: 'Staff who may answer tickets, and how many open ones each holds',
  response: z.object({ items: z.array(z.object({ id: z.int(), name: z.string(), open: z.int() })), total: z.int() }),
})
/** `version` changes with any ticket. `changed`: ids changed since the last event, [] in the first. */
export const adminFollowTickets = endpoint({
  method: 'GET',
  path: '/admin/tickets/live',
  access: ['tickets.read'],
  summary: 'Server-sent events: which tickets changed, and how many wait for staff',
  response: z.object({ version: z.string(), waiting: z.int(), changed: z.array(z.int()) }),
})

export const TicketMailRefusal = z.enum([
  /** No recipient is a ticket's address. */
  'no_address',
  /** The ticket's address is forged: the site did not make it. */
  'forged_address',
  /** The sender is not the member, or unknown. */
  'foreign_sender',
  /** The receiving server's DMARC check failed: the sender is forged. */
  'dmarc_failed',
  /** A program sent it: automatic answer, mailing list, delivery report. */
  'automatic',
  /** The site itself sent it. */
  'loop',
  'too_large',
  'unreadable',
  'empty',
  'account_closed',
  'ticket_closed',
  /** Another rule of tickets forbids it. */
  'not_accepted',
])
export type TicketMailRefusal = z.infer<typeof TicketMailRefusal>

/** A mail received for tickets. */
export const TicketMail = z.object({
  id: z.int(),
  at: Time,
  /** Sender's address; '' if it cannot be read. */
  sender: Address,
  subject: z.string(),
  ticket_id: z.nullable(z.int()),
  /** null: the mail was accepted. */
  refused: z.nullable(TicketMailRefusal),
})
export type TicketMail = z.infer<typeof TicketMail>

export const adminListTicketMails = endpoint({
  method: 'GET',
  path: '/admin/tickets/mails',
  access: ['tickets.read'],
  summary: 'Mails that came for tickets, newest first; kept for 30 days',
  query: z.object({ ...pageQuery, refused: z.optional(z.enum(['true'])) }),
  response: z.object({ ...pageOf(TicketMail).shape, refused: z.int() }),
})
/** Tests the mailbox. `unreachable`: no answer. `refused`: wrong user or password. `no_folder`: the folder does not exist. */
export const adminTestTicketMail = endpoint({
  method: 'POST',
  path: '/admin/tickets/mails/test',
  access: ['settings.security'],
  summary: 'Log in to the mailbox that is set, and open its folder',
  response: z.object({ result: z.enum(['works', 'not_set', 'unreachable', 'refused', 'no_folder']) }),
})
