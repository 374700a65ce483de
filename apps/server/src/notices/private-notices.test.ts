import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { noticeDesk } from '../../test/notice-desk.ts'
import { fileForm, gradient } from '../../test/pictures.ts'
import { noticeReads } from './notices.table.ts'

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])

const { create, move, save, publish } = noticeDesk(() => editor, { base: { placement: 'message' }, showAgain: true })
const see = (member: Member, ids: number[]): Promise<Answer> => member.call('POST', '/muser/notices/seen', { ids })
const titles = async (member: Member): Promise<string[]> =>
  (await member.call('POST', '/api/msg/fetch', { page_size: 100 })).body.items.map(({ content }: never) => content['data']['title'])
const close = (member: Member): Promise<Answer> => t.close(member)
const fixed = { status: 409, body: { code: 'notice.audience_fixed', errors: { audience: expect.anything() } } }

test('a live notice that somebody saw keeps its audience; its text may change, and a copy may go to others', async () => {
  const [reader, addressee] = [await t.member(), await t.member()]
  const toOne = { title: 'Dear B', audience: 'member', audience_ids: [addressee.id] }
  const id = await publish()
  await see(reader, [id])
  expect(await save(id, 2, toOne)).toMatchObject(fixed)
  expect(await save(id, 2, { title: 'Corrected' })).toMatchObject({ status: 200 })
  const copy = (await editor.call('POST', `/admin/notices/${id}/copy`)).body.id
  expect(await save(copy, 1, toOne)).toMatchObject({ status: 200 })
  await move(copy, 2, 'publish')
  expect([await titles(reader), await titles(addressee)]).toEqual([['Corrected'], ['Dear B', 'Corrected']])
  await move(id, 3, 'archive')
})

test('nor can it reach others by being archived, changed and published again', async () => {
  const [reader, addressee, group] = [await t.member(), await t.member(), await t.group()]
  const id = await publish({ placement: 'popup', audience: 'expiring', audience_days: 3 })
  const other = await publish({ audience: 'member', audience_ids: [reader.id] })
  await t.subscribe(reader.id, group.id, { expiresAt: new Date(t.app.now().getTime() + 60_000) })
  await see(reader, [id, other])
  for (const one of [id, other]) await move(one, 2, 'archive')
  expect(await save(id, 3, { audience: 'member', audience_ids: [addressee.id] })).toMatchObject(fixed)
  expect(await save(id, 3, { audience: 'expiring', audience_days: 9 })).toMatchObject(fixed)
  expect(await save(other, 3, { audience: 'member', audience_ids: [addressee.id] })).toMatchObject(fixed)
  expect(await save(id, 3, { audience: 'expiring', audience_days: 3, title: 'Again' })).toMatchObject({ status: 200 })
})

test('a notice that nobody saw may go to others; plans in another order are no change', async () => {
  const [member, one, two] = [await t.member(), await t.plan(), await t.plan()]
  const id = await publish({ audience: 'plans', audience_ids: [one.id] })
  expect(await save(id, 2, { audience: 'plans', audience_ids: [one.id, two.id] })).toMatchObject({ status: 200 })
  await t.subscribe(member.id, one.groupId, { planId: one.id })
  await see(member, [id])
  expect(await save(id, 3, { audience: 'plans', audience_ids: [two.id, one.id] })).toMatchObject({ status: 200 })
  expect(await save(id, 4, { audience: 'plans', audience_ids: [two.id] })).toMatchObject(fixed)
})

test('of readers who see a notice while it goes to somebody else, none reads the new text', async () => {
  const [readers, addressee] = [await Promise.all(Array.from({ length: 5 }, () => t.member())), await t.member()]
  for (let round = 0; round < 4; round++) {
    const id = await publish({ title: `Round ${round}` })
    const secret = `Secret ${round}`
    await Promise.all([
      ...readers.map((one) => see(one, [id])),
      save(id, 2, { title: secret, audience: 'member', audience_ids: [addressee.id] }),
      ...readers.map((one) => see(one, [id])),
    ])
    for (const one of readers) expect(await titles(one)).not.toContain(secret)
  }
})

test('with an account go the files of what was written to it alone, and the log never had the words', async () => {
  const member = await t.member()
  const { body: file } = await editor.call('POST', '/admin/files', fileForm(await gradient(90, 60).png().toBuffer(), 'scan.png'))
  const own = { audience: 'member', audience_ids: [member.id] }
  const id = await publish({ ...own, title: 'Dear Miller', body: `<p>Passport 99887766</p><img src="${file.url}">` })
  await save(id, 2, {
    ...own,
    title: 'Dear Mr Miller',
    body: `<img src="${file.url}">`,
    translations: { en: { title: 'Miller', body: '' } },
  })
  expect((await editor.call('DELETE', `/admin/files/${file.id}`)).status).toBe(409)
  expect((await close(member)).status).toBe(200)
  expect((await editor.call('DELETE', `/admin/files/${file.id}`)).status).toBe(200)
  const rows = await audited(t, 'notice', id)
  expect(rows.map(({ action }) => action).toSorted()).toEqual(['notice.create', 'notice.publish', 'notice.update'])
  expect(JSON.stringify(rows)).not.toMatch(/Miller|9988|files/)
})

test('a closed account gets no notice: none is written for it', async () => {
  const [leaving, staying] = [await t.member(), await t.member()]
  const draft = (await create({ audience: 'member', audience_ids: [staying.id] })).body.id
  expect((await close(leaving)).status).toBe(200)
  const toGone = { audience: 'member', audience_ids: [leaving.id] }
  const refused = { status: 422, body: { code: 'notice.audience_unknown' } }
  expect(await create(toGone)).toMatchObject(refused)
  expect(await save(draft, 1, toGone)).toMatchObject(refused)
})

test('many marks, changes and moves beside the closing of an account all get an answer, and leave nothing of it', async () => {
  for (let round = 0; round < 4; round++) {
    const member = await t.member()
    const own = { audience: 'member', audience_ids: [member.id] }
    const [one, two, draft] = [await publish(own), await publish(own), (await create(own)).body.id]
    const everyone = await publish()
    const ids = [everyone, two, one]
    const calls = Array.from({ length: RACES }, (_, n) => [
      see(member, ids),
      member.call('POST', '/muser/messages/read', { ids: ids.map((id) => `notice-${id}`) }),
      n === RACES - 1 ? close(member) : member.call('POST', '/muser/notices/dismiss', { ids }),
      n % 2 ? save(one, 2, { ...own, title: `Title ${n}` }) : create(own),
      n % 2 ? move(draft, 1, 'publish') : editor.call('POST', `/admin/notices/${one}/copy`),
    ])
    const answers = await Promise.all(calls.flat())
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await close(member)).not.toMatchObject({ status: 200 })
    expect(await t.database.db.select().from(noticeReads).where(eq(noticeReads.accountId, member.id))).toEqual([])
    const left = (await editor.call('GET', '/admin/notices', { page_size: 100 })).body.items
    expect(left.filter((item: { audience_ids: number[] }) => item.audience_ids.includes(member.id))).toEqual([])
  }
})

test('the preview for one member gives no figure: it would tell who is banned or staff', async () => {
  const [member, banned] = [await t.member(), await t.member()]
  await t.ban(banned.id)
  const ids = [member.id, banned.id, editor.id, 999_999]
  const preview = (id: number) =>
    editor.call('POST', '/admin/notices/preview', { audience: 'member', audience_ids: [id], audience_days: null, body: '' })
  expect((await Promise.all(ids.map(preview))).map(({ body }) => body.members)).toEqual([null, null, null, null])
})
