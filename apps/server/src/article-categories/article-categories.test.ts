import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { publishArticle, writeArticle } from '../../test/publish-article.ts'

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])

const PATH = '/admin/article-categories'
type Named = { id: number; name_en: string; parent_id: number | null; article_count: number }

const post = (name_en: string, parent_id: number | null = null) => editor.call('POST', PATH, { name_en, name_zh: '', parent_id })
const made = async (name: string, parent: number | null = null): Promise<Named> => (await post(name, parent)).body
const move = ({ id, name_en }: Named, parent_id: number | null) => editor.call('PUT', `${PATH}/${id}`, { name_en, name_zh: '', parent_id })
const tree = async (): Promise<Named[]> => (await editor.call('GET', PATH)).body.items
const namesOf = async (...of: Named[]): Promise<string[]> =>
  (await tree()).filter(({ id }) => of.some((one) => one.id === id)).map(({ name_en }) => name_en)
/** What members see of these articles, in their order. */
async function order(...ids: number[]): Promise<number[]> {
  const { items } = (await t.call('GET', '/api/help', { page_size: 100 })).body
  return items.map(({ id }: { id: number }) => id).filter((id: number) => ids.includes(id))
}

test('a category needs a name in one language; in the other, readers see that name', async () => {
  const unnamed = await post(' ')
  expect([unnamed.status, Object.keys(unnamed.body.errors)]).toEqual([422, ['name_en']])
  const { id } = await made('Start')
  await publishArticle(editor, { category: id })
  const { categories } = (await t.call('GET', '/api/help', {}, { cookie: 'language=zh-CN' })).body
  expect(categories).toContainEqual({ id, parent_id: null, name: 'Start' })
})

test('categories are in their order, children behind their parent; a moved one goes last with all below it', async () => {
  const [a, b] = [await made('A'), await made('B')]
  const [a1, a2] = [await made('A1', a.id), await made('A2', a.id)]
  const all = [a, b, a1, a2]
  expect(await namesOf(...all)).toEqual(['A', 'A1', 'A2', 'B'])
  expect((await editor.call('PUT', `${PATH}/order`, { ids: [a2.id, a1.id] })).status).toBe(200)
  expect((await editor.call('PUT', `${PATH}/order`, { ids: [b.id, a.id] })).status).toBe(200)
  expect(await namesOf(...all)).toEqual(['B', 'A', 'A2', 'A1'])
  await move(a2, b.id)
  await move(b, a.id)
  expect(await namesOf(...all)).toEqual(['A', 'A1', 'B', 'A2'])
  await move(a1, null)
  expect(await namesOf(...all)).toEqual(['A', 'B', 'A2', 'A1'])
})

test('a category goes below another down to the third level, never below itself, never below an unknown one', async () => {
  const top = await made('Top')
  const middle = await made('Middle', top.id)
  const low = await made('Low', middle.id)
  expect((await post('Too low', low.id)).body.code).toBe('category.too_deep')
  const single = await made('Single')
  await made('Child', single.id)
  expect((await move(single, middle.id)).body.code).toBe('category.too_deep')
  for (const below of [top.id, middle.id, low.id]) expect((await move(top, below)).body.code).toBe('category.too_deep')
  const unknown = await move(low, 999_999)
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['parent_id']])
})

test('of many moves at once that would make circles, none does', async () => {
  const ring = await Promise.all(Array.from({ length: 4 }, (_, i) => made(`Ring ${i}`)))
  const moves = await atOnce((i) => move(ring[i % 4]!, ring[(i + 1) % 4]!.id))
  expect(moves.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  for (const { status, body } of moves) if (status !== 200) expect(body.code).toBe('category.too_deep')
  const rows = await tree()
  const levelOf = (id: number | null, level = 0): number =>
    id === null || level > 9 ? level : levelOf(rows.find((row) => row.id === id)!.parent_id, level + 1)
  expect(ring.every(({ id }) => levelOf(id) <= 3)).toBe(true)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

test('many categories made at once all have their own place', async () => {
  const parent = await made('Full')
  const answers = await atOnce((i) => post(`Number ${i}`, parent.id))
  const all = answers.map(({ body }) => body as Named)
  const before = await namesOf(...all)
  expect(before).toHaveLength(RACES)
  const turned = all.toSorted((x, y) => before.indexOf(y.name_en) - before.indexOf(x.name_en))
  await editor.call('PUT', `${PATH}/order`, { ids: turned.map(({ id }) => id) })
  expect(await namesOf(...all)).toEqual(before.toReversed())
})

test('a category with articles or categories in it stays; an empty one is deleted', async () => {
  const parent = await made('Parent')
  const child = await made('Child', parent.id)
  const { id } = await writeArticle(editor, { category: child.id })
  expect((await editor.call('DELETE', `${PATH}/${parent.id}`)).body.code).toBe('category.not_empty')
  expect((await editor.call('DELETE', `${PATH}/${child.id}`)).body.code).toBe('category.not_empty')
  expect((await tree()).find((row) => row.id === child.id)).toMatchObject({ article_count: 1 })
  await editor.call('PATCH', `/admin/articles/${id}`, { category_id: null })
  for (const gone of [child, parent]) expect((await editor.call('DELETE', `${PATH}/${gone.id}`)).status).toBe(200)
})

test('when categories change places, their articles follow; those without a category are last', async () => {
  const [first, second] = [await made('First'), await made('Second')]
  const one = await publishArticle(editor, { category: first.id })
  const two = await publishArticle(editor, { category: second.id })
  const loose = await publishArticle(editor)
  const all = [one.id, two.id, loose.id]
  expect(await order(...all)).toEqual(all)
  await editor.call('PUT', `${PATH}/order`, { ids: [second.id, first.id] })
  expect(await order(...all)).toEqual([two.id, one.id, loose.id])
  await move(second, first.id)
  expect(await order(...all)).toEqual(all)
})

test('articles are arranged in a category and moved between categories; new and moved ones go last', async () => {
  const [here, there] = [await made('Here'), await made('There')]
  const [a, b, c] = [
    await publishArticle(editor, { category: here.id }),
    await publishArticle(editor, { category: here.id }),
    await publishArticle(editor, { category: there.id }),
  ]
  const arrange = (category_id: number | null, ...ids: number[]) => editor.call('PUT', '/admin/articles/order', { category_id, ids })
  expect((await arrange(here.id, b.id)).status).toBe(200)
  expect(await order(a.id, b.id, c.id)).toEqual([b.id, a.id, c.id])
  await arrange(here.id, b.id, c.id)
  expect(await order(a.id, b.id, c.id)).toEqual([b.id, c.id, a.id])
  const d = await publishArticle(editor, { category: here.id })
  await editor.call('PATCH', `/admin/articles/${b.id}`, { category_id: there.id })
  await editor.call('PATCH', `/admin/articles/${b.id}`, { category_id: here.id })
  const arranged = [c.id, a.id, d.id, b.id]
  expect(await order(...arranged)).toEqual(arranged)
  const listed = await editor.call('GET', '/admin/articles', { category: here.id, sort: 'place', status: 'published' })
  expect(listed.body.items.map(({ id }: { id: number }) => id)).toEqual(arranged)
  expect(Object.keys((await arrange(999_999, a.id)).body.errors)).toEqual(['category_id'])
})

test('many arrangements at once leave one of them, whole', async () => {
  const { id: category_id } = await made('Busy')
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await publishArticle(editor, { category: category_id })).id)
  const turn = (n: number): number[] => [...ids.slice(n % 4), ...ids.slice(0, n % 4)]
  const arrange = (n: number, count: number) => editor.call('PUT', '/admin/articles/order', { category_id, ids: turn(n).slice(0, count) })
  const some = await atOnce((n) => arrange(n, 1))
  const all = await atOnce((n) => arrange(n, 4))
  expect([...some, ...all].filter(({ status }) => status !== 200)).toEqual([])
  expect([0, 1, 2, 3].map(turn)).toContainEqual(await order(...ids))
})

test('the list shows for whom an article is meant before it is published', async () => {
  const { id } = await writeArticle(editor, { audience: 'subscribers' })
  const [row] = (await editor.call('GET', '/admin/articles', { search: String(id) })).body.items
  expect(row).toMatchObject({ id, status: 'draft', audience: 'subscribers' })
})

const TAGS = '/admin/article-tags'
const tag = async (name_en: string, name_zh = ''): Promise<number> => (await editor.call('POST', TAGS, { name_en, name_zh })).body.id
const place = (id: number, tag_ids: number[]) => editor.call('PATCH', `/admin/articles/${id}`, { tag_ids })
const tagsOf = async (id: number) => (await editor.call('GET', `/admin/articles/${id}`)).body.tag_ids

test('tags are listed by name, whatever its case or language, with how many articles have them', async () => {
  await tag('beta')
  const alpha = await tag('Alpha')
  await tag('', '中文')
  const { id } = await writeArticle(editor)
  await place(id, [alpha])
  const { items } = (await editor.call('GET', TAGS)).body
  const shown = items.map((tag: Record<string, unknown>) => [tag['name_en'] || tag['name_zh'], tag['article_count']])
  expect(shown).toEqual([
    ['Alpha', 1],
    ['beta', 0],
    ['中文', 0],
  ])
  expect((await editor.call('PUT', `${TAGS}/${alpha}`, { name_en: '', name_zh: '首页' })).body).toMatchObject({
    name_en: '',
    name_zh: '首页',
  })
  const unnamed = await editor.call('PUT', `${TAGS}/${alpha}`, { name_en: '', name_zh: '' })
  expect([unnamed.status, Object.keys(unnamed.body.errors)]).toEqual([422, ['name_en']])
})

test('readers find an article by its tag; a tag without a readable article is not offered', async () => {
  const [used, hidden] = [await tag('Used'), await tag('Hidden')]
  const open = await publishArticle(editor)
  const secret = await publishArticle(editor, { audience: 'subscribers' })
  await place(open.id, [used])
  await place(secret.id, [used, hidden])
  const { items, tags } = (await t.call('GET', '/api/help', { tag: used })).body
  expect(items.map(({ id }: { id: number }) => id)).toEqual([open.id])
  expect(tags.map(({ id }: { id: number }) => id)).toContain(used)
  expect(tags.map(({ id }: { id: number }) => id)).not.toContain(hidden)
})

test('a deleted tag is off its articles; an unknown one cannot be put on', async () => {
  const [a, b] = [await tag('Goes'), await tag('Stays')]
  const { id } = await writeArticle(editor)
  await place(id, [b, a, a])
  expect(await tagsOf(id)).toEqual([a, b])
  expect((await editor.call('DELETE', `${TAGS}/${a}`)).status).toBe(200)
  expect(await tagsOf(id)).toEqual([b])
  const unknown = await place(id, [a])
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['tag_ids']])
  expect(await tagsOf(id)).toEqual([b])
})

test('many changes of an article’s tags at once leave the tags of one of them', async () => {
  const tags: number[] = []
  for (let i = 0; i < 3; i++) tags.push(await tag(`Race ${i}`))
  const { id } = await writeArticle(editor)
  const answers = await atOnce((n) => place(id, [tags[n % 3]!]))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(await tagsOf(id)).toHaveLength(1)
})
