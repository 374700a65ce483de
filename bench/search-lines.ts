import type pg from 'pg'
import { connect } from '../apps/server/src/db/client.ts'
import { cutOldTexts } from '../apps/server/src/articles/words/cut-words.ts'
import { makeArticles, measure, type Question } from '../apps/server/test/search-set.ts'
import { storeArticles } from '../apps/server/test/store-articles.ts'
import { costOf, signedCall } from './limit-lines.ts'
import { median } from './load.ts'
import { type Line, type Process, startCallServer } from './measure.ts'
import { signed } from '../apps/server/test/signed.ts'

const [ARTICLES, FEW] = [20_000, 4]
const TURNS = 5
/** The allowed cost of a search against one row found by its key. A slip is looked for after the words as they were typed. */
const [COST, COST_OF_SLIP] = [8, 14]
/** What the labelled questions must reach. */
const LEAST = 0.95

/** 200 questions with known answers among 20,000 articles in two languages: what is found, and what a search costs. */
export async function timeSearch(client: pg.Client, databaseUrl: string): Promise<Line[]> {
  const { articles, questions } = makeArticles(ARTICLES, FEW)
  // The lists of articles were measured with others.
  await client.query('truncate articles cascade')
  await storeArticles((text, values) => client.query(text, values), articles)
  const terms = `<p>${'Some text of the terms. '.repeat(20)}</p>`
  await client.query(
    `with made as (insert into articles (id, kind, type, version, live_version, published_at) overriding system value
       values (${ARTICLES + 1}, 'terms', 'tos', 1, 1, now()) returning id)
     insert into article_texts (article_id, language, title, summary, body) select id, 'en', 'Terms', '', $1 from made`,
    [terms],
  )
  const database = connect(databaseUrl)
  // Filling an index row by row takes minutes.
  await client.query('drop index article_texts_words')
  await cutOldTexts(database)
  await client.query('create index article_texts_words on article_texts using gin (words) with (fastupdate = off)')
  for (const table of ['articles', 'article_texts', 'article_words']) await client.query(`vacuum analyze ${table}`)
  const server = await startCallServer(databaseUrl, false)
  const lines = await qualities(server, questions)
  lines.push(...(await costs(client, server, questions)))
  await server.stop()
  await database.close()
  return lines
}

async function qualities(server: Process, questions: Question[]): Promise<Line[]> {
  const answers: Parameters<typeof measure>[0] = []
  for (const question of questions) answers.push({ question, found: await foundBy(server, question.q) })
  const kinds = [...new Set(questions.map(({ kind }) => kind))]
  return ['all' as const, ...kinds].flatMap((kind) => {
    const of = measure(answers.filter(({ question }) => kind === 'all' || question.kind === kind))
    return (['precision', 'recall'] as const).map((name) => {
      return { name: `search, ${kind}: ${name}`, ours: of[name], floor: 1, ratio: of[name], bar: LEAST, unit: 'of 1' }
    })
  })
}

/** All articles, page by page. */
async function foundBy({ port }: Process, q: string): Promise<Set<number>> {
  const found = new Set<number>()
  let after: string | null = null
  do {
    const asked = { q, page_size: 20, ...(after !== null && { after }) }
    const headers = { 'content-type': 'application/json', ...signed(asked) }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/api/soso/fetch`, { method: 'POST', headers, body: JSON.stringify(asked) })
    if (answer.status !== 200) throw new Error(await answer.text())
    const { groups } = (await answer.json()) as { groups: { kind: string; items: { id: string }[]; next: string | null }[] }
    const group = groups.find(({ kind }) => kind === 'article')
    for (const { id } of group?.items ?? []) found.add(Number(id))
    after = group?.next ?? null
  } while (after !== null)
  return found
}

/** Against a call that finds one article by its key, in turns; medians. */
async function costs(client: pg.Client, server: Process, questions: Question[]): Promise<Line[]> {
  const lookup = () => signedCall('POST', '/api/comm/tosFecth', { type: 'tos' }, null)
  const kinds = [...new Set(questions.map(({ kind }) => kind))]
  const asked = ['all' as const, ...kinds].map((kind) => {
    const own = questions.filter((question) => kind === 'all' || question.kind === kind)
    let next = 0
    return { kind, call: () => signedCall('POST', '/api/soso/fetch', { q: own[next++ % own.length]?.q ?? '' }, null) }
  })
  const floors: number[] = []
  const ours = asked.map((): number[] => [])
  for (let turn = 0; turn <= TURNS; turn++) {
    const one = await cost(client, server, lookup)
    if (turn > 0) floors.push(one)
    for (const [i, { call }] of asked.entries()) {
      const each = await cost(client, server, call)
      if (turn > 0) ours[i]?.push(each)
    }
  }
  const floor = median(floors)
  return asked.map(({ kind }, i) => {
    const own = median(ours[i] ?? [])
    const name = `search, ${kind}, against one indexed lookup`
    return { name, ours: own, floor, ratio: own / floor, bar: kind === 'slip' ? COST_OF_SLIP : COST, atMost: true, unit: 'µs of CPU' }
  })
}

async function cost(client: pg.Client, { port, pid }: Process, next: () => string): Promise<number> {
  const { cost: each, failures } = await costOf(client, { pid, target: { port, next, status: 200 } }, 8)
  if (failures > 0) throw new Error(`${failures} answers failed`)
  return each
}
