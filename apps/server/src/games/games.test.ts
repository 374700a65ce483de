import { beforeEach, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { gameInput } from '../../test/game-input.ts'
import { fileForm, gradient } from '../../test/pictures.ts'

const t = await forFile(startApp())
const editor = await t.staff('content')
beforeEach(() => t.asOwner('delete from games'))

const path = '/api/User_Store/games'
async function made(name: string, more: object = {}) {
  const { status, body } = await editor.call('POST', '/admin/games', gameInput(name, more))
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const shown = async (language = 'en') => (await t.call('GET', path, {}, { 'accept-language': language })).body
const names = async (): Promise<string[]> => (await shown()).items.map(({ name }: { name: string }) => name)

test('the list of games answers outside /api/v1, and there alone', async () => {
  await made('Chess')
  expect(await shown()).toMatchObject({ items: [{ name: 'Chess', picture: null, platforms: [] }], total: 1 })
  expect((await t.call('GET', `/api${path}`)).status).toBe(404)
  const unsigned = await fetch(`${t.base}${path}`)
  expect([unsigned.status, await unsigned.json()]).toEqual([400, expect.objectContaining({ code: 'signature.invalid' })])
  const { paths } = (await (await fetch(`${t.base}/api/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(paths)).toContain(path)
})

test('each visitor reads a game in their language and finds it by its names in all of them', async () => {
  const texts = { 'zh-CN': { name: '原神', recommended: '香港' } }
  await made('Genshin Impact', {
    publisher: 'HoYoverse',
    recommended: 'Hong Kong',
    aliases: ['GI'],
    translations: texts,
    platforms: ['ios'],
  })
  expect((await shown('en')).items[0]).toMatchObject({ name: 'Genshin Impact', recommended: 'Hong Kong', aliases: ['原神', 'GI'] })
  expect((await shown('zh-CN')).items[0]).toMatchObject({
    name: '原神',
    publisher: 'HoYoverse',
    recommended: '香港',
    aliases: ['Genshin Impact', 'GI'],
    platforms: ['ios'],
  })
  expect(JSON.stringify(await shown())).not.toContain('translations')
})

test('every change is seen at once: new, renamed, moved, hidden and deleted games', async () => {
  const [first, second] = [await made('One'), await made('Two')]
  expect(await names()).toEqual(['One', 'Two'])
  await editor.call('PUT', `/admin/games/${first.id}`, gameInput('Uno'))
  expect(await names()).toEqual(['Uno', 'Two'])
  await editor.call('POST', '/admin/games/sort', { ids: [second.id, first.id] })
  expect(await names()).toEqual(['Two', 'Uno'])
  await editor.call('PATCH', `/admin/games/${second.id}`, { hidden: true })
  expect(await names()).toEqual(['Uno'])
  expect((await editor.call('GET', '/admin/games')).body.items.map((one: { name: string }) => one.name)).toEqual(['Two', 'Uno'])
  expect((await editor.call('DELETE', `/admin/games/${first.id}`)).status).toBe(200)
  expect(await names()).toEqual([])
})

test('a name is given once, however it is written', async () => {
  const { id } = await made('Chess')
  const taken = await editor.call('POST', '/admin/games', gameInput('CHESS'))
  expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['name']])
  expect((await editor.call('PUT', `/admin/games/${id}`, gameInput('chess'))).status).toBe(200)
})

test('a picture in use cannot be deleted; a deleted one cannot be used; list and file are free again after the game', async () => {
  const { body: file } = await editor.call('POST', '/admin/files', fileForm(await gradient(900, 600).png().toBuffer(), 'cover.png'))
  const { id } = await made('Chess', { picture: file.url })
  expect((await shown()).items[0].picture).toBe(file.thumbnail_url)
  const uses = (await editor.call('GET', `/admin/files/${file.id}/uses`)).body.items
  expect(uses).toEqual([{ noun: 'game', id, title: 'Chess' }])
  expect((await editor.call('DELETE', `/admin/files/${file.id}`)).body.code).toBe('file.in_use')
  await editor.call('DELETE', `/admin/games/${id}`)
  expect((await editor.call('DELETE', `/admin/files/${file.id}`)).status).toBe(200)
  const late = await editor.call('POST', '/admin/games', gameInput('Go', { picture: file.url }))
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['picture']])
  for (const picture of ['javascript:alert(1)', 'https://example.com/a.webp', '/files/../x.webp'])
    expect((await editor.call('POST', '/admin/games', gameInput('Go', { picture }))).status, picture).toBe(422)
})

test('an import adds new names at the end in their order and names those it skipped; many at once add each name once', async () => {
  await made('Chess')
  const list = ['Go', 'chess', 'Poker', 'Go'].map((name) => ({ name, aliases: [] }))
  const first = await editor.call('POST', '/admin/games/import', { games: list })
  expect(first.body).toEqual({ added: 2, skipped: ['chess', 'Go'] })
  expect(await names()).toEqual(['Chess', 'Go', 'Poker'])
  const many = Array.from({ length: 30 }, (_, i) => ({ name: `Game ${i}`, aliases: ['g'] }))
  const answers = await atOnce(() => editor.call('POST', '/admin/games/import', { games: many }))
  expect(answers.map(({ body }) => body.added).toSorted((a, b) => b - a)).toEqual([30, ...Array(RACES - 1).fill(0)])
  expect(await names()).toEqual(['Chess', 'Go', 'Poker', ...many.map(({ name }) => name)])
})

test('the list has an end, also for many at once', async () => {
  await t.asOwner("insert into games (name, sort) select 'g' || i, i from generate_series(1, 998) i")
  const answers = await atOnce((i) => editor.call('POST', '/admin/games', gameInput(`New ${i}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(answers.filter(({ body }) => body.code === 'game.too_many')).toHaveLength(RACES - 2)
  const over = await editor.call('POST', '/admin/games/import', { games: [{ name: 'One more', aliases: [] }] })
  expect(over.body.code).toBe('game.too_many')
  expect((await shown()).total).toBe(1000)
})
