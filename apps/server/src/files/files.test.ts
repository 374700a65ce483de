import { expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'

import { type Answer, forFile, startApp } from '../../test/harness.ts'
import { fileForm, gradient, pdf } from '../../test/pictures.ts'
import { noteUses } from './note-uses.ts'

const t = await forFile(startApp())
const editor = await t.staff('content')
const picture = await gradient(20, 20).png().toBuffer()

const upload = async (name = 'a.png', query = ''): Promise<Answer['body']> =>
  (await editor.call('POST', `/admin/files${query}`, fileForm(picture, name))).body
const fetched = (path: string, init: RequestInit = {}): Promise<Response> => fetch(t.base + path, init)
const use = (id: number, html: string, title = ''): Promise<string[]> =>
  t.database.transaction((tx) => noteUses(tx, { noun: 'article', id, title }, html))
const folder = async (name: string, parent: number | null = null): Promise<number> =>
  (await editor.call('POST', '/admin/file-folders', { name, parent_id: parent })).body.id

test('a file is sent for showing or saving, never for running, and may be kept for ever', async () => {
  const { url } = await upload()
  const { status, headers } = await fetched(url)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `inline; filename="a.webp"; filename*=UTF-8''a.webp`,
  })
  expect((await fetched(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304)
})

test('HEAD answers without the bytes, and a part of a file can be asked for', async () => {
  const { url, size } = (await editor.call('POST', '/admin/files', fileForm(pdf, 'guide.pdf'))).body
  const head = await fetched(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(size), ''])
  for (const [range, part] of [
    ['bytes=0-4', pdf.subarray(0, 5)],
    ['bytes=5-', pdf.subarray(5)],
    ['bytes=-6', pdf.subarray(-6)],
    [`bytes=2-${size + 50}`, pdf.subarray(2)],
  ] as const) {
    const answer = await fetched(url, { headers: { range } })
    expect([range, answer.status]).toEqual([range, 206])
    expect(await answer.text()).toBe(part.toString())
  }
  expect((await fetched(url, { headers: { range: 'bytes=1-2' } })).headers.get('content-range')).toBe(`bytes 1-2/${size}`)
  expect((await fetched(url, { headers: { range: `bytes=${size}-` } })).status).toBe(416)
  expect((await fetched(url, { headers: { range: 'bytes=0-1,3-4' } })).status).toBe(200)
})

test('any other address below /files is not found', async () => {
  const { url, key } = await upload()
  const others = [
    `/files/${key}`,
    `/files/${key}.html`,
    `/files/${key}.svg`,
    `/files/${key}.pdf`,
    `/files/${key}-small.webp`,
    `/files/${key.toUpperCase()}.webp`,
    `/files/${'0'.repeat(32)}.webp`,
    `/files/${key.slice(0, 2)}/${key}`,
    '/files/..%2f..%2fsettings.key',
    '/files/%00.webp',
    `${url}/`,
  ]
  for (const path of others) expect([path, (await fetched(path)).status]).toEqual([path, 404])
  expect((await fetched(url, { method: 'POST' })).status).toBe(404)
})

test('avatars are not in the list, and nobody deletes them there', async () => {
  const member = await t.member()
  await member.call('POST', '/muser/profile/avatar', fileForm(picture))
  const { rows } = await t.database.pool.query("select id from files where purpose = 'avatar'")
  const listed = (await editor.call('GET', '/admin/files', { page_size: 100 })).body.items
  expect(listed.map(({ id }: { id: number }) => id)).not.toContain(rows[0].id)
  expect((await editor.call('DELETE', `/admin/files/${rows[0].id}`)).status).toBe(404)
  expect((await editor.call('POST', '/admin/files/delete', { ids: [rows[0].id] })).body).toEqual({ changed: 0 })
})

test('the list is searched by name, kept to a folder, sorted and paged', async () => {
  const holidays = await folder('Holidays')
  await upload('beach 100%.png', `?folder_id=${holidays}`)
  await upload('alps_1.png', `?folder_id=${holidays}`)
  const names = async (query: object): Promise<string[]> =>
    (await editor.call('GET', '/admin/files', { ...query })).body.items.map((row: { name: string }) => row.name)
  expect(await names({ folder_id: holidays })).toEqual(['alps_1.png', 'beach 100%.png'])
  expect(await names({ folder_id: holidays, sort: 'name' })).toEqual(['alps_1.png', 'beach 100%.png'])
  expect(await names({ folder_id: holidays, sort: '-name' })).toEqual(['beach 100%.png', 'alps_1.png'])
  expect(await names({ q: '100%' })).toEqual(['beach 100%.png'])
  expect(await names({ q: 'S_1' })).toEqual(['alps_1.png'])
  expect(await names({ folder_id: 0, q: 'beach' })).toEqual([])
  expect((await editor.call('GET', '/admin/files', { folder_id: holidays, page_size: 1 })).body).toMatchObject({ total: 2, page: 1 })
  expect(await names({ folder_id: 999_999 })).toEqual([])
})

test('a renamed or moved file keeps its address', async () => {
  const [place, file] = [await folder('Elsewhere'), await upload('before.png')]
  const { body } = await editor.call('PATCH', `/admin/files/${file.id}`, { name: 'after.png', folder_id: place })
  expect(body).toMatchObject({ name: 'after.png', folder_id: place, url: file.url })
  expect((await fetched(file.url)).status).toBe(200)
  expect((await editor.call('PATCH', `/admin/files/${file.id}`, { folder_id: null })).body.folder_id).toBe(null)
  expect((await editor.call('PATCH', `/admin/files/${file.id}`, { folder_id: 999_999 })).body.code).toBe('file.folder_unknown')
  expect((await editor.call('PATCH', `/admin/files/${file.id}`, { name: ' ' })).status).toBe(422)
  expect((await editor.call('PATCH', '/admin/files/999999', { name: 'x' })).status).toBe(404)
})

test('several files are moved, and deleted if none of them is used', async () => {
  const [place, ...three] = await Promise.all([folder('Three'), upload(), upload(), upload()])
  const ids = three.map(({ id }) => id)
  expect((await editor.call('POST', '/admin/files/move', { ids, folder_id: place })).body).toEqual({ changed: 3 })
  expect((await editor.call('POST', '/admin/files/move', { ids, folder_id: place })).body).toEqual({ changed: 0 })
  expect((await editor.call('POST', '/admin/files/move', { ids, folder_id: 999_999 })).body.code).toBe('file.folder_unknown')
  await use(501, `<img src="${three[1].url}">`, 'Three things')
  const refused = await editor.call('POST', '/admin/files/delete', { ids })
  expect([refused.status, refused.body.code]).toEqual([409, 'file.in_use'])
  expect(refused.body.details).toEqual({ uses: [{ noun: 'article', id: 501, title: 'Three things' }] })
  for (const { url } of three) expect((await fetched(url)).status).toBe(200)
  await use(501, '')
  expect((await editor.call('POST', '/admin/files/delete', { ids })).body).toEqual({ changed: 3 })
  expect((await editor.call('POST', '/admin/files/delete', { ids })).body).toEqual({ changed: 0 })
  for (const { url } of three) expect((await fetched(url)).status).toBe(404)
})

test('a used file says where, and cannot be deleted until the text no longer names it', async () => {
  const [first, second] = [await upload('first.png'), await upload('second.png')]
  const html = `<p><img src="${first.url}" srcset="https://portal.example.com${first.url} 2x"><a href="${second.url}">PDF</a></p>`
  expect(await use(7, html, 'How to')).toEqual([])
  expect(await use(7, html, 'How to connect')).toEqual([])
  const uses = (await editor.call('GET', `/admin/files/${first.id}/uses`)).body
  expect(uses).toEqual({ items: [{ noun: 'article', id: 7, title: 'How to connect' }], total: 1 })
  const refused = await editor.call('DELETE', `/admin/files/${first.id}`)
  expect([refused.status, refused.body.code, refused.body.details.uses.length]).toEqual([409, 'file.in_use', 1])
  await use(7, `<img src="${second.url}">`)
  expect((await editor.call('DELETE', `/admin/files/${first.id}`)).status).toBe(200)
  expect((await editor.call('DELETE', `/admin/files/${second.id}`)).status).toBe(409)
  expect(await use(8, `<img src="${first.url}"><img src="/files/${'ab'.repeat(16)}.webp">`)).toEqual([first.key, 'ab'.repeat(16)])
})

test('of a deletion and many uses at once, either the file is gone and nobody uses it, or it stays', async () => {
  for (let round = 0; round < 5; round++) {
    const file = await upload()
    const [gone, ...missing] = await Promise.all([
      editor.call('DELETE', `/admin/files/${file.id}`),
      ...Array.from({ length: RACES }, (_, i) => use(1000 + round * RACES + i, `<img src="${file.url}">`)),
    ])
    const { rows } = await t.database.pool.query('select count(*)::int as n from file_uses where file_id = $1', [file.id])
    expect([200, 409]).toContain(gone.status)
    expect((await fetched(file.url)).status).toBe(gone.status === 200 ? 404 : 200)
    expect(rows[0].n).toBe(missing.filter((keys) => keys.length === 0).length)
    if (gone.status === 200) expect(rows[0].n).toBe(0)
  }
})

test('a text that names a file while it is being deleted waits, and learns that it is gone', async () => {
  const file = await upload()
  const other = await t.database.pool.connect()
  await other.query('begin')
  await other.query('delete from files where id = $1', [file.id])
  const waiting = use(3000, `<img src="${file.url}">`)
  const held = "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await t.database.pool.query(held)).rows[0].n).toBe(1)
  await other.query('commit')
  other.release()
  expect(await waiting).toEqual([file.key])
})

test('many texts that name the same files in any order do not wait for each other; of many deletions at once one succeeds', async () => {
  const all = await Promise.all([upload(), upload(), upload()])
  await atOnce((i) => use(2000 + i, (i % 2 ? all : all.toReversed()).map(({ url }) => `<img src="${url}">`).join('')))
  for (const { id } of all) expect((await editor.call('GET', `/admin/files/${id}/uses`)).body.total).toBe(RACES)
  const file = await upload()
  const answers = await atOnce(() => editor.call('DELETE', `/admin/files/${file.id}`))
  expectOne(answers, 404)
})

test('of many folders with the same name at once one is made', async () => {
  const answers = await atOnce(() => editor.call('POST', '/admin/file-folders', { name: 'Same', parent_id: null }))
  const made = answers.filter(({ status }) => status === 200)
  expect(made.length).toBe(1)
  for (const { status, body } of answers.filter((answer) => answer !== made[0])) {
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'file.folder_taken', ['name']])
  }
  const inner = await atOnce(() => editor.call('POST', '/admin/file-folders', { name: 'Same', parent_id: made[0]!.body.id }))
  expect(inner.filter(({ status }) => status === 200).length).toBe(1)
})

test('a folder goes only when it holds nothing, even if something arrives meanwhile', async () => {
  const id = await folder('Full')
  const file = await upload('a.png', `?folder_id=${id}`)
  expect((await editor.call('DELETE', `/admin/file-folders/${id}`)).body.code).toBe('file.folder_not_empty')
  await editor.call('DELETE', `/admin/files/${file.id}`)
  const answers = await Promise.all([
    editor.call('DELETE', `/admin/file-folders/${id}`),
    ...Array.from({ length: 10 }, () => editor.call('POST', `/admin/files?folder_id=${id}`, fileForm(picture))),
  ])
  const [gone, ...arrived] = answers
  const codes = arrived.map(({ body }) => body.code ?? 'stored')
  if (gone.status === 200) expect(new Set(codes)).toEqual(new Set(['file.folder_unknown']))
  else expect(codes).toContain('stored')
})

test('a folder moves with all it holds, but not into itself, and not too deep', async () => {
  const outer = await folder('Outer')
  const inner = await folder('Inner', outer)
  const innermost = await folder('Innermost', inner)
  const move = (id: number, parent: number | null): Promise<Answer> =>
    editor.call('PATCH', `/admin/file-folders/${id}`, { parent_id: parent })
  for (const parent of [outer, inner, innermost]) expect((await move(outer, parent)).body.code).toBe('file.folder_inside_itself')
  expect((await move(innermost, 999_999)).body.code).toBe('file.folder_unknown')
  expect((await move(inner, null)).body).toMatchObject({ parent_id: null, name: 'Inner' })
  expect((await editor.call('GET', '/admin/file-folders')).body.items).toContainEqual({
    id: innermost,
    parent_id: inner,
    name: 'Innermost',
    files: 0,
  })
  let deep: number | null = null
  for (let level = 1; level <= 6; level++) deep = await folder(`Level ${level}`, deep)
  expect((await editor.call('POST', '/admin/file-folders', { name: 'Level 7', parent_id: deep })).body.code).toBe('file.folder_too_deep')
  expect((await move(inner, deep)).body.code).toBe('file.folder_too_deep')
  expect((await editor.call('PATCH', '/admin/file-folders/999999', { name: 'x' })).status).toBe(404)
  expect((await editor.call('DELETE', '/admin/file-folders/999999')).status).toBe(404)
})

test('two folders that are moved into each other at once do not vanish in a circle', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = [await folder(`A${round}`), await folder(`B${round}`)]
    const answers = await Promise.all([
      editor.call('PATCH', `/admin/file-folders/${a}`, { parent_id: b }),
      editor.call('PATCH', `/admin/file-folders/${b}`, { parent_id: a }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
  }
})
