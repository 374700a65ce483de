import * as z from 'zod/mini'
import { endpoint, MAX_INTEGER, MEGABYTE } from './endpoint.ts'
import { NoticePlacement } from './notices.ts'
import { IdParams, Ok, pageOf, pageQuery, Time } from './paging.ts'
import { translationsOf } from './translations.ts'
import { inOrder, validity } from './validity.ts'

/**
 * Which members may read a notice. `plans` and `groups`: with a running plan of these. `expiring`: the running plan ends within some days.
 * `never_connected`: with a running plan that was never used. `member`: one account.
 */
export const NoticeAudience = z.enum(['all', 'plans', 'groups', 'expiring', 'never_connected', 'member'])
export type NoticeAudience = z.infer<typeof NoticeAudience>

/** `scheduled`: published, and its start is still to come. `archived`: put away, or its end has come. */
export const NoticeStatus = z.enum(['draft', 'scheduled', 'published', 'archived'])
export type NoticeStatus = z.infer<typeof NoticeStatus>

/** What an operator may do to a notice with this status, besides changing it. */
export const noticeMoves: Record<NoticeStatus, readonly NoticeMove[]> = {
  draft: ['publish', 'delete'],
  scheduled: ['unpublish', 'archive'],
  published: ['end', 'archive'],
  archived: ['publish'],
}
export const NoticeMove = z.enum(['publish', 'unpublish', 'end', 'archive', 'delete'])
export type NoticeMove = z.infer<typeof NoticeMove>

export const MAX_NOTICE_BODY = 50_000
/** A bar is one line of text and may be longer than a title. */
export const MAX_BAR_TITLE = 500
export const MAX_NOTICE_TITLE = 150

const title = z.string().check(z.trim(), z.maxLength(MAX_BAR_TITLE))
const body = z.string().check(z.maxLength(MAX_NOTICE_BODY))
const NoticeTranslations = translationsOf({ title, body })

const audience = {
  audience: NoticeAudience,
  /** Plans, groups or the one member, by `audience`; empty for other audiences. */
  audience_ids: z.array(z.int()).check(z.maxLength(50)),
  /** Of `expiring`; null for other audiences. */
  audience_days: z.nullable(z.int().check(z.gte(1), z.lte(90))),
}
export const NoticeAudienceInput = z.object(audience)
export type NoticeAudienceInput = z.infer<typeof NoticeAudienceInput>

const fields = {
  placement: NoticePlacement,
  /** Plain text. Of a bar: all of it. */
  title: title.check(z.minLength(1)),
  /** HTML; the server removes what is not allowed. A bar has none. */
  body,
  /** Absent: none, or as they are. */
  translations: z.optional(NoticeTranslations),
  ...audience,
  /** null: starts when it is published, and has no end. */
  starts_at: validity.starts_at,
  ends_at: validity.ends_at,
}

type Fields = z.infer<z.ZodMiniObject<typeof fields>>
/** A bar is for everybody who opens a public page. */
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
  /** What is stored is shown, whatever the limits were when it was written. */
  title: z.string(),
  body: z.string(),
  translations: translationsOf({ title: z.string(), body: z.string() }),
  id: z.int(),
  status: NoticeStatus,
  /** Rises with each change: a change names the one it began with. */
  version: z.int(),
  /** When it was put away; null: it was not, though its end may have come. */
  archived_at: z.nullable(Time),
  updated_at: Time,
  /** Members who saw it, and those of them who do not want to see it again. */
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
    /** In a title, or the id. */
    search: z.optional(z.string().check(z.maxLength(60))),
  }),
  response: pageOf(AdminNotice),
})
export const adminReadNotice = endpoint({
  method: 'GET',
  path: one,
  access,
  summary: 'One notice',
  params: IdParams,
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
  params: IdParams,
  body: z.object({
    version,
    notice: NoticeInput,
    /** Also shows it to those who saw or dismissed it. */
    show_again: z.boolean(),
  }),
  response: AdminNotice,
})
export const adminMoveNotice = endpoint({
  method: 'POST',
  path: `${one}/move`,
  access,
  summary: 'Publish a notice (at its start, or now), take back a scheduled one, end it, or archive it',
  params: IdParams,
  body: z.object({ version, to: z.enum(['publish', 'unpublish', 'end', 'archive']) }),
  response: AdminNotice,
})
export const adminCopyNotice = endpoint({
  method: 'POST',
  path: `${one}/copy`,
  access,
  summary: 'Start a new draft with the texts and audience of a notice, without its dates',
  params: IdParams,
  response: AdminNotice,
})
export const adminDeleteNotice = endpoint({
  method: 'DELETE',
  path: one,
  access,
  summary: 'Delete a draft; a notice that was published can only be archived',
  params: IdParams,
  response: Ok,
})
export const adminPreviewNotice = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  access,
  summary: 'How many members an audience has now, and a body as readers would get it',
  maxBytes: MEGABYTE,
  body: z.object({ ...audience, body }),
  /** `members`: null for one member, whose state is not for everybody who writes notices. */
  response: z.object({ members: z.nullable(z.int()), body: z.string() }),
})
