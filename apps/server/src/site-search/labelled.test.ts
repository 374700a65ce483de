import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { makeArticles, measure, type Question, type QuestionKind } from '../../test/search-set.ts'
import { storeArticles } from '../../test/store-articles.ts'
import { cutOldTexts } from '../articles/words/cut-words.ts'

// The benchmark asks the same of 20,000 articles.

const { articles, questions } = makeArticles(1500, 2)
const t = await forFile(startApp())
await storeArticles((text, values) => t.database.pool.query(text, values), articles)
await cutOldTexts(t.database)

async function foundBy({ q }: Question): Promise<Set<number>> {
  const found = new Set<number>()
  let after: string | null | undefined
  do {
    const { status, body } = await t.call('POST', '/api/soso/fetch', { q, page_size: 20, ...(after && { after }) })
    if (status !== 200) throw new Error(JSON.stringify(body))
    const group = body.groups.find(({ kind }: { kind: string }) => kind === 'article')
    for (const { id } of group?.items ?? []) found.add(Number(id))
    after = group?.next
    await t.app.limits.siteSearches.clear('127.0.0.1')
  } while (after)
  return found
}

test('the set asks 200 questions, each with an answer; every text has its words in the index', async () => {
  expect(questions).toHaveLength(200)
  expect(new Set(questions.map(({ kind, q }) => `${kind} ${q}`)).size).toBe(200)
  expect(questions.filter(({ expected }) => expected.size === 0)).toEqual([])
  const { rows } = await t.database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from article_texts where words is null or heads = '{}'`,
  )
  expect(rows[0]?.n).toBe(0)
})

test.each<QuestionKind>(['Chinese word', 'English word', 'part', 'slip'])(
  '%s: what is expected is found, and nothing else',
  async (kind) => {
    const answers: Parameters<typeof measure>[0] = []
    for (const question of questions.filter((one) => one.kind === kind)) answers.push({ question, found: await foundBy(question) })
    const { precision, recall } = measure(answers)
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.95)
  },
)
