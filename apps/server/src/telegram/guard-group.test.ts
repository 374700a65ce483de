import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { openTelegram, type Person } from '../../test/telegram-desk.ts'
import { clearGroup } from './guard-group.ts'

const GROUP = -1001234567890
const DAY_MS = 86_400_000
const t = await forFile(startApp())
const desk = await forFile(openTelegram(t, { 'bot.group': String(GROUP) }))
const groupId = (await t.group()).id

async function asks(who: Person, group = GROUP) {
  await desk.telegram.deliver(desk.telegram.joinOf(who, group))
  await t.runJobs()
  const decided = desk.telegram.calls.filter(({ method, data }) => method.endsWith('JoinRequest') && data['user_id'] === who.id)
  return { decisions: decided.map(({ method }) => method), told: desk.telegram.chat(who.id).at(-1) }
}
async function holder(): Promise<[Member, Person]> {
  const member = await t.member()
  await t.subscribe(member.id, groupId)
  return [member, await desk.connected(member)]
}

test('only members with an active plan get in; the others are told in private why not', async () => {
  const [, inside] = await holder()
  expect(await asks(inside)).toEqual({ decisions: ['approveChatJoinRequest'], told: 'Welcome to Members <3.' })
  const without = await desk.connected(await t.member())
  expect(await asks(without)).toEqual({ decisions: ['declineChatJoinRequest'], told: expect.stringContaining('Renew it') })
  const stranger = desk.person()
  expect(await asks(stranger)).toEqual({ decisions: ['declineChatJoinRequest'], told: expect.stringContaining('is for our members') })
  const [member, banned] = await holder()
  await t.ban(member.id)
  expect((await asks(banned)).decisions).toEqual(['declineChatJoinRequest'])
  expect(desk.telegram.chat(GROUP)).toEqual([])
})

test('other groups are left alone', async () => {
  const [, who] = await holder()
  expect((await asks(who, -1005)).decisions).toEqual([])
})

test('after the plan has ended for long enough, the bot removes whom it let in, if it is set so', async () => {
  const [[member, gone], [, stays]] = [await holder(), await holder()]
  await asks(gone)
  await asks(stays)
  const removed = () => desk.telegram.called('banChatMember').map(({ user_id: id }) => id)
  await t.subscribe(member.id, groupId, { expiresAt: new Date(t.app.now().getTime() - 2 * DAY_MS) })
  await clearGroup(t.app)
  await t.runJobs()
  expect(removed()).toEqual([])
  await desk.set({ 'bot.group_leave_days': 3 })
  await clearGroup(t.app)
  await t.runJobs()
  expect(removed()).toEqual([])
  t.travel(1.1 * DAY_MS)
  await Promise.all([clearGroup(t.app), clearGroup(t.app)])
  await t.runJobs()
  expect(removed()).toEqual([gone.id])
  expect(desk.telegram.called('unbanChatMember')).toEqual([{ chat_id: GROUP, user_id: gone.id, only_if_banned: true }])
  expect(desk.telegram.chat(gone.id).at(-1)).toContain('Your plan has ended')
})
