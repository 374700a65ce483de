import * as z from 'zod/mini'
import { Tried } from './connection-bundle.ts'
import { endpoint, MAX_INTEGER, MEGABYTE } from './endpoint.ts'
import { FileType } from './files.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'

export const TicketKind = z.enum(['connection', 'speed', 'billing', 'account', 'other'])
export type TicketKind = z.infer<typeof TicketKind>
export const TicketLevel = z.enum(['low', 'medium', 'high'])
export type TicketLevel = z.infer<typeof TicketLevel>
export const TicketStatus = z.enum(['open', 'closed'])
export type TicketStatus = z.infer<typeof TicketStatus>
/** Who must answer next. A closed ticket has no value. */
export const TicketWaits = z.enum(['waiting_staff', 'waiting_member'])
export type TicketWaits = z.infer<typeof TicketWaits>
/** Who closed a ticket. `silence`: the site, because the member did not answer. */
export const TicketCloser = z.enum(['member', 'staff', 'silence'])
export type TicketCloser = z.infer<typeof TicketCloser>
export const TicketOrigin = z.enum(['web', 'mail', 'telegram'])
export type TicketOrigin = z.infer<typeof TicketOrigin>

/** Most files of one message. */
export const MAX_TICKET_FILES = 5
/** Most bytes of one file. */
export const MAX_TICKET_FILE_BYTES = 10 * MEGABYTE
/** Most messages of one ticket; after that a new ticket is needed. */
export const MAX_TICKET_MESSAGES = 500

export const TicketSubject = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
/** Text of a message: plain, with line breaks; no markup. */
export const TicketText = z.string().check(z.trim(), z.minLength(1), z.maxLength(8000))
export const TicketFileIds = z.array(z.int()).check(z.maxLength(MAX_TICKET_FILES))
/** Number of a message within its ticket; 0: none yet. */
export const TicketSeq = z.int().check(z.gte(0), z.lte(MAX_INTEGER))
export const TicketScore = z.int().check(z.gte(1), z.lte(5))

/** A file of a message. `name`: as uploaded, for display only. `width`, `height`: pixels of a picture. */
export const TicketFile = z.object({
  id: z.int(),
  name: z.string(),
  type: FileType,
  size: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type TicketFile = z.infer<typeof TicketFile>

/** A change of a ticket, shown between its messages. */
export const TicketChange = z.discriminatedUnion('what', [
  z.object({ what: z.literal('closed'), by: TicketCloser }),
  z.object({ what: z.literal('reopened'), by: z.enum(['member', 'staff']) }),
])
export type TicketChange = z.infer<typeof TicketChange>

export const TicketMessage = z.object({
  id: z.int(),
  /** Number within the ticket, from 1. Numbers can be missing, because notes among staff count too. */
  seq: z.int(),
  author: z.enum(['member', 'staff', 'system']),
  origin: TicketOrigin,
  /** Text of the message; '' for a change. */
  text: z.string(),
  change: z.nullable(TicketChange),
  files: z.array(TicketFile),
  created_at: Time,
})
export type TicketMessage = z.infer<typeof TicketMessage>

export const Ticket = z.object({
  id: z.int(),
  kind: TicketKind,
  level: TicketLevel,
  subject: z.string(),
  status: TicketStatus,
  waits: z.nullable(TicketWaits),
  /** true: staff wrote something that the member has not seen. */
  unread: z.boolean(),
  /** Number of the latest message. */
  last_seq: z.int(),
  created_at: Time,
  last_message_at: Time,
  /** When the ticket closes by itself; null: it does not. */
  closes_at: z.nullable(Time),
  closed_at: z.nullable(Time),
  closed_by: z.nullable(TicketCloser),
  /** Until when the member may reopen the ticket; null: no longer, or it is open. */
  reopen_until: z.nullable(Time),
  score: z.nullable(TicketScore),
  score_text: z.nullable(z.string()),
})
export type Ticket = z.infer<typeof Ticket>

/** A ticket in the member's list. */
export const MyTicket = z.extend(Ticket, {
  /** Start of the latest written message, without line breaks. */
  latest: z.object({ author: TicketMessage.shape.author, text: z.string() }),
})
export type MyTicket = z.infer<typeof MyTicket>

export const saveTicket = endpoint({
  method: 'POST',
  path: '/muser/ticket/save',
  access: 'member',
  summary: 'Open a ticket; one of each kind may be open, and the refusal names it',
  body: z.object({
    kind: TicketKind,
    level: TicketLevel,
    subject: TicketSubject,
    text: TicketText,
    file_ids: z.optional(TicketFileIds),
    /** Answers about the connection; its facts are sent along. Absent: none are. */
    tried: z.optional(Tried),
  }),
  response: Ticket,
})
export const fetchTickets = endpoint({
  method: 'GET',
  path: '/muser/ticket/fetch',
  access: 'member',
  summary: 'My tickets, the latest message first; with `id` that one with its messages, oldest first',
  query: z.object({ ...pageQuery, id: z.optional(NumberText), status: z.optional(TicketStatus) }),
  response: z.object({
    ...pageOf(MyTicket).shape,
    /** null without `id`. */
    messages: z.nullable(z.array(TicketMessage)),
  }),
})
export const replyTicket = endpoint({
  method: 'POST',
  path: '/muser/ticket/reply',
  access: 'member',
  summary: 'Write in my ticket; this reopens a closed one while that is allowed',
  body: z.object({ id: z.int(), text: TicketText, file_ids: z.optional(TicketFileIds) }),
  response: TicketMessage,
})
export const closeTicket = endpoint({
  method: 'POST',
  path: '/muser/ticket/close',
  access: 'member',
  summary: 'Close my ticket; may be called twice',
  body: z.object({ id: z.int() }),
  response: Ticket,
})
export const reopenTicket = endpoint({
  method: 'POST',
  path: '/muser/ticket/reopen',
  access: 'member',
  summary: 'Reopen my closed ticket while that is allowed; may be called twice',
  body: z.object({ id: z.int() }),
  response: Ticket,
})
export const rateTicket = endpoint({
  method: 'POST',
  path: '/muser/ticket/rate',
  access: 'member',
  summary: 'Say once how a closed ticket was handled: 1 to 5, and a text',
  body: z.object({ id: z.int(), score: TicketScore, text: z.optional(z.string().check(z.trim(), z.maxLength(1000))) }),
  response: Ticket,
})
export const readTicket = endpoint({
  method: 'POST',
  path: '/muser/ticket/read',
  access: 'member',
  summary: 'Mark the messages of my ticket up to `seq` as seen; may be called twice',
  body: z.object({ id: z.int(), seq: TicketSeq }),
})
export const uploadTicketFile = endpoint({
  method: 'POST',
  path: '/muser/ticket/file',
  access: 'member',
  summary: 'Upload a picture, PDF, ZIP or text file, to be sent with a message within a day',
  upload: true,
  maxBytes: MAX_TICKET_FILE_BYTES,
  response: TicketFile,
})
export const readTicketFile = endpoint({
  method: 'GET',
  path: '/muser/ticket/file/:id',
  access: 'member',
  summary: 'The bytes of a file I uploaded, or of one in my tickets',
  download: true,
  response: z.string(),
})
/** `version` changes with any of the caller's tickets. */
export const followTickets = endpoint({
  method: 'GET',
  path: '/muser/ticket/live',
  access: 'member',
  summary: 'Server-sent events: that my tickets changed, now and after each change',
  response: z.object({ version: z.string(), unread: z.int() }),
})

/** Staff answered a ticket. Once per reply; ends when the member has seen it, or the ticket closes. */
export const ticketAnsweredEvent = z.object({
  type: z.literal('ticket_answered'),
  data: z.object({ ticket_id: z.int(), seq: z.int(), subject: z.string() }),
})
/** A ticket was closed by staff or for lack of an answer. Ends when it is reopened. */
export const ticketClosedEvent = z.object({
  type: z.literal('ticket_closed'),
  data: z.object({ ticket_id: z.int(), subject: z.string(), by: TicketCloser }),
})
