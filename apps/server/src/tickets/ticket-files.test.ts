import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { fileForm, gradient, pdf, zip } from '../../test/pictures.ts'
import { storedNames } from '../../test/stored-names.ts'
import { sweepUnsent } from './ticket-files.ts'
import { openStream } from '../../test/event-stream.ts'

const t = await forFile(startApp())
const support = await t.staff('support')

const DAY = 24 * 3600_000
const path = '/muser/ticket/file'
const upload = (by: Member, bytes: Buffer | string, name = 'a.png'): Promise<Answer> =>
  by.call('POST', by === support ? '/admin/tickets/files' : path, fileForm(bytes, name))
const picture = (): Promise<Buffer> => gradient(60, 40).png().toBuffer()
const statusFor = async (by: Member, id: number): Promise<number> => (await by.call('GET', `${path}/${id}`)).status
const statusAtDesk = async (by: Member, id: number): Promise<number> => (await by.call('GET', `/admin/tickets/files/${id}`)).status
const input = { kind: 'connection', level: 'medium', subject: 'Files', text: 'See below.' }
const save = (member: Member, fileIds: number[]): Promise<Answer> =>
  member.call('POST', '/muser/ticket/save', { ...input, file_ids: fileIds })

async function withFile(): Promise<{ member: Member; id: number; file: number }> {
  const member = await t.member()
  const file = (await upload(member, await picture())).body.id
  return { member, file, id: (await save(member, [file])).body.id }
}

test('a picture is drawn anew, shown in place, and never by an address of its own or among the materials', async () => {
  const member = await t.member()
  const { status, body } = await upload(
    member,
    await gradient(60, 40)
      .withMetadata({ exif: { IFD0: { Artist: 'Anna' } } })
      .jpeg()
      .toBuffer(),
    'Me.jpg',
  )
  expect([status, body]).toEqual([200, { id: body.id, name: 'Me.jpg', type: 'image/webp', size: body.size, width: 60, height: 40 }])
  await save(member, [body.id])
  const read = await member.call('GET', `${path}/${body.id}`)
  expect([read.status, read.headers.get('content-type'), read.headers.get('x-content-type-options')]).toEqual([
    200,
    'image/webp',
    'nosniff',
  ])
  expect([read.headers.get('cache-control'), read.headers.get('content-disposition')]).toEqual([
    'no-store',
    expect.stringMatching(/^inline;/),
  ])
  expect(read.body).not.toContain('Anna')
  const { rows } = await t.database.pool.query("select key from files where purpose = 'private'")
  expect(rows.length).toBeGreaterThan(0)
  expect((await (await t.admin()).call('GET', '/admin/files')).body.items, 'not among the materials').toEqual([])
  for (const { key } of rows) expect((await fetch(`${t.base}/files/${key}.webp`)).status).toBe(404)
})

test('anything else is only saved, whatever it is called', async () => {
  const member = await t.member()
  const kinds: [Buffer | string, string, string][] = [
    [pdf, 'x.html', 'application/pdf'],
    [zip, 'x.png', 'application/zip'],
    ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>.html', 'text/plain'],
    ['2026-01-01 连接失败\r\n', 'app.log', 'text/plain'],
  ]
  for (const [bytes, name, type] of kinds) {
    const { body } = await upload(member, bytes, name)
    expect(body.type).toBe(type)
    const read = await member.call('GET', `${path}/${body.id}`)
    expect(read.headers.get('content-type')).toMatch(type)
    expect(read.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w .()-]+\.(pdf|zip|txt)"/)
    expect(read.headers.get('content-security-policy')).toContain('sandbox')
    expect(read.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a sent file is for its member and for staff who see tickets, and goes with a closed account', async () => {
  const { member, file } = await withFile()
  const [stranger, network] = [await t.member(), await t.staff('network')]
  expect([await statusFor(member, file), await statusFor(stranger, file), await statusFor(support, file)]).toEqual([200, 404, 404])
  expect([await statusAtDesk(support, file), await statusAtDesk(network, file), await statusAtDesk(member, file)]).toEqual([200, 404, 404])
  const before = (await storedNames(t)).length
  await t.close(member)
  expect(await statusAtDesk(support, file)).toBe(404)
  expect((await storedNames(t)).length).toBe(before - 1)
})

test('a file that was not sent is only for the member who uploaded it; what could run, is damaged, empty or too large is refused', async () => {
  const member = await t.member()
  const own = (await upload(member, await picture())).body.id
  const theirs = (await upload(support, await picture())).body.id
  expect([await statusFor(member, own), await statusAtDesk(support, own)]).toEqual([200, 404])
  expect([await statusAtDesk(support, theirs), await statusAtDesk(await t.staff('support'), theirs)]).toEqual([200, 404])
  const before = await storedNames(t)
  expect((await upload(member, Buffer.from([0x4d, 0x5a, 0, 1, 2]), 'a.exe')).body.code).toBe('file.unknown_private')
  expect((await upload(member, Buffer.from([0xff, 0xfe, 0x41]), 'a.txt')).body.code).toBe('file.unknown_private')
  expect((await upload(member, '', 'a.txt')).body.code).toBe('file.empty')
  expect((await upload(member, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'a.txt')).body.code).toBe('file.too_large')
  expect(await storedNames(t)).toEqual(before)
})

test("the files of a note are not the member's", async () => {
  const { member, id } = await withFile()
  const file = (await upload(support, await picture())).body.id
  await support.call('POST', `/admin/tickets/${id}/notes`, { text: 'Note', file_ids: [file] })
  expect([await statusFor(member, file), await statusAtDesk(support, file)]).toEqual([404, 200])
  const shown = (await upload(support, await picture())).body.id
  await support.call('POST', `/admin/tickets/${id}/replies`, { text: 'Reply', file_ids: [shown] })
  expect(await statusFor(member, shown)).toBe(200)
})

test('files are sent once, by the member who uploaded them, five with a message', async () => {
  const { member, id, file } = await withFile()
  const stranger = await t.member()
  const theirs = (await upload(stranger, await picture())).body.id
  const send = (ids: number[]) => member.call('POST', '/muser/ticket/reply', { id, text: `With ${ids.join()}`, file_ids: ids })
  for (const wrong of [[file], [theirs], [999_999]]) expect((await send(wrong)).body.code).toBe('ticket.file_unknown')
  expect((await send([1, 2, 3, 4, 5, 6])).status).toBe(422)
  // Nothing of a refused message is left.
  expect((await member.call('GET', '/muser/ticket/fetch', { id })).body.messages).toHaveLength(1)
  const next = (await upload(member, await picture())).body.id
  const sent = await atOnce((n) => member.call('POST', '/muser/ticket/reply', { id, text: `T${n}`, file_ids: [next] }))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('uploads that are never sent are gone after a day, sent ones stay', async () => {
  const { member, file } = await withFile()
  const unsent = (await upload(member, await picture())).body.id
  t.travel(DAY + 1000)
  await Promise.all([sweepUnsent(t.app), sweepUnsent(t.app)])
  expect([await statusFor(member, unsent), await statusFor(member, file)]).toEqual([404, 200])
  const { rows } = await t.database.pool.query(
    'select (select count(*) from ticket_files)::int as a, (select count(*) from files)::int as b',
  )
  expect(rows[0].a).toBe(rows[0].b)
  expect((await storedNames(t)).length).toBe(rows[0].b)
})

const open = ({ token }: Pick<Member, 'token'>, path = '/muser/ticket/live') => openStream(t.base, token, { path }, { now: t.app.now() })
const openDesk = (by: Pick<Member, 'token'>) => open(by, '/admin/tickets/live')
const ask = async (member: Member): Promise<number> =>
  (await member.call('POST', '/muser/ticket/save', { kind: 'other', level: 'low', subject: 'Live', text: 'Hello.' })).body.id
const answer = (id: number) => support.call('POST', `/admin/tickets/${id}/replies`, { text: 'Hello.' })

test('a member hears of changes of their tickets, and of no others', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const [id, theirs] = [await ask(member), await ask(other)]
  const [stream, second] = [await open(member), await open(other)]
  const first = await stream.next()
  expect(first).toEqual({ version: expect.any(String), unread: 0 })
  await second.next()
  await answer(id)
  const next = await stream.next()
  expect(next).toMatchObject({ unread: 1 })
  expect(next?.['version']).not.toBe(first?.['version'])
  await member.call('POST', '/muser/ticket/read', { id, seq: 2 })
  expect(await stream.next()).toMatchObject({ unread: 0 })
  // What comes next for the other one is their own.
  await answer(theirs)
  expect(await second.next()).toMatchObject({ unread: 1 })
  for (const one of [stream, second]) one.leave()
})

test('staff hear which tickets changed, and how many wait', async () => {
  const member = await t.member()
  const stream = await openDesk(support)
  const { waiting, changed } = (await stream.next())!
  expect(changed).toEqual([])
  const id = await ask(member)
  expect(await stream.next()).toMatchObject({ changed: [id], waiting: Number(waiting) + 1 })
  await answer(id)
  expect(await stream.next()).toMatchObject({ changed: [id], waiting })
  stream.leave()
})

test('a change that is committed after a later one is noticed too', async () => {
  const [first, second] = [await ask(await t.member()), await ask(await t.member())]
  const stream = await openDesk(support)
  await stream.next()
  const commit = await t.hold(`update tickets set version = nextval('ticket_versions') where id = ${first}`)
  await answer(second)
  expect(await stream.next()).toMatchObject({ changed: [second] })
  await commit()
  expect(await stream.next()).toMatchObject({ changed: [first] })
  stream.leave()
})

test('one account has five streams; signing out ends them', async () => {
  const member = await t.member()
  const streams = []
  for (let n = 0; n < 5; n++) streams.push(await open(member))
  expect((await open(member)).status).toBe(429)
  for (const stream of streams) await stream.next()
  await member.call('GET', '/muser/logout')
  expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([null, null, null, null, null])
})

test('a stream of staff ends when they may no longer see tickets', async () => {
  const [admin, leaver] = [await t.admin(), await t.staff('support')]
  const stream = await openDesk(leaver)
  await stream.next()
  expect((await admin.call('DELETE', `/admin/staff/${leaver.id}`)).status).toBe(200)
  let next = await stream.next()
  while (next !== null) next = await stream.next()
  expect((await openDesk(leaver)).status).not.toBe(200)
})

test('when the process stops, every stream ends at once', async () => {
  const [stream, desk] = [await open(await t.member()), await openDesk(await t.staff('support'))]
  await Promise.all([stream.next(), desk.next()])
  t.app.stopping.abort()
  expect(await Promise.all([stream.next(), desk.next()])).toEqual([null, null])
})
