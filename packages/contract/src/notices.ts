import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { Language } from './translations.ts'

/** `bar`: one line at the top of public pages. The others are for members, and also stand in the message centre. */
export const NoticePlacement = z.enum(['bar', 'banner', 'popup', 'message'])
export type NoticePlacement = z.infer<typeof NoticePlacement>

/** A notice as a reader receives it. */
export const Notice = z.object({
  id: z.int(),
  placement: NoticePlacement,
  /** Plain text. */
  title: z.string(),
  /** Clean HTML; '' if there is none. */
  body: z.string(),
  /** Language of title and body. */
  language: Language,
  /** When it started to show. */
  published_at: Time,
  /** When the caller first saw the present version; null: not yet. */
  seen_at: z.nullable(Time),
})
export type Notice = z.infer<typeof Notice>

const ids = z.array(z.int()).check(z.minLength(1), z.maxLength(100))

export const listNotices = endpoint({
  method: 'GET',
  path: '/muser/notices',
  access: 'member',
  summary: 'Banners and pop-ups that are shown to me now, newest first; without those I dismissed',
  response: z.object({ items: z.array(Notice), total: z.int() }),
})
export const markNoticesSeen = endpoint({
  method: 'POST',
  path: '/muser/notices/seen',
  access: 'member',
  summary: 'Note that some notices were shown to me, which does not read them; ids of notices I may not read are ignored',
  body: z.object({ ids }),
})
export const dismissNotices = endpoint({
  method: 'POST',
  path: '/muser/notices/dismiss',
  access: 'member',
  summary: 'Do not show me these notices again, on any device; ids of notices I may not read are ignored',
  body: z.object({
    ids,
    /** true or absent: also marks it as read. false: it stays unread in the message centre. */
    read: z.optional(z.boolean()),
  }),
})
