import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])

async function publish(member: Member, placement: string): Promise<number> {
  const dates = { audience_days: null, starts_at: null, ends_at: null }
  const texts = { placement, title: 'Maintenance', body: '<p>On Sunday.</p>' }
  const { body } = await editor.call('POST', '/admin/notices', { ...texts, audience: 'member', audience_ids: [member.id], ...dates })
  expect((await editor.call('POST', `/admin/notices/${body.id}/move`, { version: 1, to: 'publish' })).status).toBe(200)
  return body.id
}
const isUnread = async (member: Member, id: number): Promise<boolean> =>
  (await member.call('POST', '/api/msg/fetch', { unread: true })).body.unread_ids.includes(`notice-${id}`)
const isShown = async (member: Member, id: number): Promise<boolean> =>
  (await member.call('GET', '/muser/notices')).body.items.some((one: { id: number }) => one.id === id)
const viewsOf = async (id: number): Promise<unknown> => (await editor.call('GET', `/admin/notices/${id}`)).body.views

test('a banner that was merely shown is unread until it is dismissed, and counts as one view', async () => {
  const member = await t.member()
  const id = await publish(member, 'banner')
  for (const _ of [1, 2]) await member.call('POST', '/muser/notices/seen', { ids: [id] })
  expect([await isShown(member, id), await isUnread(member, id), await viewsOf(id)]).toEqual([true, true, 1])
  await member.call('POST', '/muser/notices/dismiss', { ids: [id] })
  expect([await isShown(member, id), await isUnread(member, id), await viewsOf(id)]).toEqual([false, false, 1])
})

test('a pop-up that was closed without an answer does not come back, and is unread until it is opened in the message centre', async () => {
  const member = await t.member()
  const id = await publish(member, 'popup')
  await member.call('POST', '/muser/notices/dismiss', { ids: [id], read: false })
  expect([await isShown(member, id), await isUnread(member, id), await viewsOf(id)]).toEqual([false, true, 1])
  await member.call('POST', '/muser/messages/read', { ids: [`notice-${id}`] })
  expect([await isShown(member, id), await isUnread(member, id)]).toEqual([false, false])
})

test('a pop-up that was closed on one device and answered on another is read', async () => {
  const member = await t.member()
  const id = await publish(member, 'popup')
  await member.call('POST', '/muser/notices/dismiss', { ids: [id], read: false })
  await atOnce(() => member.call('POST', '/muser/notices/dismiss', { ids: [id] }))
  expect([await isShown(member, id), await isUnread(member, id), await viewsOf(id)]).toEqual([false, false, 1])
})

test('a notice that was read is unread again when it is shown again', async () => {
  const member = await t.member()
  const id = await publish(member, 'banner')
  await member.call('POST', '/muser/notices/dismiss', { ids: [id] })
  const { version, ...notice } = (await editor.call('GET', `/admin/notices/${id}`)).body
  expect((await editor.call('PUT', `/admin/notices/${id}`, { version, notice, show_again: true })).status).toBe(200)
  await member.call('POST', '/muser/notices/seen', { ids: [id] })
  expect([await isShown(member, id), await isUnread(member, id)]).toEqual([true, true])
})
