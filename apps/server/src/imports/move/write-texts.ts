import type { SettingsChange } from '@portico/contract/settings-admin'
import { NoticeInput } from '@portico/contract/notices-admin'
import type { Actor } from '../../actor.ts'
import { createCategory } from '../../article-categories/change-categories.ts'
import { copyShelves } from '../../articles/arrange-articles.ts'
import { importBody } from '../../articles/body/import-body.ts'
import { publishArticle } from '../../articles/publish-article.ts'
import { createArticle, saveArticle } from '../../articles/write-article.ts'
import type { Database, Tx } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { createNotice } from '../../notices/change-notices.ts'
import { storeSettings } from '../../settings/save-settings.ts'
import type { Findings } from '../intake/findings.ts'
import type { Texts } from '../intake/take-all.ts'
import type { OldArticle, OldNotice } from '../records.ts'

/** Writes what few there are by the verbs of their nouns, in the transaction of the switch. `database`: with that transaction as its own. */
export async function writeTexts(
  tx: Tx,
  database: Database,
  by: Actor,
  { articles, notices, settings }: Texts,
  findings: Findings,
  now: Date,
) {
  const categories = new Map<string, number>()
  for (const article of articles.toSorted((a, b) => a.sort - b.sort))
    await writeArticle(database, by, article, { categories, findings, now })
  for (const notice of notices) await writeNotice(database, by, notice, findings, now)
  if (settings.length === 0) return
  // Sources name only settings that are there.
  const change = Object.fromEntries(settings.map(({ key, value }) => [key, value])) as SettingsChange
  await storeSettings(tx, database.secrets, by, { action: 'settings.save', change }, now)
}

type Desk = { categories: Map<string, number>; findings: Findings; now: Date }

async function writeArticle(database: Database, by: Actor, old: OldArticle, { categories, findings, now }: Desk): Promise<void> {
  const body = bodyOf(old, findings)
  if (body === null) return
  const categoryId =
    old.category.trim() === '' ? null : (categories.get(old.category) ?? (await makeCategory(database, by, old.category, now)))
  if (categoryId !== null) categories.set(old.category, categoryId)
  const title = old.title.trim().slice(0, 150) || '…'
  const text = { title, summary: '', body }
  const { id } = await createArticle(database, by, { kind: 'article', type: null, category_id: categoryId }, now)
  const texts = { en: old.language === 'en' ? text : null, 'zh-CN': old.language === 'zh-CN' ? text : null }
  const content = { texts, audience: 'members' as const, audience_ids: [] }
  const { version } = await saveArticle(database, by, id, { base_version: 0, content }, now)
  if (old.shown) await publishArticle(database, by, id, { version, expectedLive: null, at: null }, now)
}

async function makeCategory(database: Database, by: Actor, name: string, now: Date): Promise<number> {
  const named = name.trim().slice(0, 60)
  const { id } = await createCategory({ database, onNumbered: copyShelves }, by, { name_en: '', name_zh: named, parent_id: null }, now)
  return id
}

/** As a draft, because publishing one tells members. */
async function writeNotice(database: Database, by: Actor, old: OldNotice, findings: Findings, now: Date): Promise<void> {
  const body = bodyOf(old, findings)
  const audience = { audience: 'all', audience_ids: [], audience_days: null }
  const given = NoticeInput.safeParse({
    placement: 'message',
    title: old.title.trim().slice(0, 150),
    body,
    ...audience,
    starts_at: null,
    ends_at: null,
  })
  if (!given.success) return findings.note('row_odd', old.at, old.title)
  await createNotice(database, by, given.data, now)
}

function bodyOf({ at, title, body, form }: OldArticle | OldNotice, findings: Findings): string | null {
  if (body.trim() === '' && title.trim() === '') {
    findings.note('text_empty', at)
    return null
  }
  try {
    return importBody(form, body).body
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    findings.note('row_odd', at, title)
    return null
  }
}
