import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Member, startApp, type TestApp } from '../../test/harness.ts'

let t: TestApp
let editor: Member
beforeAll(async () => {
  t = await startApp()
  editor = await t.staff(['content.write'])
})
afterAll(() => t.stop())

const notice = (values: Record<string, unknown> = {}) => ({
  placement: 'message',
  title: 'Hello',
  body: '<p>Text</p>',
  audience: 'all',
  audience_ids: [],
  audience_days: null,
  starts_at: null,
  ends_at: null,
  ...values,
})
const create = (values: Record<string, unknown> = {}): Promise<Answer> => editor.call('POST', '/admin/notices', notice(values))
const move = (id: number, version: number, to: string): Promise<Answer> => editor.call('POST', `/admin/notices/${id}/move`, { version, to })
const save = (id: number, version: number, values: Record<string, unknown>, show_again = true): Promise<Answer> =>
  editor.call('PUT', `/admin/notices/${id}`, { version, notice: notice(values), show_again })
async function publish(values: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await create(values)
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await move(body.id, 1, 'publish')).status).toBe(200)
  return body.id
}
const see = (member: Member, ids: number[]): Promise<Answer> => member.call('POST', '/muser/notices/seen', { ids })
const titles = async (member: Member): Promise<string[]> =>
  (await member.call('POST', '/api/msg/fetch', { page_size: 100 })).body.items.map(({ content }: never) => content['data']['title'])
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
