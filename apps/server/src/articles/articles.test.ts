import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { fileForm, gradient } from '../../test/pictures.ts'
import { contentOf, publishArticle, saveVersion, writeArticle } from '../../test/publish-article.ts'
import { publishScheduled } from './publish-article.ts'

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
const other = await t.staff(['content.write'])

const publish = async (id: number, version: number, at: Date | null = null) => {
  const { live_version: expected_live } = (await editor.call('GET', `/admin/articles/${id}`)).body
  return editor.call('POST', `/admin/articles/${id}/publish`, { version, expected_live, at: at?.toISOString() ?? null })
}
const read = (id: number, lang: 'en' | 'zh-CN' = 'en') => t.call('GET', '/api/help/read', { id, lang })

test('an article is read once it is published, in the reader’s language or else in the other', async () => {
  const { id, status } = await writeArticle(editor, { en: { title: 'Pay', body: '<h2>Why</h2><p>So.</p>' } })
  expect([status, (await read(id)).status]).toEqual(['draft', 404])
  const untitled = await writeArticle(editor, { en: { title: '' }, zh: { body: '<p></p>' } })
  expect((await publish(untitled.id, 1)).body.code).toBe('article.no_text')
  expect((await publish(id, 1)).body).toMatchObject({ status: 'published', live_version: 1 })
  const english = { title: 'Pay', body: '<h2 id="h-1">Why</h2><p>So.</p>', language: 'en', languages: ['en'] }
  expect((await read(id)).body).toMatchObject(english)
  expect((await read(id, 'zh-CN')).body).toMatchObject(english)
  const both = { en: { title: 'Pay' }, zh: { title: '付款', body: '<p>如此</p>' } }
  expect((await saveVersion(editor, id, 1, both)).body).toMatchObject({ version: 2, live_version: 1 })
  expect((await read(id, 'zh-CN')).body.title).toBe('Pay')
  await publish(id, 2)
  expect((await read(id, 'zh-CN')).body).toMatchObject({ title: '付款', body: '<p>如此</p>', languages: ['en', 'zh-CN'] })
})

test('a planned publication happens at its time, once, and not before', async () => {
  const { id } = await writeArticle(editor)
  const at = new Date(t.app.now().getTime() + 3_600_000)
  expect((await publish(id, 1, at)).body).toMatchObject({ status: 'scheduled', scheduled_at: at.toISOString() })
  await publishScheduled(t.database, t.app.now())
  expect((await read(id)).status).toBe(404)
  t.travel(3_600_000)
  await publishScheduled(t.database, t.app.now())
  expect((await read(id)).status).toBe(200)
  const seen = (await editor.call('GET', `/admin/articles/${id}`)).body
  expect(seen).toMatchObject({ status: 'published', scheduled_at: null })
  await publishScheduled(t.database, t.app.now())
  expect((await editor.call('GET', `/admin/articles/${id}`)).body.published_at).toBe(seen.published_at)
  const past = await publish(id, 1, new Date(t.app.now().getTime() - 1000))
  expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['at']])
})

test('a planned text for a deleted plan is refused alone, stays hidden, and can be saved and restored', async () => {
  const owner = await t.admin()
  const plan = await t.plan({ name: 'Gone' })
  const { id } = await writeArticle(editor, { audience: 'plans', audience_ids: [plan.id] })
  const next = await writeArticle(editor)
  const at = new Date(t.app.now().getTime() + 3_600_000)
  for (const planned of [id, next.id]) expect((await publish(planned, 1, at)).status).toBe(200)
  expect((await owner.call('DELETE', `/admin/plans/${plan.id}`)).status).toBe(200)
  t.travel(3_600_000)
  await publishScheduled(t.database, t.app.now())
  expect((await read(next.id)).status).toBe(200)
  expect((await read(id)).status).toBe(404)
  const nothing = { status: 'draft', scheduled_at: null, live_version: null }
  expect((await editor.call('GET', `/admin/articles/${id}`)).body).toMatchObject(nothing)
  const { rows } = await t.database.db.execute(sql`select reason from audit_log where action = 'article.unschedule' and entity_id = ${id}`)
  expect(rows).toEqual([{ reason: 'article.audience_unknown' }])
  const restored = await editor.call('POST', `/admin/articles/${id}/restore`, { base_version: 1, number: 1 })
  expect(restored.body).toMatchObject({ version: 2, content: { audience: 'plans', audience_ids: [plan.id] } })
  expect((await saveVersion(editor, id, 2, { audience: 'plans', audience_ids: [] })).status).toBe(200)
  for (const version of [2, 3]) expect((await publish(id, version)).body.code).toBe('article.audience_unknown')
  expect((await read(id)).status).toBe(404)
})

test('a link to another article opens where its reader reads', async () => {
  const body = '<p><a href="/help/7">one</a> <a href="/article/articleRead/8">two</a> <a href="/help">all</a></p>'
  const { id } = await publishArticle(editor, { en: { body } })
  const hrefs = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  expect(hrefs((await read(id)).body.body)).toEqual(['/help/7', '/help/8', '/help'])
  const member = await t.member()
  const own = (await member.call('GET', '/muser/knowledge/fetch', { id })).body.body
  expect(hrefs(own)).toEqual(['/article/articleRead/7', '/article/articleRead/8', '/help'])
})

test('the second of two editors is refused, gets the other’s text, and loses nothing', async () => {
  const { id } = await writeArticle(editor)
  const mine = contentOf({ en: { title: 'Mine' } })
  expect((await other.call('PUT', `/admin/articles/${id}/draft`, { base_version: 1, serial: 1, content: mine })).status).toBe(200)
  expect((await saveVersion(editor, id, 1, { en: { title: 'Theirs' } })).body.editors).toMatchObject([{ name: other.email }])
  const late = await saveVersion(other, id, 1, { en: { title: 'Mine' } })
  expect([late.status, late.body.code]).toEqual([409, 'article.changed'])
  expect(late.body.details).toMatchObject({ number: 2, by: editor.email, content: contentOf({ en: { title: 'Theirs' } }) })
  const kept = (await other.call('GET', `/admin/articles/${id}`)).body
  expect(kept).toMatchObject({ version: 2, draft: { base_version: 1, content: mine } })
  expect((await editor.call('GET', `/admin/articles/${id}`)).body.draft).toBeNull()
  expect((await saveVersion(other, id, 2, { en: { title: 'Mine' } })).body).toMatchObject({ version: 3, draft: null })
})

test('of many saves at once one wins, and each of the others gets what it saved', async () => {
  const { id } = await writeArticle(editor)
  const answers = await atOnce((i) => saveVersion(editor, id, 1, { en: { title: `Save ${i}` } }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const won = answers.find(({ status }) => status === 200)!.body.content
  for (const { status, body } of answers)
    if (status !== 200) expect(body).toMatchObject({ code: 'article.changed', details: { content: won } })
  expect((await editor.call('GET', `/admin/articles/${id}/versions`)).body.total).toBe(2)
})

test('an old version is restored as the newest; none is lost', async () => {
  const { id } = await writeArticle(editor, { en: { title: 'First' } })
  await saveVersion(editor, id, 1, { en: { title: 'Second' } })
  const restored = await editor.call('POST', `/admin/articles/${id}/restore`, { base_version: 2, number: 1 })
  expect(restored.body).toMatchObject({ version: 3, content: contentOf({ en: { title: 'First' } }) })
  const { items } = (await editor.call('GET', `/admin/articles/${id}/versions`)).body
  expect(items.map((version: { titles: { en: string } }) => version.titles.en)).toEqual(['First', 'Second', 'First'])
  expect((await editor.call('GET', `/admin/articles/${id}/versions/2`)).body.content.texts.en.title).toBe('Second')
})

test('an article that is taken back or archived cannot be read, and can be published again; a text that was stored unclean is clean when it is read', async () => {
  const { id } = await publishArticle(editor)
  for (const [archive, status] of [
    [false, 'draft'],
    [true, 'archived'],
  ] as const) {
    expect((await editor.call('POST', `/admin/articles/${id}/unpublish`, { archive })).body.status).toBe(status)
    expect((await read(id)).status).toBe(404)
    await publish(id, 1)
    expect((await read(id)).status).toBe(200)
  }
  await t.database.db.execute(sql`update article_texts set body = '<p onclick="x()">Hi</p><script>x()</script>' where article_id = ${id}`)
  expect((await read(id)).body.body).toBe('<p>Hi</p>')
})

test('the terms are in the visitor’s language, else in the one there is, else not found', async () => {
  const terms = (language: string) => t.call('POST', '/api/comm/tosFecth', { type: 'tos' }, { cookie: `language=${language}` })
  expect((await terms('en')).status).toBe(404)
  const inner = await publishArticle(editor, { kind: 'terms', type: 'privacy', audience: 'members', en: { title: 'Inner rules' } })
  expect((await t.call('POST', '/api/comm/tosFecth', { type: 'privacy' })).status, 'for members').toBe(404)
  expect((await t.call('GET', '/api/comm/footer')).body.terms).toEqual([])
  await editor.call('POST', `/admin/articles/${inner.id}/unpublish`, { archive: true })
  const { id } = await publishArticle(editor, { kind: 'terms', type: 'tos', zh: { title: '服务条款', body: '<p>请遵守法律。</p>' } })
  expect((await t.call('GET', '/api/comm/footer')).body.terms).toEqual([{ type: 'tos', title: '服务条款' }])
  expect((await terms('en')).body).toEqual({ title: '服务条款', body: '<p>请遵守法律。</p>' })
  await saveVersion(editor, id, 1, { en: { title: 'Terms', body: '<p>Follow the law.</p>' }, zh: { title: '服务条款' } })
  await publish(id, 2)
  expect((await terms('en')).body).toEqual({ title: 'Terms', body: '<p>Follow the law.</p>' })
  const again = await editor.call('POST', '/admin/articles', { kind: 'terms', type: 'tos', category_id: null })
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['type']])
  const untyped = await editor.call('PATCH', `/admin/articles/${id}`, { type: null })
  expect([untyped.status, Object.keys(untyped.body.errors)]).toEqual([422, ['type']])
})

test('a picture that any version or draft shows is in use; only with the article does it become free', async () => {
  const file = (await editor.call('POST', '/admin/files', fileForm(await gradient(20, 20).png().toBuffer()))).body
  const shown = { en: { body: `<p><img src="${file.url}" alt="" /></p>` } }
  const { id } = await writeArticle(editor)
  const uses = async () => (await editor.call('GET', `/admin/files/${file.id}/uses`)).body.items
  await other.call('PUT', `/admin/articles/${id}/draft`, { base_version: 1, serial: 1, content: contentOf(shown) })
  expect(await uses()).toMatchObject([{ noun: 'article', id }])
  await other.call('DELETE', `/admin/articles/${id}/draft`)
  expect(await uses()).toEqual([])
  await saveVersion(editor, id, 1, shown)
  await saveVersion(editor, id, 2, {})
  expect((await editor.call('DELETE', `/admin/files/${file.id}`)).body.code).toBe('file.in_use')
  expect((await editor.call('DELETE', `/admin/articles/${id}`)).status).toBe(200)
  expect((await editor.call('DELETE', `/admin/files/${file.id}`)).status).toBe(200)
})

const PATH = '/admin/articles'
const publishAs = (who: Member, id: number, version: number, expected_live: number | null, at: Date | null = null) =>
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
  await publishAs(other, id, 2, 1)
  const late = await publishAs(editor, id, 1, 1)
  expect([late.status, late.body.code]).toEqual([409, 'article.changed'])
  expect((await publishAs(editor, id, 1, null)).status).toBe(409)
  expect((await publishAs(editor, id, 1, 1, new Date(t.app.now().getTime() + 60_000))).status).toBe(409)
  expect((await t.call('GET', '/api/help/read', { id })).status).toBe(404)
  expect((await publishAs(editor, id, 1, 2)).body).toMatchObject({ live_version: 1, version: 2 })
})

test('of five versions published at once, one goes live', async () => {
  const { id } = await writeArticle(editor)
  for (const base of [1, 2, 3, 4]) await saveVersion(editor, id, base)
  const answers = await Promise.all([1, 2, 3, 4, 5].map((version) => publishAs(version % 2 ? editor : other, id, version, null)))
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
  await publishAs(editor, id, 2, 1, new Date(t.app.now().getTime() + 60_000))
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
    await publishAs(editor, id, 2 ** 40, 1),
    await publishAs(editor, id, 1, 2 ** 40),
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
