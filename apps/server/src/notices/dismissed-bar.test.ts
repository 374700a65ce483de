import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'

let bar = 0
const texts = { placement: 'bar', title: 'Summer sale', body: '', audience: 'all', audience_ids: [], audience_days: null }
const notice = { ...texts, starts_at: null, ends_at: null }
const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
bar = (await editor.call('POST', '/admin/notices', notice)).body.id
await editor.call('POST', `/admin/notices/${bar}/move`, { version: 1, to: 'publish' })

const barOf = async (who: Pick<Member, 'call'>): Promise<unknown> => {
  const { indexNotice: text, index_notice_id: id, index_notice_key: key } = (await who.call('GET', '/api/comm/config')).body
  return [text, id, key]
}
const shown = (edition: number): unknown => ['Summer sale', bar, `${bar}-${edition}`]
const dismiss = (who: Member) => who.call('POST', '/muser/notices/dismiss', { ids: [bar] })

test('a bar that a member dismissed stays away on all their devices until it is shown again, and stays for others', async () => {
  const [member, other] = [await t.member(), await t.member()]
  expect(await barOf(member)).toEqual(shown(1))
  expect((await Promise.all([dismiss(member), dismiss(member)])).map(({ status }) => status)).toEqual([200, 200])
  expect(await barOf(member)).toEqual(['', null, ''])
  expect([await barOf(other), await barOf(t)]).toEqual([shown(1), shown(1)])
  expect((await member.call('GET', '/muser/notices')).body.total).toBe(0)
  await editor.call('PUT', `/admin/notices/${bar}`, { version: 2, notice, show_again: true })
  expect(await barOf(member)).toEqual(shown(2))
})

test('an older bar does not take the place of one that was dismissed', async () => {
  const member = await t.member()
  const { id } = (await editor.call('POST', '/admin/notices', { ...notice, title: 'Last days' })).body
  await editor.call('POST', `/admin/notices/${id}/move`, { version: 1, to: 'publish' })
  await member.call('POST', '/muser/notices/dismiss', { ids: [id] })
  expect(await barOf(member)).toEqual(['', null, ''])
  await editor.call('POST', `/admin/notices/${id}/move`, { version: 2, to: 'end' })
  expect((await dismiss(await t.member())).status).toBe(200)
})

test('a bar that nobody sees yet cannot be dismissed', async () => {
  const member = await t.member()
  const { id } = (await editor.call('POST', '/admin/notices', { ...notice, title: 'Soon' })).body
  await member.call('POST', '/muser/notices/dismiss', { ids: [id] })
  await editor.call('POST', `/admin/notices/${id}/move`, { version: 1, to: 'publish' })
  expect(await barOf(member)).toEqual(['Soon', id, `${id}-1`])
})
