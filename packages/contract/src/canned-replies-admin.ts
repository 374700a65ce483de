import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NumberText, Time } from './paging.ts'
import { Language, translationsOf } from './translations.ts'

/**
 * Placeholders of a canned reply, filled in for each member. `link`: the page that shows the member's own link, never the link itself.
 * `ticket`: the ticket's number.
 */
export const cannedPlaceholders = ['name', 'plan', 'expires', 'used', 'left', 'link', 'plans', 'ticket', 'site'] as const
export type CannedPlaceholder = (typeof cannedPlaceholders)[number]

/** Whether the text has a placeholder not in `cannedPlaceholders`, or a brace that looks like part of one. */
export function hasUnknownPlaceholder(text: string): boolean {
  const known: readonly string[] = cannedPlaceholders
  const rest = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (known.includes(name) ? '' : whole))
  return rest.includes('{{') || rest.includes('}}')
}

export const MAX_CANNED_TEXT = 4000
const title = z.string().check(z.trim(), z.maxLength(80))
const text = z.string().check(
  z.trim(),
  z.maxLength(MAX_CANNED_TEXT),
  z.refine((one) => !hasUnknownPlaceholder(one), { error: 'message.unknown_placeholder' }),
)
const CannedTranslations = translationsOf({ title, text })

export const CannedReplyInput = z.object({
  /** Title that staff search for; members never see it. */
  title: title.check(z.minLength(1)),
  /** Plain text of the reply. */
  text: text.check(z.minLength(1)),
  /** Absent when creating: no translations. Absent when changing: they stay. */
  translations: z.optional(CannedTranslations),
})
export type CannedReplyInput = z.infer<typeof CannedReplyInput>

export const CannedReply = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  translations: translationsOf({ title: z.string(), text: z.string() }),
  updated_at: Time,
})
export type CannedReply = z.infer<typeof CannedReply>

const path = '/admin/canned-replies'

export const adminListCannedReplies = endpoint({
  method: 'GET',
  path,
  access: ['tickets.read'],
  summary: 'Canned replies by title',
  response: z.object({ items: z.array(CannedReply), total: z.int() }),
})
export const adminCreateCannedReply = endpoint({
  method: 'POST',
  path,
  access: ['tickets.write'],
  summary: 'Write a canned reply',
  body: CannedReplyInput,
  response: CannedReply,
})
export const adminUpdateCannedReply = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  access: ['tickets.write'],
  summary: 'Change a canned reply; what was sent stays as it is',
  body: CannedReplyInput,
  response: CannedReply,
})
export const adminDeleteCannedReply = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  access: ['tickets.write'],
  summary: 'Delete a canned reply',
})
export const adminAddStarterReplies = endpoint({
  method: 'POST',
  path: `${path}/starters`,
  access: ['tickets.write'],
  summary: 'Add the six starter replies in both languages where there are no replies yet; answers all there are. May be called twice',
  response: z.object({ items: z.array(CannedReply), total: z.int() }),
})
export const adminFilledReplies = endpoint({
  method: 'GET',
  path: `${path}/filled`,
  access: ['tickets.write'],
  summary: 'Every canned reply as plain text for the member of one ticket, in their language',
  query: z.object({ ticket_id: NumberText }),
  /** Titles are in the caller's language. */
  response: z.object({
    language: Language,
    items: z.array(z.object({ id: z.int(), title: z.string(), text: z.string() })),
    total: z.int(),
  }),
})
