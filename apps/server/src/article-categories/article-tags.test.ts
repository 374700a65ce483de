import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { publishArticle, writeArticle } from '../../test/publish-article.ts'

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])

const PATH = '/admin/article-tags'
const made = async (name_en: string, name_zh = ''): Promise<number> => (await editor.call('POST', PATH, { name_en, name_zh })).body.id
const place = (id: number, tag_ids: number[]) => editor.call('PATCH', `/admin/articles/${id}`, { tag_ids })
const tagsOf = async (id: number) => (await editor.call('GET', `/admin/articles/${id}`)).body.tag_ids

test('tags are listed by name, whatever its case or language, with how many articles have them', async () => {
  await made('beta')
  const alpha = await made('Alpha')
  await made('', '中文')
  const { id } = await writeArticle(editor)
  await place(id, [alpha])
  const { items } = (await editor.call('GET', PATH)).body
  const shown = items.map((tag: Record<string, unknown>) => [tag['name_en'] || tag['name_zh'], tag['article_count']])
  expect(shown).toEqual([
    ['Alpha', 1],
    ['beta', 0],
    ['中文', 0],
  ])
  expect((await editor.call('PUT', `${PATH}/${alpha}`, { name_en: '', name_zh: '首页' })).body).toMatchObject({
    name_en: '',
    name_zh: '首页',
  })
  const unnamed = await editor.call('PUT', `${PATH}/${alpha}`, { name_en: '', name_zh: '' })
  expect([unnamed.status, Object.keys(unnamed.body.errors)]).toEqual([422, ['name_en']])
})

test('readers find an article by its tag; a tag without a readable article is not offered', async () => {
  const [used, hidden] = [await made('Used'), await made('Hidden')]
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
  const [a, b] = [await made('Goes'), await made('Stays')]
  const { id } = await writeArticle(editor)
  await place(id, [b, a, a])
  expect(await tagsOf(id)).toEqual([a, b])
  expect((await editor.call('DELETE', `${PATH}/${a}`)).status).toBe(200)
  expect(await tagsOf(id)).toEqual([b])
  const unknown = await place(id, [a])
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['tag_ids']])
  expect(await tagsOf(id)).toEqual([b])
})

test('many changes of an article’s tags at once leave the tags of one of them', async () => {
  const tags: number[] = []
  for (let i = 0; i < 3; i++) tags.push(await made(`Race ${i}`))
  const { id } = await writeArticle(editor)
  const answers = await atOnce((n) => place(id, [tags[n % 3]!]))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(await tagsOf(id)).toHaveLength(1)
})
