import type { NoticePlacement } from '@portico/contract/notices'
import type { AdminNotice, NoticeAudience, NoticeInput } from '@portico/contract/notices-admin'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { toTranslationsForm } from '../ui/form/in-languages.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { momentAt } from '../ui/format/zoned-time.ts'

/** Which of a notice's texts a field shows. */
export type TextOf = Language | 'default'

type Texts = { title: string; body: string }

/** A notice in its form. Times are in the site's time zone. */
export interface NoticeForm extends Record<string, unknown> {
  placement: NoticePlacement
  title: string
  body: string
  translations: Record<Language, Texts>
  audience: NoticeAudience
  /** Plans or groups. */
  audience_ids: string[]
  audience_days: number | string
  member: number | string
  starts_at: string | null
  ends_at: string | null
  show_again: boolean
}

/** The form of a notice. `memberId`: of a new message to one member. */
export function toNoticeForm(notice: AdminNotice | null, memberId: number | undefined, zone: string | undefined): NoticeForm {
  const wall = (time: string | null | undefined): string | null => (time ? formatDateTime(time, zone, 'second') : null)
  const toOne = memberId !== undefined
  return {
    placement: notice?.placement ?? (toOne ? 'message' : 'banner'),
    title: notice?.title ?? '',
    body: notice?.body ?? '',
    translations: toTranslationsForm(notice?.translations, { title: '', body: '' }),
    audience: notice?.audience ?? (toOne ? 'member' : 'all'),
    audience_ids: notice?.audience === 'member' ? [] : (notice?.audience_ids ?? []).map(String),
    audience_days: notice?.audience_days ?? 3,
    member: (notice?.audience === 'member' ? notice.audience_ids[0] : memberId) ?? '',
    starts_at: wall(notice?.starts_at),
    ends_at: wall(notice?.ends_at),
    show_again: false,
  }
}

export function toNoticeInput(values: NoticeForm, zone: string | undefined): NoticeInput {
  const moment = (time: string | null): string | null => (time ? momentAt(time, zone).toISOString() : null)
  const { title, body } = textsForAll(values)
  return {
    placement: values.placement,
    title,
    body: values.placement === 'bar' ? '' : body,
    translations: values.translations,
    ...audienceOf(values),
    starts_at: moment(values.starts_at),
    ends_at: moment(values.ends_at),
  }
}

export function audienceOf(values: NoticeForm): Pick<NoticeInput, 'audience' | 'audience_ids' | 'audience_days'> {
  const { placement, member, audience_ids: ids, audience_days: days } = values
  const audience = placement === 'bar' ? 'all' : values.audience
  const isNarrow = audience === 'plans' || audience === 'groups'
  return {
    audience,
    audience_ids: audience === 'member' && member !== '' ? [Number(member)] : isNarrow ? ids.map(Number) : [],
    audience_days: audience === 'expiring' && days !== '' ? Number(days) : null,
  }
}

/** Texts in a language. */
export function textsIn(values: NoticeForm, language: TextOf): Texts {
  const all = textsForAll(values)
  const own = language === 'default' ? all : values.translations[language]
  return { title: own.title.trim() || all.title, body: isEmptyBody(own.body) ? all.body : own.body }
}

/** Whether a language has any text. */
export function hasText(values: NoticeForm, language: TextOf): boolean {
  const { title, body } = language === 'default' ? values : values.translations[language]
  return title.trim() !== '' || (values.placement !== 'bar' && !isEmptyBody(body))
}

/** Texts for everybody; without a title, the first language's, and its body if there is none. */
function textsForAll({ title, body, translations }: NoticeForm): Texts {
  const first = LANGUAGES.map((language) => translations[language]).find((texts) => texts.title.trim() !== '')
  if (title.trim() !== '' || !first) return { title, body }
  return { title: first.title, body: isEmptyBody(body) ? first.body : body }
}

/** Title in a language. */
export function titleIn({ title, translations }: AdminNotice, language: Language): string {
  return translations[language]?.title || title
}

function isEmptyBody(body: string): boolean {
  return body === '' || body === '<p></p>'
}
