import type pg from 'pg'
import { costOf, signedCall } from './limit-lines.ts'
import { median } from './load.ts'
import { type Line, type Process, startCallServer } from './measure.ts'
import { seedMembers, seedNodes } from './seed.ts'

const [FEW, MANY] = [200, 20_000]
const TURNS = 5

/**
 * The lists of articles with 20,000 of them against 200: pages of 20 in the console and of 50 for members, with 40 categories and
 * 20 tags. One article in ten is for another plan, one in ten not published.
 */
export async function timeArticles(client: pg.Client, databaseUrl: string): Promise<Line[]> {
  await seedReaders(client)
  const server = await startCallServer(databaseUrl, false)
  const measured = new Map<number, number[]>()
  for (const count of [FEW, MANY]) {
    await seedArticles(client, count)
    const each: number[] = []
    for (const [, next] of lists) each.push(await medianCost(client, server, next))
    measured.set(count, each)
  }
  await server.stop()
  return lists.map(([name, , bar], i) => {
    const [floor, ours] = [FEW, MANY].map((count) => measured.get(count)?.[i] ?? 0) as [number, number]
    return { name: `${name}, 20,000 against 200`, ours, floor, ratio: ours / floor, bar, atMost: true, unit: 'µs of CPU' }
  })
}

// The console counts all that match: about a millisecond for 20,000, which no one notices.
const lists: [name: string, next: () => string, bar: number][] = [
  ['articles in the console', () => read('/admin/articles', {}), 2],
  ['articles in the console, by category', () => read('/admin/articles', { category: '1' }), 1.5],
  ['articles in the console, in reading order', () => read('/admin/articles', { kind: 'article', status: 'published', sort: 'place' }), 4],
  ['articles for members', () => read('/muser/knowledge/fetchList', {}), 1.2],
  ['articles for members, by category', () => read('/muser/knowledge/fetchList', { category: '1' }), 1.5],
  ['articles for members, by tag', () => read('/muser/knowledge/fetchList', { tag: '1' }), 1.2],
]

/** What a call costs, in µs of processor time: the median of some turns. */
export async function medianCost(client: pg.Client, server: Process, next: () => string): Promise<number> {
  const turns: number[] = []
  for (let turn = 0; turn <= TURNS; turn++) {
    const { cost, failures } = await costOf(client, { pid: server.pid, target: { port: server.port, next, status: 200 } }, 8)
    if (failures > 0) throw new Error(`${failures} answers failed`)
    if (turn > 0) turns.push(cost)
  }
  return median(turns)
}

/** An owner and a member with a plan, each with a session. */
async function seedReaders(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from groups')
  if (rowCount === 0) await seedNodes(client, 1)
  await seedMembers(client, 2)
  await client.query(`update accounts set role_id = (select id from staff_roles where key = 'owner') where id = 1`)
  await client.query(`
    insert into sessions (account_id, token_hash, device, ip, created_at, confirmed_at, rotated_at, last_used_at, expires_at)
    select id, sha256(convert_to('reader' || id, 'utf8')), 'bench', '127.0.0.1', now(), now(), now(), now(), now() + interval '1 day'
    from accounts where id <= 2`)
}

/** Adds articles up to this number. A quarter is in one category and half have one tag, so that every page asked for is full. */
async function seedArticles(client: pg.Client, upTo: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from articles')
  const from = rows[0]?.n ?? 0
  if (from === 0) {
    await client.query(
      `insert into article_categories (name_en, sort, position) select 'Category ' || i, i, i from generate_series(1, 40) i`,
    )
    await client.query(`insert into article_tags (name_en) select 'Tag ' || i from generate_series(1, 20) i`)
  }
  await client.query(
    `insert into articles (kind, category_id, shelf, sort, audience, audience_ids, version, title_en, title_zh, live_version, published_at, updated_at)
     select 'article', place, place, i, case when i / 40 % 10 = 3 then 'plans' else 'members' end, case when i / 40 % 10 = 3 then '{999}'::bigint[] else '{}' end,
       1, 'Article ' || i, '文章 ' || i, case when i / 40 % 10 = 4 then null else 1 end, case when i / 40 % 10 = 4 then null else now() end, now() - i * interval '1 minute'
     from (select i, case when i % 4 < 1 then 1 else 1 + i % 40 end as place from generate_series($1::int + 1, $2::int) i) s`,
    [from, upTo],
  )
  await client.query(
    `insert into article_versions (article_id, number, texts, saved_at)
     select id, 1, '{"en": null, "zh-CN": null}', now() from articles a where not exists (select 1 from article_versions v where v.article_id = a.id)`,
  )
  await client.query(
    `insert into article_texts (article_id, language, title, summary, body)
     select id, language, 'Article ' || id, 'What it is about', repeat('<p>Some text of an article.</p>', 40)
     from articles a, unnest('{en,zh-CN}'::text[]) language
     where live_version is not null and not exists (select 1 from article_texts t where t.article_id = a.id)`,
  )
  await client.query(
    `insert into article_tag_links (article_id, tag_id)
     select id, tag from articles a, unnest(case when id % 8 < 4 then array[1, 2 + id % 19] else array[2 + id % 19] end) tag
     where not exists (select 1 from article_tag_links l where l.article_id = a.id)`,
  )
  for (const table of ['articles', 'article_versions', 'article_texts', 'article_tag_links', 'article_categories', 'article_tags'])
    await client.query(`vacuum analyze ${table}`)
}

/** A signed read in wire form, by the owner or by a member. */
function read(path: string, query: Record<string, string>): string {
  return signedCall('GET', `${path}?${new URLSearchParams(query)}`, query, path.startsWith('/admin') ? 'reader1' : 'reader2')
}
