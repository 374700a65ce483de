import pg from 'pg'
import { expect, test } from 'vitest'
import { applyMigrations } from '../../test/apply-migrations.ts'
import { createDatabase, forFile, type Member, startApp } from '../../test/harness.ts'
import { publishArticle, saveVersion } from '../../test/publish-article.ts'

// Words that somebody may not read take the place of none that they may.

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
const [one, other] = [await t.plan(), await t.plan({ name: 'Other' })]
const readers = { visitor: null, member: await t.member(), subscriber: await t.member() }
await t.subscribe(readers.subscriber.id, one.groupId, { planId: one.id })

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Hundreds of words that begin alike. */
const begun = (start: string): string => Array.from(letters, (a) => Array.from(letters, (b) => start + a + b).join(' ')).join(' ')
/** Every word with one letter of this one replaced, or one more. */
const near = (word: string): string =>
  [0, 1]
    .flatMap((less) => Array.from(word, (_, i) => Array.from(letters, (letter) => word.slice(0, i) + letter + word.slice(i + less))))
    .flat()
    .join(' ')

async function titles(q: string, who: Member | null): Promise<string[]> {
  const { status, body } = who ? await who.call('POST', '/api/soso/fetch', { q }) : await t.call('POST', '/api/soso/fetch', { q })
  expect(status).toBe(200)
  return body.groups.flatMap(({ items }: { items: { title: { text: string } }[] }) => items.map(({ title }) => title.text))
}

test.each([
  ['visitor', 'public', 'zebra', 'maribou'],
  ['member', 'members', 'okapi', 'pelican'],
  ['subscriber', 'plans', 'tapir', 'cormora'],
] as const)(
  'a %s finds what begins as typed, or nearly so, beside hundreds of such words of another plan',
  async (who, audience, start, word) => {
    const hidden = { audience: 'plans' as const, audience_ids: [other.id] }
    await publishArticle(editor, { ...hidden, en: { title: 'Hidden', body: `<p>${begun(start)} ${near(`${word.slice(0, -1)}x`)}</p>` } })
    const ids = audience === 'plans' ? [one.id] : []
    await publishArticle(editor, { audience, audience_ids: ids, en: { title: `For ${who}`, body: `<p>${start}zzz ${word}</p>` } })
    expect(await titles(start, readers[who])).toEqual([`For ${who}`])
    expect(await titles(`${word.slice(0, -1)}x`, readers[who])).toEqual([`For ${who}`])
  },
)

test('what is opened to more readers is found by them as what was typed begins', async () => {
  const { id, content } = await publishArticle(editor, { audience: 'members', en: { title: 'Wildebeest', body: '<p>quaggas</p>' } })
  expect([await titles('quagg', null), await titles('quagg', readers.member)]).toEqual([[], ['Wildebeest']])
  await saveVersion(editor, id, 1, { en: content.texts.en ?? {} })
  await editor.call('POST', `/admin/articles/${id}/publish`, { version: 2, expected_live: 1, at: null })
  expect([await titles('quagg', null), await titles('quagg', readers.member)]).toEqual([['Wildebeest'], ['Wildebeest']])
})

test('words that were noted before are noted for the readers of their texts', async () => {
  const database = await createDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    await applyMigrations(client, 'words_by_audience', { including: false })
    await client.query(`insert into articles (id, kind, live_version, published_at, audience, audience_ids) overriding system value
      values (901, 'article', 1, now(), 'public', '{}'), (902, 'article', 1, now(), 'plans', '{3,4}'), (903, 'article', 1, now(), 'members', '{}')`)
    await client.query(`insert into article_texts (article_id, language, title, summary, body, words)
      values (901, 'en', '', '', '', '{both,open,=open,*open}'), (902, 'en', '', '', '', '{both,plan}'), (903, 'en', '', '', '', '{told}')`)
    await client.query(`insert into article_words (word, near)
      values ('both', '{both,oth}'), ('open', '{open}'), ('plan', '{plan}'), ('told', '{told}'), ('gone', '{gone}')`)
    await applyMigrations(client, 'words_by_audience', { including: true })
    const { rows } = await client.query<{ line: string }>(`select audience || ': ' || word as line from article_words order by 1`)
    expect(rows.map(({ line }) => line)).toEqual(
      'members: told, plans 3: both, plans 3: plan, plans 4: both, plans 4: plan, public: both, public: open'.split(', '),
    )
  } finally {
    await client.end()
    await database.drop()
  }
})
