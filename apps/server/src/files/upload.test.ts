import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { type Answer, forFile, startApp } from '../../test/harness.ts'
import { fileForm, gradient, hugePng, pdf, zip } from '../../test/pictures.ts'
import { storedNames } from '../../test/stored-names.ts'

const t = await forFile(startApp())
const editor = await t.staff('content')
let before: { rows: number; stored: string[] }
beforeEach(async () => {
  before = await kept()
})

const upload = (bytes: Buffer | string, name?: string, query = ''): Promise<Answer> =>
  editor.call('POST', `/admin/files${query}`, fileForm(bytes, name))
const fetched = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(t.base + path, { headers })
const bytesOf = async (path: string): Promise<Buffer> => Buffer.from(await (await fetched(path)).arrayBuffer())

async function kept(): Promise<{ rows: number; stored: string[] }> {
  const { rows } = await t.database.pool.query('select count(*)::int as n from files')
  return { rows: rows[0].n, stored: (await storedNames(t)).toSorted() }
}
async function expectRefused(answer: Answer, status: number, code: string): Promise<void> {
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.body.message).toMatch(/\w/)
  expect(await kept()).toEqual(before)
}

test('a photograph is kept as WebP under an address of 32 hex digits, with a small copy', async () => {
  const { status, body } = await upload(await gradient(3000, 2000).jpeg().toBuffer(), 'Holiday.jpg')
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Holiday.jpg', type: 'image/webp', width: 2560, height: 1707, uses: 0, folder_id: null })
  expect(body.url).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/)
  const [large, small] = [await bytesOf(body.url), await bytesOf(body.thumbnail_url)]
  expect(large.length).toBe(body.size)
  expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 2560, height: 1707 })
  expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 400, height: 267 })
})

test('a drawing keeps every pixel', async () => {
  const drawn = gradient(60, 40)
  const { body } = await upload(await drawn.clone().png().toBuffer())
  expect(body).toMatchObject({ width: 60, height: 40, thumbnail_url: body.url })
  const [sent, got] = [
    await drawn.raw().toBuffer(),
    await sharp(await bytesOf(body.url))
      .removeAlpha()
      .raw()
      .toBuffer(),
  ]
  expect(got.equals(sent)).toBe(true)
})

test('the place where a photograph was taken, and everything else that is not a pixel, is gone; taken sideways it stands upright', async () => {
  const exif = { IFD0: { Copyright: 'SECRET OWNER' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  const taken = await gradient(200, 100).withMetadata({ orientation: 6 }).withExif(exif).jpeg().toBuffer()
  expect(taken.includes('SECRET OWNER')).toBe(true)
  expect(await sharp(taken).metadata()).toMatchObject({ exif: expect.any(Buffer), orientation: 6 })
  const { body } = await upload(taken)
  expect(body).toMatchObject({ width: 100, height: 200 })
  const got = await sharp(await bytesOf(body.url)).metadata()
  expect(got.exif).toBeUndefined()
  expect(got.orientation).toBeUndefined()
  expect((await bytesOf(body.url)).includes('SECRET OWNER')).toBe(false)
})

test('of an animation the first frame is kept', async () => {
  const frames = await Promise.all(
    [0, 1, 2].map((i) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background: { r: 80 * i, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
  const animated = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(3)
  const { body } = await upload(animated, 'dance.gif')
  expect(body).toMatchObject({ width: 40, height: 40 })
  expect((await sharp(await bytesOf(body.url), { animated: true }).metadata()).pages ?? 1).toBe(1)
})

test.each(['avif', 'webp', 'gif', 'png', 'jpeg'] as const)('%s is accepted whatever its name', async (format) => {
  const { status, body } = await upload(await gradient(50, 50).toFormat(format).toBuffer(), 'page.html')
  expect([status, body.type]).toEqual([200, 'image/webp'])
})

test('a file that is both a GIF and a script becomes a picture and nothing else', async () => {
  const gif = await gradient(30, 30).gif().toBuffer()
  const { body } = await upload(Buffer.concat([gif, Buffer.from('=1;alert(document.domain)//<script>alert(1)</script>')]), 'x.js')
  const got = await bytesOf(body.url)
  expect(got.subarray(0, 4).toString()).toBe('RIFF')
  expect(got.includes('alert')).toBe(false)
})

test.each([
  ['SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>', 'a.svg'],
  ['HTML named as a picture', '<!doctype html><script>alert(1)</script>', 'photo.png'],
  ['XML', '<?xml version="1.0"?><x/>', 'a.xml'],
  ['a program', 'MZ\x90\x00\x03', 'setup.exe'],
  ['a TIFF', 'II*\x00\x08\x00\x00\x00', 'a.tif'],
  ['a Windows icon', '\x00\x00\x01\x00', 'a.ico'],
  ['a script that begins like a GIF', 'GIF8=1;alert(1)', 'a.gif'],
])('%s is refused', async (_, content, name) => {
  await expectRefused(await upload(Buffer.from(content, 'latin1'), name), 422, 'file.unknown_type')
})

test('an empty file is refused, half of a picture, and a header with nothing behind it; a picture of a hundred megapixels, and a few bytes that claim to be one, are refused; a file above 20 MB is refused before it is read; a body that is not a form with one file is refused; a file for a folder that is gone leaves nothing behind', async () => {
  await expectRefused(await upload(''), 422, 'file.empty')
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
    const whole = await gradient(300, 300).toFormat(format).toBuffer()
    await expectRefused(await upload(whole.subarray(0, whole.length >> 1)), 422, 'file.damaged')
  }
  for (const start of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF89a', 'RIFF\x10\x00\x00\x00WEBP', '\x00\x00\x00\x20ftypavif'])
    await expectRefused(await upload(Buffer.from(start, 'latin1')), 422, 'file.damaged')
  const real = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await expectRefused(await upload(real), 422, 'file.too_many_pixels')
  await expectRefused(await upload(hugePng(30_000, 30_000)), 422, 'file.too_many_pixels')
  await expectRefused(await upload(hugePng(100_000, 501)), 422, 'file.too_many_pixels')
  // More than the format itself allows.
  await expectRefused(await upload(hugePng(2 ** 31 - 1, 2 ** 31 - 1)), 422, 'file.damaged')
  await expectRefused(await upload(Buffer.alloc(20 * 2 ** 20 + 20_000, 'a')), 413, 'file.too_large')
  await expectRefused(await upload(Buffer.alloc(20 * 2 ** 20 + 1, 'a')), 413, 'file.too_large')
  const empty = new FormData()
  const text = new FormData()
  text.set('file', 'just text')
  for (const form of [empty, text]) await expectRefused(await editor.call('POST', '/admin/files', form), 422, 'input.invalid')
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data']) {
    await expectRefused(await editor.call('POST', '/admin/files', {}, { 'content-type': type }), 422, 'input.invalid')
  }
  await expectRefused(await upload(await gradient(500, 500).png().toBuffer(), 'a.png', '?folder_id=999999'), 422, 'file.folder_unknown')
})

test('half of a PDF or of an archive is refused, and a whole one can only be saved', async () => {
  await expectRefused(await upload(pdf.subarray(0, 40)), 422, 'file.damaged')
  await expectRefused(await upload(zip.subarray(0, 20)), 422, 'file.damaged')
  for (const [bytes, type] of [
    [pdf, 'application/pdf'],
    [zip, 'application/zip'],
  ] as const) {
    const { body } = await upload(bytes, 'x.html')
    expect(body).toMatchObject({ type, width: null, thumbnail_url: null })
    const response = await fetched(body.url)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="x\.(pdf|zip)"/)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('the query is signed: a file cannot be put elsewhere on the way', async () => {
  const { body: folder } = await editor.call('POST', '/admin/file-folders', { name: 'Signed', parent_id: null })
  const picture = await gradient(10, 10).png().toBuffer()
  expect((await upload(picture, 'a.png', `?folder_id=${folder.id}`)).body.folder_id).toBe(folder.id)
  const headers = { 'x-sign': '0'.repeat(64) }
  expect((await editor.call('POST', '/admin/files', fileForm(picture), headers)).body.code).toBe('signature.invalid')
})

test('sixty uploads at once all arrive, two pictures being worked on at a time', async () => {
  const picture = await gradient(120, 80).png().toBuffer()
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => upload(picture, `many ${i}.png`)))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(answers.map(({ body }) => body.key)).size).toBe(60)
  expect((await kept()).rows).toBe(before.rows + 60)
  expect((await editor.call('GET', '/admin/files', { q: 'many ' })).body.total).toBe(60)
})

test('names are kept for people and cannot break out of a header or a path', async () => {
  const picture = await gradient(10, 10).png().toBuffer()
  for (const [sent, kept] of [
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\a.png', 'a.png'],
    ['截图 1"；\r\n.png', '截图 1"；.png'],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
  ] as const) {
    const { body } = await upload(picture, sent)
    expect(body.name).toBe(kept)
    const disposition = (await fetched(body.url)).headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^inline; filename="[\w .()-]+"; filename\*=UTF-8''[\w.%~!-]+$/)
  }
})

test('a row exists only with its bytes, and the bytes are what the row says', async () => {
  const { rows } = await t.database.pool.query("select key, size, encode(sha256, 'hex') as hash from files")
  for (const { key, size, hash } of rows) {
    const bytes = await readFile(join(t.app.config.dataDir, 'files', key.slice(0, 2), key))
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, hash])
  }
  expect((await storedNames(t)).filter((name) => name.endsWith('.part'))).toEqual([])
})
