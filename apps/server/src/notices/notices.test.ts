import pg from 'pg'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { noticeDesk } from '../../test/notice-desk.ts'
import { announceDueNotices } from './announce-due-notices.ts'
import { notices } from './notices.table.ts'
import { countUnread } from './read-notices.ts'

const DAY = 86_400_000
let now = new Date('2026-03-01T12:00:00Z')
const t = await forFile(startApp({ now: () => now }))
const editor = await t.staff(['content.write'])

const at = (ms: number): string => new Date(now.getTime() + ms).toISOString()
const { create, move, save, publish } = noticeDesk(() => editor)
const read = async (id: number): Promise<Answer['body']> => (await editor.call('GET', `/admin/notices/${id}`)).body
const shown = async (member: Member, headers = {}): Promise<{ id: number; title: string; body: string }[]> =>
  (await member.call('GET', '/muser/notices', {}, headers)).body.items
const shows = async (member: Member, id: number): Promise<boolean> => (await shown(member)).some((one) => one.id === id)
const dismiss = (member: Member, ids: number[]): Promise<Answer> => member.call('POST', '/muser/notices/dismiss', { ids })

test('a notice is a draft until it is published, shows from its start to its end, and can be archived', async () => {
  const member = await t.member()
  const { body } = await create({ starts_at: at(DAY), ends_at: at(2 * DAY) })
  const { id } = body
  expect([body.status, await shows(member, id)]).toEqual(['draft', false])
  expect((await move(id, 1, 'publish')).body.status).toBe('scheduled')
  const start = now
  now = new Date(start.getTime() + DAY - 1)
  expect(await shows(member, id)).toBe(false)
  now = new Date(start.getTime() + DAY)
  expect([(await read(id)).status, await shows(member, id)]).toEqual(['published', true])
  now = new Date(start.getTime() + 2 * DAY)
  expect([(await read(id)).status, await shows(member, id)]).toEqual(['archived', false])
  expect((await editor.call('GET', '/admin/notices', { status: 'archived' })).body.items.map((one: { id: number }) => one.id)).toContain(id)
  // Nothing is published whose end has passed.
  expect((await move(id, 2, 'publish')).body.code).toBe('notice.over')
  now = start
})

test('a scheduled notice can be taken back, a live one ended, and only a draft deleted', async () => {
  const member = await t.member()
  const { id } = (await create({ starts_at: at(DAY) })).body
  await move(id, 1, 'publish')
  expect((await move(id, 2, 'end')).body.code).toBe('notice.not_allowed')
  expect((await move(id, 2, 'unpublish')).body.status).toBe('draft')
  expect((await editor.call('DELETE', `/admin/notices/${id}`)).status).toBe(200)
  expect((await editor.call('GET', `/admin/notices/${id}`)).status).toBe(404)

  const live = await publish()
  expect(await shows(member, live)).toBe(true)
  expect((await editor.call('DELETE', `/admin/notices/${live}`)).body.code).toBe('notice.not_allowed')
  expect((await move(live, 2, 'end')).body.status).toBe('archived')
  expect(await shows(member, live)).toBe(false)
  const again = await publish()
  expect((await move(again, 2, 'archive')).body).toMatchObject({ status: 'archived', archived_at: now.toISOString() })
  expect((await move(again, 3, 'publish')).body).toMatchObject({ status: 'published', archived_at: null })
})

test('of two editors who began with the same version, the second gets an error', async () => {
  const id = await publish()
  const answers = await atOnce((n) => save(id, 2, { title: `Title ${n}` }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['notice.changed']))
  expect((await read(id)).version).toBe(3)
})

test('a dismissed notice stays away, is counted once, and is back when it is shown again', async () => {
  await t.database.db.update(notices).set({ archivedAt: now })
  const member = await t.member()
  const id = await publish()
  await member.call('POST', '/muser/notices/seen', { ids: [id] })
  expect(await shows(member, id)).toBe(true)
  await atOnce(() => dismiss(member, [id]))
  expect(await shows(member, id)).toBe(false)
  expect(await read(id)).toMatchObject({ views: 1, dismissals: 1 })
  await save(id, 2, { title: 'Corrected' })
  expect(await shows(member, id)).toBe(false)
  expect(await countUnread(t.database.db, member.id, now)).toBe(0)
  await save(id, 3, { title: 'Moved to Monday' }, true)
  expect(await countUnread(t.database.db, member.id, now)).toBe(1)
  expect(await shown(member)).toContainEqual(expect.objectContaining({ id, title: 'Moved to Monday', seen_at: null }))
  expect(await read(id)).toMatchObject({ views: 1, dismissals: 0 })
  await dismiss(member, [id])
  expect(await shows(member, id)).toBe(false)
  expect(await read(id)).toMatchObject({ views: 1, dismissals: 1 })
})

test('what somebody may not read cannot be marked either', async () => {
  const [own, other] = [await t.member(), await t.member()]
  const id = await publish({ audience: 'member', audience_ids: [own.id] })
  for (const call of ['seen', 'dismiss']) expect((await other.call('POST', `/muser/notices/${call}`, { ids: [id] })).status).toBe(200)
  expect(await read(id)).toMatchObject({ views: 0, dismissals: 0 })
  expect([await shows(own, id), await shows(other, id)]).toEqual([true, false])
})

test('each member reads a notice in their language, and as it was first written without a text in it', async () => {
  const member = await t.member()
  const translations = { 'zh-CN': { title: '维护', body: '' } }
  const id = await publish({ translations })
  const inChinese = (await shown(member, { 'accept-language': 'zh-CN' })).find((one) => one.id === id)
  expect(inChinese).toMatchObject({ title: '维护', body: '<p>On Sunday.</p>', language: 'zh-CN' })
  expect((await shown(member)).find((one) => one.id === id)).toMatchObject({ title: 'Maintenance' })
})

test('the newest live bar is the notice of public pages, for everybody and in their language', async () => {
  const config = async (language = 'en') => (await t.call('GET', '/api/comm/config', {}, { 'accept-language': language })).body
  expect(await config()).toMatchObject({ indexNotice: '', index_notice_key: '' })
  const bar = {
    placement: 'bar',
    body: '<p>dropped</p>',
    title: 'Summer sale',
    translations: { 'zh-CN': { title: '夏季促销', body: '<p>x</p>' } },
  }
  const id = await publish(bar)
  expect(await config()).toMatchObject({ indexNotice: 'Summer sale', index_notice_key: `${id}-1` })
  expect(await config('zh-CN')).toMatchObject({ indexNotice: '夏季促销' })
  expect(await read(id)).toMatchObject({ body: '', translations: { 'zh-CN': { title: '夏季促销' } } })
  const start = now
  now = new Date(start.getTime() + 1)
  const second = await publish({ placement: 'bar', title: 'Last days', ends_at: at(DAY) })
  expect(await config()).toMatchObject({ indexNotice: 'Last days', index_notice_key: `${second}-1` })
  now = new Date(start.getTime() + 2 * DAY)
  await save(id, 2, bar, true)
  expect(await config()).toMatchObject({ indexNotice: 'Summer sale', index_notice_key: `${id}-2` })
  now = start
})

test('a preview counts the members an audience has now, without staff and banned members', async () => {
  const group = await t.group()
  const members = await Promise.all(Array.from({ length: 3 }, () => t.holder(group.id)))
  await t.subscribe(editor.id, group.id)
  const input = { audience: 'groups', audience_ids: [group.id], audience_days: null, body: '<p onclick="x()">Hi</p>' }
  const preview = async (): Promise<Answer['body']> => (await editor.call('POST', '/admin/notices/preview', input)).body
  expect(await preview()).toEqual({ members: 3, body: '<p>Hi</p>' })
  await t.ban(members[0]!.id)
  expect((await preview()).members).toBe(2)
})

test('input that cannot work is refused by name; a body keeps nothing that runs, no block for another audience and no placeholder', async () => {
  const body =
    '<p onclick="x()">a<span data-fill="email"></span></p><script>x()</script><section data-audience="plans" data-ids="1"><p>gated</p></section>'
  expect((await create({ body })).body.body).toBe('<p>a</p>')
  const errorsOf = async (values: Record<string, unknown>) => {
    const { status, body } = await create(values)
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await errorsOf({ title: ' ' })).toEqual([422, ['title']])
  expect(await errorsOf({ title: 'x'.repeat(151) })).toEqual([422, ['title']])
  expect(await errorsOf({ placement: 'bar', audience: 'never_connected' })).toEqual([422, ['audience']])
  expect(await errorsOf({ audience: 'plans' })).toEqual([422, ['audience_ids']])
  expect(await errorsOf({ audience: 'plans', audience_ids: [999_999] })).toEqual([422, ['audience_ids']])
  expect(await errorsOf({ audience: 'member', audience_ids: [1, 2] })).toEqual([422, ['audience_ids']])
  expect(await errorsOf({ audience: 'expiring' })).toEqual([422, ['audience_days']])
  expect(await errorsOf({ starts_at: at(1), ends_at: at(0) })).toEqual([422, ['ends_at']])
  expect(await errorsOf({ body: '<ul><li>'.repeat(60) })).toEqual([422, ['body']])
  expect((await editor.call('GET', '/admin/notices/999999')).status).toBe(404)
})

test('with an account goes what was written to it alone, and what it saw', async () => {
  const [leaving, staying] = [await t.member(), await t.member()]
  const own = await publish({ audience: 'member', audience_ids: [leaving.id] })
  const everyone = await publish()
  for (const one of [leaving, staying]) await one.call('POST', '/muser/notices/seen', { ids: [own, everyone] })
  expect((await t.close(leaving)).status).toBe(200)
  expect((await editor.call('GET', `/admin/notices/${own}`)).status).toBe(404)
  expect((await read(everyone)).views).toBe(1)
})

test('every process hears when a notice is published, and when one begins or ends by itself', async () => {
  const client = new pg.Client(t.database.url)
  await client.connect()
  try {
    await client.query('listen portico_changed')
    let heard = 0
    client.on('notification', ({ payload }) => (heard += payload === 'notices' ? 1 : 0))
    await publish({ starts_at: at(DAY), ends_at: at(2 * DAY) })
    await expect.poll(() => heard).toBe(1)
    const start = now
    for (const [n, turn] of [DAY, 2 * DAY].entries()) {
      now = new Date(start.getTime() + turn - 60_000)
      await announceDueNotices(t.database, now)
      now = new Date(start.getTime() + turn + 30_000)
      await announceDueNotices(t.database, now)
      await expect.poll(() => heard).toBe(2 + n)
    }
    now = start
  } finally {
    await client.end()
  }
})

/** A notice to one member, and whether it is unread in the message centre. */
async function publishTo(member: Member, placement: string) {
  const id = await publish({ placement, audience: 'member', audience_ids: [member.id] })
  const state = async () => {
    const { unread_ids: unread } = (await member.call('POST', '/api/msg/fetch', { unread: true })).body
    return { isShown: await shows(member, id), isUnread: unread.includes(`notice-${id}`), views: (await read(id)).views }
  }
  return { id, state }
}

test('a banner that was merely shown is unread until it is dismissed, counts as one view, and is unread again when it is shown again', async () => {
  const member = await t.member()
  const { id, state } = await publishTo(member, 'banner')
  const see = () => member.call('POST', '/muser/notices/seen', { ids: [id] })
  for (const _ of [1, 2]) await see()
  expect(await state()).toEqual({ isShown: true, isUnread: true, views: 1 })
  await dismiss(member, [id])
  expect(await state()).toEqual({ isShown: false, isUnread: false, views: 1 })
  const { version, ...notice } = await read(id)
  expect((await editor.call('PUT', `/admin/notices/${id}`, { version, notice, show_again: true })).status).toBe(200)
  await see()
  expect(await state()).toMatchObject({ isShown: true, isUnread: true })
})

test('a pop-up that was closed without an answer does not come back, and is unread until it is opened, or answered elsewhere', async () => {
  const member = await t.member()
  const [opened, answered] = [await publishTo(member, 'popup'), await publishTo(member, 'popup')]
  for (const { id, state } of [opened, answered]) {
    await member.call('POST', '/muser/notices/dismiss', { ids: [id], read: false })
    expect(await state()).toEqual({ isShown: false, isUnread: true, views: 1 })
  }
  await member.call('POST', '/muser/messages/read', { ids: [`notice-${opened.id}`] })
  await atOnce(() => dismiss(member, [answered.id]))
  for (const { state } of [opened, answered]) expect(await state()).toEqual({ isShown: false, isUnread: false, views: 1 })
})

const barOf = async (who: Pick<Member, 'call'>): Promise<unknown> => {
  const { indexNotice: text, index_notice_id: id, index_notice_key: key } = (await who.call('GET', '/api/comm/config')).body
  return [text, id, key]
}

test('a bar that a member dismissed stays away on all their devices until it is shown again, stays for others, and no older one takes its place', async () => {
  await t.database.db.update(notices).set({ archivedAt: now })
  const id = await publish({ placement: 'bar', title: 'Summer sale', body: '' })
  const bar = (edition: number) => ['Summer sale', id, `${id}-${edition}`]
  const [member, other] = [await t.member(), await t.member()]
  expect(await barOf(member)).toEqual(bar(1))
  expect((await Promise.all([dismiss(member, [id]), dismiss(member, [id])])).map(({ status }) => status)).toEqual([200, 200])
  expect(await barOf(member)).toEqual(['', null, ''])
  expect([await barOf(other), await barOf(t)]).toEqual([bar(1), bar(1)])
  expect((await member.call('GET', '/muser/notices')).body.total).toBe(0)
  await save(id, 2, { placement: 'bar', title: 'Summer sale', body: '' }, true)
  expect(await barOf(member)).toEqual(bar(2))
  now = new Date(now.getTime() + 1)
  const newer = await publish({ placement: 'bar', title: 'Last days', body: '' })
  await dismiss(member, [newer])
  expect(await barOf(member)).toEqual(['', null, ''])
  // One that nobody sees yet cannot be dismissed.
  now = new Date(now.getTime() + 1)
  const { id: soon } = (await create({ placement: 'bar', title: 'Soon', body: '' })).body
  await dismiss(member, [soon])
  await move(soon, 1, 'publish')
  expect(await barOf(member)).toEqual(['Soon', soon, `${soon}-1`])
})
