import { inArray } from 'drizzle-orm'
import type { Audience } from '@portico/contract/articles'
import { type ArticleContent, type ArticleText, MAX_BODY_LENGTH } from '@portico/contract/articles-admin'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { groups } from '../groups/groups.table.ts'
import { plans } from '../plans/plans.table.ts'
import { isTooDeep } from './body/body-depth.ts'
import { cleanBody } from './body/clean-body.ts'

/**
 * Content as stored: clean bodies, ids only where used, null for a language without text. Throws `article.too_long` (measured after
 * cleaning, which adds length) and `article.too_deep` for a body.
 */
export function cleanContent({ texts, audience, audience_ids: ids }: ArticleContent): ArticleContent {
  const isNarrow = audience === 'plans' || audience === 'groups'
  return {
    texts: { en: cleanText(texts, 'en'), 'zh-CN': cleanText(texts, 'zh-CN') },
    audience,
    audience_ids: isNarrow ? [...new Set(ids)] : [],
  }
}

/** Throws `article.audience_unknown` unless an audience of plans or groups names some that exist. */
export async function checkAudience(db: Db, audience: Audience, given: readonly number[]): Promise<void> {
  if (audience !== 'plans' && audience !== 'groups') return
  const table = audience === 'plans' ? plans : groups
  const ids = [...new Set(given)]
  if (ids.length === 0 || (await db.$count(table, inArray(table.id, ids))) < ids.length)
    throw new AppError('article.audience_unknown', { fields: { audience_ids: 'article.audience_unknown' } })
}

/** The languages that can be published: with a title and a body. */
export function publishable(texts: ArticleContent['texts']): [Language, ArticleText][] {
  return LANGUAGES.flatMap((language): [Language, ArticleText][] => {
    const text = texts[language]
    return text && text.title !== '' && text.body !== '' ? [[language, text]] : []
  })
}

function cleanText(texts: ArticleContent['texts'], language: Language): ArticleText | null {
  const text = texts[language]
  if (text === null) return null
  const body = cleanBody(text.body)
  const field = `content.texts.${language}.body`
  if (body.length > MAX_BODY_LENGTH) throw new AppError('article.too_long', { fields: { [field]: 'article.too_long' } })
  if (isTooDeep(text.body) || isTooDeep(body)) throw new AppError('article.too_deep', { fields: { [field]: 'article.too_deep' } })
  return text.title === '' && text.summary === '' && isEmpty(body) ? null : { ...text, body: isEmpty(body) ? '' : body }
}

/** Whether a body has no text: the editor's empty document is an empty paragraph. */
function isEmpty(body: string): boolean {
  return /^(<p>(<br \/>)?<\/p>|\s)*$/.test(body)
}
