import type { MadeArticle } from './search-set.ts'

/** Stores published articles that no editor wrote, as they stood before their words were cut. Ids are those of the table. */
export async function storeArticles(query: (text: string, values: unknown[]) => Promise<unknown>, articles: MadeArticle[]): Promise<void> {
  const rows = JSON.stringify(articles)
  await query(
    `insert into articles (id, kind, sort, version, title_en, title_zh, live_version, published_at) overriding system value
     select (a->>'id')::bigint, 'article', (a->>'id')::int, 1, a->'en'->>'title', a->'zh-CN'->>'title', 1, now() from jsonb_array_elements($1::jsonb) a`,
    [rows],
  )
  await query(
    `insert into article_texts (article_id, language, title, summary, body)
     select (a->>'id')::bigint, language, a->language->>'title', a->language->>'summary', a->language->>'body'
     from jsonb_array_elements($1::jsonb) a, unnest('{en,zh-CN}'::text[]) language`,
    [rows],
  )
}
