import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { slowness } from '../../../../../scripts/slowness.ts'
import { forFile, startApp } from '../../../test/harness.ts'
import { contentOf, publishArticle, saveVersion, writeArticle } from '../../../test/publish-article.ts'
import { cleanBody } from './clean-body.ts'

// Texts that no editor writes, but files and old versions may hold.

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])

const importText = async (text: string, format: 'html' | 'markdown' = 'html') =>
  (await editor.call('POST', '/admin/articles/import', { format, text })).body
/** What a visitor reads of a text. */
const seen = async (body: string): Promise<string> => {
  const { id } = await publishArticle(editor, { en: { title: 'Odd', body } })
  return (await t.call('GET', '/api/help/read', { id })).body.body
}
const [START, END] = ['<!-- access start -->', '<!-- access end -->']

test('a text that grows too long when it is cleaned is refused wherever it is written', async () => {
  const { id } = await writeArticle(editor)
  const body = `<p>${'a & '.repeat(49_000)}</p>`
  const content = contentOf({ en: { body } })
  const saved = await saveVersion(editor, id, 1, { en: { body } })
  const draft = await editor.call('PUT', `/admin/articles/${id}/draft`, { base_version: 1, serial: 1, content })
  for (const { status, body: answer } of [saved, draft]) {
    expect([status, answer.code, Object.keys(answer.errors)]).toEqual([422, 'article.too_long', ['content.texts.en.body']])
  }
  const imported = await editor.call('POST', '/admin/articles/import', { format: 'html', text: body })
  expect([imported.status, imported.body.code, Object.keys(imported.body.errors)]).toEqual([422, 'article.too_long', ['text']])
})

test('a stored text opens, however long it is', async () => {
  const { id } = await writeArticle(editor)
  await editor.call('PUT', `/admin/articles/${id}/draft`, { base_version: 1, serial: 1, content: contentOf() })
  const long = JSON.stringify(contentOf({ en: { title: 'T'.repeat(200), body: `<p>${'x'.repeat(250_000)}</p>` } }))
  await t.database.db.execute(sql`update article_drafts set content = ${long}::jsonb where article_id = ${id}`)
  await t.database.db.execute(sql`update article_versions set texts = (${long}::jsonb)->'texts' where article_id = ${id}`)
  expect((await editor.call('GET', `/admin/articles/${id}`)).body.draft.content).toEqual(JSON.parse(long))
  expect((await editor.call('GET', `/admin/articles/${id}/versions/1`)).status).toBe(200)
})

test.each(['<b>x', '<blockquote>', '<ul><li>', '<section data-audience="public">', '<div>'])(
  'a text of %s without end is refused; one that is stored is shown up to where it nests too deep',
  async (opening) => {
    const body = `<p>Begin</p>${opening.repeat(Math.floor(190_000 / opening.length))}`
    const { id } = await publishArticle(editor)
    const answer = (await saveVersion(editor, id, 1, { en: { body } })).body
    expect([answer.code, Object.keys(answer.errors)]).toEqual(['article.too_deep', ['content.texts.en.body']])
    expect((await importText(body)).code).toBe('article.too_deep')
    await t.database.db.execute(sql`update article_texts set body = ${body} where article_id = ${id}`)
    const began = performance.now()
    const { status, body: article } = await t.call('GET', '/api/help/read', { id })
    expect([status, article.body.startsWith('<p>Begin</p>')]).toEqual([200, true])
    // Milliseconds; reading all of it took seconds and then overflowed the stack.
    expect(performance.now() - began).toBeLessThan(1000 * slowness)
  },
)

test('a deep hidden block is not opened where the text is cut', async () => {
  const { id } = await publishArticle(editor)
  const body = `${'<em>'.repeat(60)}<section data-audience="plans">SECRET</section>`
  await t.database.db.execute(sql`update article_texts set body = ${body} where article_id = ${id}`)
  expect((await t.call('GET', '/api/help/read', { id })).body.body).not.toContain('SECRET')
})

test.each([
  ['in an element that ends', `<p>open</p><div>${START}</div><p>SECRET</p>`],
  ['in an element that ends, with an end', `<p>open</p><div>${START}</div><p>SECRET</p>${END}`],
  ['in a list', `<ul><li>open${START}</li><li>SECRET</li></ul><p>SECRET</p>${END}`],
  ['between rows', `<p>open</p><table><tr><td>a</td></tr>${START}<tr><td>SECRET</td></tr>${END}</table>`],
  ['twice, with one end', `<p>open</p>${START}<p>SECRET</p>${START}SECRET${END}<p>SECRET</p>`],
  ['ends twice', `<p>open</p>${START}SECRET${END}${END}<p>SECRET</p>`],
  ['with more spaces', '<p>open</p><!--  access   start--><p>SECRET</p><!--access  end  -->'],
  ['with a dash', '<p>open</p><!--access-start--><p>SECRET</p><!-- ACCESS-END -->'],
  ['in a quote of Markdown', `> open ${START}\n> SECRET\n> ${END}\n`],
  ['in an attribute', `<p>open</p><p><a href="/${START}">SECRET</a></p>`],
])('a mark %s hides what follows', async (_, text) => {
  const { body } = await importText(text, text.startsWith('>') ? 'markdown' : 'html')
  expect(body).toContain('SECRET')
  const shown = await seen(body)
  expect(shown).toContain('open')
  expect(shown).not.toContain('SECRET')
})

test('after a mark’s end the text is open again', async () => {
  expect(await seen((await importText(`<p>open</p>${START}<p>SECRET</p>${END}<p>again</p>`)).body)).toMatch(
    /^<p>open<\/p><aside.*<p>again<\/p>$/,
  )
})

test.each([
  `${START}<h1>SECRET</h1>${END}<h1>Title</h1>`,
  `<div>${START}</div><h1>SECRET</h1>${END}<h1>Title</h1>`,
  '<section data-audience="plans"><h1>SECRET</h1></section><h1>Title</h1>',
  '<h1><section data-audience="plans">SECRET</section></h1><h1>Title</h1>',
])('a hidden heading is not the title: %s', async (text) => {
  expect((await importText(text)).title).toBe('Title')
})

test.each([
  ['rows', '<table><tbody><tr><td>a</td></tr><section data-audience="members"><tr><td>SECRET</td></tr></section></tbody></table>'],
  ['cells', '<table><tr><section data-audience="members"><td>SECRET</td></section></tr></table>'],
  ['what is no cell', '<table><blockquote><section data-audience="members"><tr><td>SECRET</td></tr></section></blockquote></table>'],
])('a block among %s of a table hides all of the table', async (_, table) => {
  const { id } = await writeArticle(editor, { en: { body: `<p>open</p>${table}` } })
  const stored = (await editor.call('GET', `/admin/articles/${id}`)).body.content.texts.en.body
  expect(stored).toMatch(/^<p>open<\/p><section data-audience="members">.*SECRET.*<\/section>$/)
  expect(await seen(stored)).not.toContain('SECRET')
})

test.each([
  ['a row', '<table><tr><td>a<section data-audience="members"><tr><td>SECRET</td></tr></section></td></tr></table>'],
  [
    'a table in a table',
    '<table><tr><td><section data-audience="members"><table><table></table></table>SECRET</section></td></tr></table>',
  ],
  ['a heading in a heading', '<h2><section data-audience="members"><h3><div><h4>x</h4></div></h3>SECRET</section></h2>'],
])('%s cannot end the block around it when a browser reads the text', async (_, body) => {
  const { id } = await writeArticle(editor, { en: { body } })
  const stored: string = (await editor.call('GET', `/admin/articles/${id}`)).body.content.texts.en.body
  const block = /<section.*<\/section>/.exec(stored)?.[0] ?? ''
  expect(block).toContain('SECRET')
  expect(block).not.toMatch(/<(tr|td)>|<table><table|<h3><h4/)
})

test('rows for several audiences hide the table from all but those in each; for many, from everyone', async () => {
  const row = (audience: string, ids = '') => `<section data-audience="${audience}" data-ids="${ids}"><tr><td>x</td></tr></section>`
  const stored = async (rows: string) =>
    (await writeArticle(editor, { en: { body: `<table>${rows}</table>` } })).content.texts.en?.body.replaceAll(/<\/?(table|t[rd])>.*/gs, '')
  expect(await stored(row('members') + row('plans', '7') + row('members'))).toBe(
    '<section data-audience="members"><section data-audience="plans" data-ids="7">',
  )
  const many = await stored([1, 2, 3, 4, 5, 6].map((id) => row('plans', `${id}`)).join(''))
  expect(many).toMatch(/^<section data-audience="plans">/)
  expect(many?.split('<section')).toHaveLength(4)
})

test('what stands between the cells of a hidden table comes before it, inside the section, as a browser would put it', () => {
  const odd = '<section data-audience="members"><table><tr><p>a</p>b<strong><td>c</td></strong><td>d</td></tr></table></section>'
  expect(cleanBody(odd)).toBe('<section data-audience="members"><p>a</p>b<strong>c</strong><table><tr><td>d</td></tr></table></section>')
})
