import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { contentOf, publishArticle, saveVersion, writeArticle } from '../../test/publish-article.ts'

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
const other = await t.staff(['content.write'])

const PATH = '/admin/articles'
const publish = (who: Member, id: number, version: number, expected_live: number | null, at: Date | null = null) =>
  who.call('POST', `${PATH}/${id}/publish`, { version, expected_live, at: at?.toISOString() ?? null })
const draft = (who: Member, id: number, base_version: number, serial: number, title: string) =>
  who.call('PUT', `${PATH}/${id}/draft`, { base_version, serial, content: contentOf({ en: { title } }) })
const seen = async (who: Member, id: number) => (await who.call('GET', `${PATH}/${id}`)).body
const category = async (name_en: string): Promise<number> =>
  (await editor.call('POST', '/admin/article-categories', { name_en, name_zh: '', parent_id: null })).body.id
const help = async (query: Record<string, unknown> = {}) => (await t.call('GET', '/api/help', query)).body

test('publishing does not undo what another editor published since the page was loaded', async () => {
  const { id } = await publishArticle(editor, { en: { title: 'For all' } })
  await saveVersion(other, id, 1, { audience: 'members', en: { title: 'For members' } })
  await publish(other, id, 2, 1)
  const late = await publish(editor, id, 1, 1)
  expect([late.status, late.body.code]).toEqual([409, 'article.changed'])
  expect((await publish(editor, id, 1, null)).status).toBe(409)
  expect((await publish(editor, id, 1, 1, new Date(t.app.now().getTime() + 60_000))).status).toBe(409)
  expect((await t.call('GET', '/api/help/read', { id })).status).toBe(404)
  expect((await publish(editor, id, 1, 2)).body).toMatchObject({ live_version: 1, version: 2 })
})

test('of five versions published at once, one goes live', async () => {
  const { id } = await writeArticle(editor)
  for (const base of [1, 2, 3, 4]) await saveVersion(editor, id, base)
  const answers = await Promise.all([1, 2, 3, 4, 5].map((version) => publish(version % 2 ? editor : other, id, version, null)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
})

test('an autosave that arrives late changes neither a later one nor what was saved since', async () => {
  const { id } = await writeArticle(other)
  expect((await draft(editor, id, 1, 2, 'newer')).body).toMatchObject({ serial: 2 })
  expect((await draft(editor, id, 1, 1, 'older')).body).toMatchObject({ serial: 2 })
  expect(await seen(editor, id)).toMatchObject({ draft: { serial: 2, content: contentOf({ en: { title: 'newer' } }) } })
  await saveVersion(editor, id, 1)
  const late = await draft(editor, id, 1, 3, 'late')
  expect([late.status, late.body.serial]).toEqual([200, null])
  expect((await seen(editor, id)).draft).toBeNull()
  expect((await seen(other, id)).editors).toEqual([])
  expect((await draft(other, id, 1, 1, 'of another editor')).body).toMatchObject({ serial: 1 })
  expect((await draft(editor, id, 2, 4, 'next')).body).toMatchObject({ serial: 4 })
  const ahead = await draft(editor, id, 3, 5, 'of no version')
  expect([ahead.status, Object.keys(ahead.body.errors)]).toEqual([422, ['base_version']])
})

test('categories sorted while articles are moved and arranged: thirty calls at once all succeed', async () => {
  const categories = [await category('A'), await category('B'), await category('C'), await category('D')]
  const ids: number[] = []
  for (let i = 0; i < 8; i++) ids.push((await writeArticle(editor, { category: categories[i % 4]! })).id)
  for (let round = 0; round < 4; round++) {
    const calls = Array.from({ length: 10 }, (_, i) => [
      editor.call('PUT', '/admin/article-categories/order', { ids: i % 2 ? categories : categories.toReversed() }),
      other.call('PATCH', `${PATH}/${ids[i % 8]}`, { category_id: categories[(i + round) % 4]! }),
      other.call('PUT', `${PATH}/order`, { category_id: categories[i % 4]!, ids: i % 2 ? ids : ids.toReversed() }),
    ])
    expect((await Promise.all(calls.flat())).filter(({ status }) => status !== 200)).toEqual([])
  }
  const astray = sql`select a.id from articles a join article_categories c on c.id = a.category_id where a.shelf <> c.position`
  expect((await t.database.db.execute(astray)).rows).toEqual([])
})

test('arranging articles of another category is on record; an unknown article is not found and nothing moves', async () => {
  const [from, to] = [await category('From'), await category('To')]
  const { id } = await writeArticle(editor, { category: from })
  const arrange = (...ids: number[]) => editor.call('PUT', `${PATH}/order`, { category_id: to, ids })
  expect((await arrange(id, 987_654)).status).toBe(404)
  expect(await seen(editor, id)).toMatchObject({ category_id: from })
  expect((await arrange(id)).status).toBe(200)
  const rows = sql`select before, after from audit_log where action = 'article.sort' and entity_id = ${String(to)}`
  expect((await t.database.db.execute(rows)).rows).toEqual([
    { before: { order: [], categories: { [id]: from } }, after: { order: [id], categories: { [id]: to } } },
  ])
})

test('the plan of a published article is cancelled alone, once', async () => {
  const { id } = await publishArticle(editor)
  await saveVersion(editor, id, 1)
  await publish(editor, id, 2, 1, new Date(t.app.now().getTime() + 60_000))
  const cancel = () => editor.call('DELETE', `${PATH}/${id}/schedule`)
  expect((await cancel()).body).toMatchObject({ status: 'published', live_version: 1, scheduled_at: null })
  expect((await cancel()).status).toBe(200)
  const rows = sql`select 1 from audit_log where action = 'article.unschedule' and entity_id = ${String(id)}`
  expect((await t.database.db.execute(rows)).rows).toHaveLength(1)
})

test('the next page does not depend on the last article: it may be hidden or gone, and a cursor reveals nothing about others', async () => {
  const shelf = await category('Paged')
  const ids: number[] = []
  for (let i = 0; i < 3; i++) ids.push((await publishArticle(editor, { category: shelf, en: { title: `Page ${i}` } })).id)
  const first = await help({ category: shelf, page_size: 1 })
  expect(first.next).toEqual(expect.any(String))
  await editor.call('DELETE', `${PATH}/${ids[0]}`)
  const second = await help({ category: shelf, page_size: 1, after: first.next })
  expect(second.items.map(({ id }: { id: number }) => id)).toEqual([ids[1]])
  expect((await help({ category: shelf, page_size: 1, after: second.next })).next).toBeNull()
  for (const after of [ids[1]!, 'x', '1-2', `${'9'.repeat(20)}-1-1`]) expect((await t.call('GET', '/api/help', { after })).status).toBe(422)
})

test('an article with unsaved text of another editor is deleted only on purpose', async () => {
  const { id } = await writeArticle(editor)
  await draft(editor, id, 1, 1, 'mine')
  await draft(other, id, 1, 1, 'hours of work')
  const refused = await editor.call('DELETE', `${PATH}/${id}`)
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    409,
    'article.being_edited',
    { editors: [{ name: other.email, at: expect.any(String) }] },
  ])
  expect((await editor.call('DELETE', `${PATH}/${id}?force=true`)).status).toBe(200)
  expect((await editor.call('GET', `${PATH}/${id}`)).status).toBe(404)
  const own = await writeArticle(editor)
  await draft(editor, own.id, 1, 1, 'mine')
  expect((await editor.call('DELETE', `${PATH}/${own.id}`)).status).toBe(200)
})

test('an editor who is no longer staff is not shown; a closed account leaves neither drafts nor answers', async () => {
  const { id } = await publishArticle(editor)
  const [former, leaving, reader] = [await t.staff(['content.write']), await t.staff(['content.write']), await t.member()]
  await draft(former, id, 1, 1, 'half')
  await draft(leaving, id, 1, 1, 'half')
  await reader.call('POST', '/muser/knowledge/rate', { id, helpful: false })
  await t.database.db.execute(sql`update accounts set role_id = null where id = ${former.id}`)
  expect((await seen(editor, id)).editors.map(({ name }: { name: string }) => name)).toEqual([leaving.email])
  expect((await editor.call('DELETE', `${PATH}/${(await writeArticle(editor)).id}`)).status).toBe(200)
  for (const who of [leaving, reader]) {
    const closed = await t.close(who)
    expect([closed.status, closed.body]).toEqual([200, expect.anything()])
  }
  const left = sql`select account_id from article_drafts where article_id = ${id} union all select account_id from article_ratings where article_id = ${id}`
  expect((await t.database.db.execute(left)).rows.map(({ account_id }) => Number(account_id))).toEqual([former.id])
  expect(await seen(editor, id)).toMatchObject({ unhelpful: 0 })
})

test('a number that no version can have is refused', async () => {
  const { id } = await publishArticle(editor)
  const content = contentOf()
  const answers = [
    await publish(editor, id, 2 ** 40, 1),
    await publish(editor, id, 1, 2 ** 40),
    await editor.call('POST', `${PATH}/${id}/restore`, { base_version: 1, number: 2 ** 40 }),
    await editor.call('POST', `${PATH}/${id}/restore`, { base_version: 1, number: -(2 ** 40) }),
    await editor.call('POST', `${PATH}/${id}/versions`, { base_version: 2 ** 40, content }),
    await draft(editor, id, 2 ** 40, 1, 'x'),
    await draft(editor, id, 1, 2 ** 40, 'x'),
    await editor.call('GET', `${PATH}/${id}/versions/99999999999`),
    await editor.call('GET', `${PATH}/${id}/versions/-99999999999`),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 422))
})
