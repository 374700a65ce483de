import * as z from 'zod/mini'
import { endpoint, MAX_INTEGER, MEGABYTE } from './endpoint.ts'
import { NoticePlacement } from './notices.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { translationsOf } from './translations.ts'
import { inOrder, validity } from './validity.ts'

/**
 * Who may read a notice. `all`: every member. `plans`, `groups`: holders of a running plan among these. `expiring`: the plan ends within
 * `audience_days`. `never_connected`: the running plan was never used. `member`: one account.
 */
export const NoticeAudience = z.enum(['all', 'plans', 'groups', 'expiring', 'never_connected', 'member'])
export type NoticeAudience = z.infer<typeof NoticeAudience>

/** `scheduled`: published, starts later. `archived`: put away, or past its end. */
export const NoticeStatus = z.enum(['draft', 'scheduled', 'published', 'archived'])
export type NoticeStatus = z.infer<typeof NoticeStatus>

/** The actions allowed in each status, besides editing. */
export const noticeMoves: Record<NoticeStatus, readonly NoticeMove[]> = {
  draft: ['publish', 'delete'],
  scheduled: ['unpublish', 'archive'],
  published: ['end', 'archive'],
  archived: ['publish'],
}
export const NoticeMove = z.enum(['publish', 'unpublish', 'end', 'archive', 'delete'])
export type NoticeMove = z.infer<typeof NoticeMove>

export const MAX_NOTICE_BODY = 50_000
/** Longest titles, in characters. A bar is one line of text and may be longer. */
export const MAX_BAR_TITLE = 500
export const MAX_NOTICE_TITLE = 150

const title = z.string().check(z.trim(), z.maxLength(MAX_BAR_TITLE))
const body = z.string().check(z.maxLength(MAX_NOTICE_BODY))
const NoticeTranslations = translationsOf({ title, body })

const audience = {
  audience: NoticeAudience,
  /** Ids of plans, groups or the one member, by `audience`; empty for other audiences. */
  audience_ids: z.array(z.int()).check(z.maxLength(50)),
  /** Days before a plan's end, for `expiring`; null for other audiences. */
  audience_days: z.nullable(z.int().check(z.gte(1), z.lte(90))),
}
export const NoticeAudienceInput = z.object(audience)
export type NoticeAudienceInput = z.infer<typeof NoticeAudienceInput>

const fields = {
  placement: NoticePlacement,
  /** Plain text. For a bar it is the whole notice. */
  title: title.check(z.minLength(1)),
  /** HTML; the server removes what is not allowed. A bar has no body. */
  body,
  /** Absent when creating: no translations. Absent when changing: they stay. */
  translations: z.optional(NoticeTranslations),
  ...audience,
  /** `starts_at` null: starts when published. `ends_at` null: no end. */
  starts_at: validity.starts_at,
  ends_at: validity.ends_at,
}

type Fields = z.infer<z.ZodMiniObject<typeof fields>>
/** A bar must have the audience `all`: everyone who opens a public page sees it. */
const barForAll = z.refine<Fields>(({ placement, audience: who }) => placement !== 'bar' || who === 'all', {
  path: ['audience'],
  error: 'notice.bar_for_all',
})
const titleFits = z.refine<Fields>(
  ({ placement, title: own, translations }) =>
    placement === 'bar' ||
    [own, translations?.en?.title, translations?.['zh-CN']?.title].every((one) => (one ?? '').length <= MAX_NOTICE_TITLE),
  { path: ['title'], error: 'notice.title_long' },
)
const idsFit = z.refine<Fields>(
  ({ audience: who, audience_ids: ids }) => (who === 'member' ? ids.length === 1 : (who !== 'plans' && who !== 'groups') || ids.length > 0),
  { path: ['audience_ids'], error: 'notice.audience_empty' },
)
const daysFit = z.refine<Fields>(({ audience: who, audience_days: days }) => who !== 'expiring' || days !== null, {
  path: ['audience_days'],
})

export const NoticeInput = z.object(fields).check(inOrder, barForAll, titleFits, idsFit, daysFit)
export type NoticeInput = z.infer<typeof NoticeInput>

const summary = {
  ...fields,
  /** Texts in an answer have no limits, so that texts stored under older limits can be read. */
  title: z.string(),
  body: z.string(),
  translations: translationsOf({ title: z.string(), body: z.string() }),
  id: z.int(),
  status: NoticeStatus,
  /** Rises with each change. A change names the version it started from. */
  version: z.int(),
  /** When an operator put it away; null: nobody did, although its end may have passed. */
  archived_at: z.nullable(Time),
  updated_at: Time,
  /** Members who saw the notice, and members who dismissed it. */
  views: z.int(),
  dismissals: z.int(),
}
export const AdminNotice = z.object(summary)
export type AdminNotice = z.infer<typeof AdminNotice>

const access = ['content.write'] as const
const path = '/admin/notices'
const one = `${path}/:id`
const version = z.int().check(z.gte(1), z.lte(MAX_INTEGER))

export const adminListNotices = endpoint({
  method: 'GET',
  path,
  access,
  summary: 'Notices, last changed first',
  query: z.object({
    ...pageQuery,
    status: z.optional(NoticeStatus),
    placement: z.optional(NoticePlacement),
    /** Matches part of a title, or the notice's id. */
    search: z.optional(z.string().check(z.maxLength(60))),
  }),
  response: pageOf(AdminNotice),
})
export const adminReadNotice = endpoint({
  method: 'GET',
  path: one,
  access,
  summary: 'One notice',
  response: AdminNotice,
})
export const adminCreateNotice = endpoint({
  method: 'POST',
  path,
  access,
  summary: 'Write a notice; nobody sees it before it is published',
  maxBytes: MEGABYTE,
  body: NoticeInput,
  response: AdminNotice,
})
export const adminSaveNotice = endpoint({
  method: 'PUT',
  path: one,
  access,
  summary:
    'Change a notice, at once for its readers; 409 `notice.changed` if somebody changed it in between, `notice.audience_fixed` for another audience once somebody saw it',
  maxBytes: MEGABYTE,
  body: z.object({
    version,
    notice: NoticeInput,
    /** true: show it again to members who saw or dismissed it. */
    show_again: z.boolean(),
  }),
  response: AdminNotice,
})
export const adminMoveNotice = endpoint({
  method: 'POST',
  path: `${one}/move`,
  access,
  summary: 'Publish a notice (at its start, or now), take back a scheduled one, end it, or archive it',
  body: z.object({ version, to: z.enum(['publish', 'unpublish', 'end', 'archive']) }),
  response: AdminNotice,
})
export const adminCopyNotice = endpoint({
  method: 'POST',
  path: `${one}/copy`,
  access,
  summary: 'Start a new draft with the texts and audience of a notice, without its dates',
  response: AdminNotice,
})
export const adminDeleteNotice = endpoint({
  method: 'DELETE',
  path: one,
  access,
  summary: 'Delete a draft; a notice that was published can only be archived',
})
export const adminPreviewNotice = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  access,
  summary: 'How many members an audience has now, and a body as readers would get it',
  maxBytes: MEGABYTE,
  body: z.object({ ...audience, body }),
  /** `members`: how many it reaches now; null for a single member, whose state not all authors may know. */
  response: z.object({ members: z.nullable(z.int()), body: z.string() }),
})
