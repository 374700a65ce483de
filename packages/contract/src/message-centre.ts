import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EventContent } from './events.ts'
import { FromFirst, pageOf, pageQuery, Time } from './paging.ts'
import { Language } from './translations.ts'

/** Most ids that one call can mark as read. */
export const MAX_UNREAD_IDS = 500

/** A notice of an operator as a message. `body`: clean HTML, '' if there is none. */
const noticeMessage = z.object({ type: z.literal('notice'), data: z.object({ title: z.string(), body: z.string(), language: Language }) })

/** Id of a message: `event-12` or `notice-3`. */
const MessageId = z.string().check(z.regex(/^(event|notice)-[1-9]\d{0,14}$/))

export const Message = z.object({
  id: MessageId,
  created_at: Time,
  /** null: not read yet. */
  read_at: z.nullable(Time),
  /** When the event's cause ended; null: it has not. An ended message counts as read. */
  ended_at: z.nullable(Time),
  content: z.discriminatedUnion('type', [EventContent, noticeMessage]),
})
export type Message = z.infer<typeof Message>

export const fetchMessages = endpoint({
  method: 'POST',
  path: '/api/msg/fetch',
  access: 'member',
  chosen: true,
  summary: 'Notices for me and what happened to my account in the last 180 days, newest first',
  body: z.object({
    page: FromFirst,
    page_size: pageQuery.page_size,
    unread: z.optional(z.boolean()),
    /** Only messages of these types; absent: all. */
    types: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  }),
  response: z.object({
    ...pageOf(Message).shape,
    /** Number of all unread messages, regardless of page and filter, and the ids of the newest of them. */
    unread: z.int(),
    unread_ids: z.array(MessageId),
  }),
})

/** Marks the given messages as read. It takes ids only, so that messages the caller has not seen stay unread. May be repeated. */
export const markMessagesRead = endpoint({
  method: 'POST',
  path: '/muser/messages/read',
  access: 'member',
  chosen: true,
  summary: 'Mark messages as read; ids that are not mine or no longer exist are ignored',
  body: z.object({ ids: z.array(MessageId).check(z.minLength(1), z.maxLength(MAX_UNREAD_IDS)) }),
})

/** `version` changes when the caller's messages, banners or pop-ups change. */
export const followMessages = endpoint({
  method: 'GET',
  path: '/muser/messages/live',
  access: 'member',
  chosen: true,
  summary: 'Server-sent events: how many messages are unread, now and whenever a message comes, ends or is read',
  response: z.object({ unread: z.int(), version: z.string() }),
})
