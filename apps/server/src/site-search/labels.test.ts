import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { publishArticle } from '../../test/publish-article.ts'
import { labelledArticles } from '../../test/search-labels.ts'
import { labelledQueries } from '../../test/search-queries.ts'

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
const ids = new Map<string, string>()
for (const [key, { en, zh }] of Object.entries(labelledArticles)) {
  const text = ([title, body]: [string, string]) => ({ title, body: `<p>${body}</p>` })
  ids.set(key, String((await publishArticle(editor, { en: text(en), zh: text(zh) })).id))
}

async function found(q: string): Promise<string[]> {
  const { status, body } = await t.call('POST', '/api/soso/fetch', { q, page_size: 20 })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await t.app.limits.siteSearches.clear('127.0.0.1')
  const group = body.groups.find(({ kind }: { kind: string }) => kind === 'article')
  return (group?.items ?? []).map(({ id }: { id: string }) => id)
}

test('of 120 queries, those in other words find what is meant, and nearly all that are misspelt', async () => {
  const missed: string[] = []
  const recall = { synonym: { found: 0, of: 0 }, misspelt: { found: 0, of: 0 } }
  for (const [kind, q, ...keys] of labelledQueries) {
    const items = await found(q)
    const isFound = keys.every((key) => items.includes(ids.get(key) ?? '?'))
    recall[kind].of++
    if (isFound) recall[kind].found++
    else missed.push(`${kind} ${q}: ${keys.join(' ')}`)
  }
  process.stdout.write(
    `synonyms ${recall.synonym.found}/${recall.synonym.of}, misspelt ${recall.misspelt.found}/${recall.misspelt.of}\n${missed.join('\n')}\n`,
  )
  expect(labelledQueries).toHaveLength(120)
  expect(missed.filter((one) => one.startsWith('synonym'))).toEqual([])
  expect(recall.misspelt.found / recall.misspelt.of).toBeGreaterThanOrEqual(0.9)
})

test('a search without results is shown once two people asked for it, and a word of the console makes the next one find', async () => {
  const [one, other] = [await t.member(), await t.member()]
  const ask = async (q: string, who = one) =>
    (await who.call('POST', '/api/soso/fetch', { q })).body.groups.flatMap(({ items }: { items: { id: string }[] }) =>
      items.map(({ id }) => id),
    )
  const misses = async () => (await editor.call('GET', '/admin/search-misses')).body.items
  expect(await ask('机场券')).toEqual([])
  expect(await ask(' 机场券 ')).toEqual([])
  expect(await misses()).toEqual([])
  for (const personal of ['li@example.com zzqx', 'zzqx 13800138000', 'https://example.com/zzqx', 'zzqx 0f0f0f0f0f0f'])
    for (const who of [one, other]) await ask(personal, who)
  expect(await ask('机场券', other)).toEqual([])
  expect(await misses()).toEqual([{ question: '机场券', askers: 2, last_at: expect.any(String) }])
  const added = await editor.call('POST', '/admin/search-misses/synonym', { question: '机场券', same_as: 'Gift Card' })
  expect([added.status, await misses()]).toEqual([200, []])
  const { 'search.synonyms': lines } = t.app.settings()
  expect(lines.split('\n').find((line) => line.includes('gift card'))).toMatch(/, 机场券$/)
  expect(await ask('机场券')).toContain(ids.get('card'))
  expect((await (await t.staff(['members.read'])).call('GET', '/admin/search-misses')).status).toBe(404)
  for (const who of [one, other]) await ask('qqfrobnicate', who)
  expect(await misses()).toHaveLength(1)
  await t.database.pool.query("update search_misses set at = at - interval '91 days'")
  expect(await misses()).toEqual([])
})
