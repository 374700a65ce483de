import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
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

test('visitors do not see terms that are for members', async () => {
  const { id } = await publishArticle(editor, { kind: 'terms', type: 'privacy', audience: 'members', en: { title: 'Inner rules' } })
  expect((await t.call('POST', '/api/comm/tosFecth', { type: 'privacy' })).status).toBe(404)
  expect((await t.call('GET', '/api/comm/footer')).body.terms).toEqual([])
  await editor.call('POST', `/admin/articles/${id}/unpublish`, { archive: true })
})

test('an article without a title and a text in the same language is not published', async () => {
  const { id } = await writeArticle(editor, { en: { title: '' }, zh: { body: '<p></p>' } })
  expect((await publish(id, 1)).body.code).toBe('article.no_text')
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

test('an article that is taken back or archived cannot be read, and can be published again', async () => {
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
})

test('the terms are in the visitor’s language, else in the one there is, else not found', async () => {
  const terms = (language: string) => t.call('POST', '/api/comm/tosFecth', { type: 'tos' }, { cookie: `language=${language}` })
  expect((await terms('en')).status).toBe(404)
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

test('a text that was stored unclean is clean when it is read', async () => {
  const { id } = await publishArticle(editor)
  await t.database.db.execute(sql`update article_texts set body = '<p onclick="x()">Hi</p><script>x()</script>' where article_id = ${id}`)
  expect((await read(id)).body.body).toBe('<p>Hi</p>')
})
