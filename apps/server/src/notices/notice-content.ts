import { MAX_NOTICE_BODY, type NoticeInput } from '@portico/contract/notices-admin'
import { and, count, inArray, isNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { isTooDeep } from '../articles/body/body-depth.ts'
import { cleanNote } from '../articles/body/clean-body.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { groups } from '../groups/groups.table.ts'
import { storedTranslations } from '../in-language.ts'
import { plans } from '../plans/plans.table.ts'
import { toColumns } from '../to-columns.ts'
import { type NoticeRow, notices } from './notices.table.ts'

/** Columns of a notice, with clean bodies. Throws `notice.too_long` and `notice.too_deep` for a body, measured after cleaning. */
export function columnsOf(input: NoticeInput) {
  const isNarrow = input.audience === 'plans' || input.audience === 'groups' || input.audience === 'member'
  const hasBody = input.placement !== 'bar'
  const bodyOf = (html: string, field: string): string => (hasBody ? cleanNoticeBody(html, field) : '')
  const inOne = (language: 'en' | 'zh-CN') => {
    const texts = input.translations?.[language]
    return texts && { ...texts, body: bodyOf(texts.body ?? '', `translations.${language}.body`) }
  }
  return {
    ...toColumns(notices, input),
    body: bodyOf(input.body, 'body'),
    translations: input.translations && storedTranslations({ en: inOne('en'), 'zh-CN': inOne('zh-CN') }),
    audienceIds: isNarrow ? [...new Set(input.audience_ids)] : [],
    audienceDays: input.audience === 'expiring' ? input.audience_days : null,
  }
}

/** A clean body; '' without text and picture. Throws as `columnsOf`, for `field`. */
export function cleanNoticeBody(html: string, field: string): string {
  const body = cleanNote(html)
  if (body.length > MAX_NOTICE_BODY) throw new AppError('notice.too_long', { fields: { [field]: 'notice.too_long' } })
  if (isTooDeep(html) || isTooDeep(body)) throw new AppError('notice.too_deep', { fields: { [field]: 'notice.too_deep' } })
  // An editor's empty document is a paragraph without text.
  return /^(<p>(<br \/>)?<\/p>|\s)*$/.test(body) ? '' : body
}

type Audience = Pick<NoticeRow, 'audience' | 'audienceIds' | 'audienceDays'>

export function isSameAudience(one: Audience, other: Audience): boolean {
  const ids = new Set(other.audienceIds)
  const areSame = one.audienceIds.length === ids.size && one.audienceIds.every((id) => ids.has(id))
  return areSame && one.audience === other.audience && one.audienceDays === other.audienceDays
}

/** Throws `notice.audience_unknown` unless the audience's plans, groups or open account exist. */
export async function checkAudience(tx: Tx, { audience, audienceIds: ids }: Pick<NoticeRow, 'audience' | 'audienceIds'>): Promise<void> {
  if (ids.length === 0) return
  const found = audience === 'member' ? await holdAddressee(tx, ids) : await countIn(tx, audience === 'plans' ? plans : groups, ids)
  if (found !== ids.length) throw new AppError('notice.audience_unknown', { fields: { audience_ids: 'notice.audience_unknown' } })
}

/** Locks the addressee's account against closing; 0 if it is closed. Call it before locking the notice, as closing an account does. */
export async function holdAddressee(tx: Tx, ids: number[]): Promise<number> {
  const open = and(inArray(accounts.id, ids), isNull(accounts.closedAt))
  return (await tx.select({ id: accounts.id }).from(accounts).where(open).for('key share')).length
}

async function countIn(tx: Tx, table: typeof plans | typeof groups, ids: number[]): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(table).where(inArray(table.id, ids))
  return row?.n ?? 0
}

/** A notice for the audit log, without the text if it is for one member, because the log outlives accounts. */
export function recorded(row: NoticeRow): object {
  const { title, body, translations, ...others } = row
  return row.audience === 'member' ? others : row
}
