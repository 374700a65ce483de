import type { Language } from '@portico/contract/translations'
import type { ArticleContent } from '@portico/contract/articles-admin'
import { eq } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { plans } from '../plans/plans.table.ts'
import { mayRead, type Reader, visitor } from './audience.ts'
import { cleanContent } from './content.ts'
import { exampleFills } from './reader.ts'
import { renderBody } from './body/render-body.ts'

type Site = { database: Database; settings: () => Settings; config: Config }
type Asked = { content: ArticleContent; language: Language; reader: 'visitor' | 'member' | 'subscriber'; plan_id?: number | undefined }

/** Renders content for a kind of reader. Stores nothing. */
export async function previewArticle(site: Site, asked: Asked): Promise<{ readable: boolean; title: string; body: string }> {
  const { texts, audience, audience_ids: ids } = cleanContent(asked.content)
  const text = texts[asked.language] ?? texts.en ?? texts['zh-CN']
  const reader = await readerLike(site.database, asked)
  if (!text || !mayRead(audience, ids, reader)) return { readable: false, title: text?.title ?? '', body: '' }
  const body = renderBody(text.body, reader, exampleFills(site, asked.language, reader), asked.language)
  return { readable: true, title: text.title, body }
}

/** A plan that no longer exists counts as none. No account has the id 0. */
async function readerLike({ db }: Database, { reader, plan_id: planId }: Asked): Promise<Reader> {
  if (reader === 'visitor') return visitor
  const member: Reader = { accountId: 0, planId: null, groupId: null }
  if (reader === 'member') return member
  const [plan] = planId === undefined ? [] : await db.select().from(plans).where(eq(plans.id, planId))
  return { ...member, planId: plan?.id ?? null, groupId: plan?.groupId ?? 0 }
}
