import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { articles } from '../articles/articles.table.ts'
import { visitor } from '../articles/audience.ts'
import { publishNew } from '../articles/publish-new.ts'
import { countView, rateArticle } from '../articles/rate-article.ts'
import { makeStarters } from '../articles/starter/make-starters.ts'
import { dayKey, shiftDay } from '../calendar.ts'

const TERMS = {
  en: {
    title: 'Terms of service',
    summary: '',
    body: '<p>Your link is for you and your own devices.</p><p>Use the service as the law of your country allows.</p>',
  },
  'zh-CN': { title: '服务条款', summary: '', body: '<p>订阅链接仅供您本人的设备使用。</p><p>请在当地法律允许的范围内使用本服务。</p>' },
}

/** The terms of service and the starter articles. */
export async function fillArticles(app: App, by: Actor, at: Date): Promise<void> {
  const content = { texts: TERMS, audience: 'public' as const, audience_ids: [] }
  await publishNew(app.database, by, { kind: 'terms', type: 'tos', category_id: null, content }, at)
  await makeStarters(app, by, true, at)
}

const READ_DAYS = 14

/** Adds views and ratings of the last days, the first articles with most. */
export async function fillReading(app: App, members: { id: number }[]): Promise<void> {
  const { db } = app.database
  const today = dayKey(app.now(), app.settings()['site.timezone'])
  const read = await db.select({ id: articles.id }).from(articles).where(eq(articles.kind, 'article')).orderBy(articles.id)
  for (const [place, { id }] of read.entries()) {
    const opened = Math.ceil((READ_DAYS * 3) / (place + 1)) + (place % 3)
    for (let n = 0; n < opened; n++) await countView(db, id, shiftDay(today, -(n % READ_DAYS)))
    for (const [n, member] of members.slice(0, Math.ceil(opened / 4)).entries()) {
      await rateArticle(db, { ...visitor, accountId: member.id }, id, (n + place) % 6 !== 5)
    }
  }
}
