import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, type Member, startApp, type TestApp } from '../../test/harness.ts'
import { openTelegram, type Person } from '../../test/telegram-desk.ts'
import { giveToken } from '../one-time-tokens/one-time-tokens.ts'
import { refuseSignIn } from '../own-account/take-back.ts'
import { telegramBindings } from './telegram.table.ts'
import { type NewEvent, tell } from '../events/tell.ts'
import { endEvents } from '../events/end-events.ts'

const t = await forFile(startApp())
const desk = await forFile(openTelegram(t))

const infoOf = async (member: { call: TestApp['call'] }) => (await member.call('GET', '/muser/telegram/getBotInfo')).body

test('a member connects a chat with a code from the profile, and disconnects it there', async () => {
  const member = await t.member()
  expect(await infoOf(member)).toEqual({ is_on: true, username: 'portico_test_bot', binding: null })
  const made = await member.call('POST', '/muser/telegram/code')
  expect(made.body.link).toBe(`https://t.me/portico_test_bot?start=${made.body.code}`)
  const who = desk.person()
  expect(await desk.writes(who, `/start ${made.body.code}`)).toEqual([expect.stringContaining(`Connected to ${member.email}`)])
  expect((await infoOf(member)).binding).toEqual({ name: `@person${who.id}`, bound_at: expect.any(String), is_blocked: false })
  expect((await member.call('POST', '/muser/telegram/code')).body.code).toBe('telegram.bound')
  const { rows } = await t.database.pool.query(
    `select data ->> 'what' as what from messages where account_id = $1 and template = 'sign_in_changed'`,
    [member.id],
  )
  expect(rows).toEqual([{ what: 'telegram_added' }])
  expect((await member.call('GET', '/muser/telegram/unbind')).body).toEqual({ ok: true })
  expect((await member.call('GET', '/muser/telegram/unbind')).body).toEqual({ ok: true })
  expect((await infoOf(member)).binding).toBe(null)
  const audited = await t.database.pool.query(`select action from audit_log where entity_id = $1 and action like '%telegram' order by id`, [
    String(member.id),
  ])
  expect(audited.rows.map(({ action }) => action)).toEqual(['member.bind_telegram', 'member.unbind_telegram'])
})

test('a code works once, for ten minutes, and only the newest of an account', async () => {
  const member = await t.member()
  const [first, second] = [await desk.code(member), await desk.code(member)]
  const [one, other] = [desk.person(), desk.person('zh-hans')]
  expect(await desk.writes(one, `/start ${first}`)).toEqual([expect.stringContaining('doesn’t work any more')])
  expect(await desk.writes(one, second)).toEqual([expect.stringContaining('Connected')])
  expect(await desk.writes(other, `/start ${second}`)).toEqual([expect.stringContaining('绑定码已失效')])
  const late = await t.member()
  const code = await desk.code(late)
  t.travel(601_000)
  expect(await desk.writes(other, `/start ${code}`)).toEqual([expect.stringContaining('绑定码已失效')])
  expect(await desk.writes(other, `/start ${'A'.repeat(43)}`)).toEqual([expect.stringContaining('绑定码已失效')])
})

test('many people with one code connect one of them, and one person with many codes one account', async () => {
  const member = await t.member()
  const code = await desk.code(member)
  const people = Array.from({ length: RACES }, () => desk.person())
  await Promise.all(people.map((who) => desk.telegram.deliver(desk.telegram.textOf(who, `/start ${code}`))))
  await Promise.all([t.runJobs(), t.runJobs(), t.runJobs()])
  await t.runJobs()
  const answers = people.map(({ id }) => desk.telegram.chat(id).join())
  expect(answers.filter((text) => text.includes('Connected'))).toHaveLength(1)
  expect(answers.filter((text) => text.includes('any more'))).toHaveLength(RACES - 1)

  const members = await atOnce(() => t.member())
  const codes = await Promise.all(members.map((one) => desk.code(one)))
  const who = desk.person()
  await Promise.all(codes.map((one) => desk.telegram.deliver(desk.telegram.textOf(who, `/start ${one}`))))
  await Promise.all([t.runJobs(), t.runJobs()])
  await t.runJobs()
  expect(desk.telegram.chat(who.id).filter((text) => text.includes('Connected to'))).toHaveLength(1)
  expect(desk.telegram.chat(who.id).filter((text) => text.includes('another account of ours'))).toHaveLength(RACES - 1)
  expect((await t.database.db.select().from(telegramBindings)).filter((row) => row.telegramId === who.id)).toHaveLength(1)
})

test('a code in a group is void, and the bot says nothing about anybody there', async () => {
  const member = await t.member()
  const who = await desk.connected(await t.member())
  const [code, group] = [await desk.code(member), -1001]
  const chat = { chat: { id: group, type: 'supergroup', title: 'x' } }
  await desk.writes(who, `/start ${code}`, chat)
  expect(desk.telegram.chat(group)).toEqual([expect.stringContaining('no longer works')])
  expect(await desk.writes(desk.person(), `/start ${code}`)).toEqual([expect.stringContaining('doesn’t work any more')])
  for (const command of ['/usage', '/link', '/tickets', '/unbind@portico_test_bot', '/start']) await desk.writes(who, command, chat)
  expect(desk.telegram.chat(group).slice(1)).toEqual(Array.from({ length: 5 }, () => 'Write to me in private for that.'))
  await desk.writes(who, '/usage@another_bot', chat)
  await desk.writes(who, 'hello', chat)
  expect(desk.telegram.chat(group)).toHaveLength(6)
})

test('/unbind asks first, and nothing of the account is left in the chat’s queue', async () => {
  const member = await t.member()
  const who = await desk.connected(member)
  expect(await desk.writes(who, '/unbind')).toEqual([expect.stringContaining(`Disconnect this chat from ${member.email}?`)])
  expect(await desk.presses(who, 'unbind:no')).toEqual([expect.stringContaining('stays connected')])
  expect((await infoOf(member)).binding).not.toBe(null)
  await desk.writes(who, '/unbind')
  expect(await desk.presses(who, 'unbind:yes')).toEqual([expect.stringContaining('Disconnected')])
  expect((await infoOf(member)).binding).toBe(null)
  expect(await desk.writes(who, '/usage')).toEqual([expect.stringContaining('Connect your account first')])
})

test('a suspended member is told so and nothing else; a closed account has no chat', async () => {
  const member = await t.member()
  const who = await desk.connected(member)
  await t.ban(member.id)
  expect(await desk.writes(who, '/usage')).toEqual([expect.stringContaining('suspended')])
  expect(await desk.writes(who, '/start')).toEqual([expect.stringContaining('suspended')])
  const leaving = await t.member()
  const left = await desk.connected(leaving)
  expect((await t.close(leaving)).status).toBe(200)
  expect(await desk.writes(left, '/usage')).toEqual([expect.stringContaining('Connect your account first')])
})

test('taking the account back disconnects a chat that was connected since, and no older one', async () => {
  const [robbed, older] = [await t.member(), await t.member()]
  const keeps = await desk.connected(older)
  // The link in the mail about it has ended by then.
  t.travel(8 * 86_400_000)
  const data = { at: t.app.now().toISOString() }
  t.travel(60_000)
  const thief = await desk.connected(robbed)
  for (const { id } of [robbed, older]) {
    await refuseSignIn(t.app, await giveToken(t.database.db, 'not_me', { accountId: id, data, seconds: 600 }, t.app.now()))
  }
  expect(await desk.writes(thief, '/link')).toEqual([expect.stringContaining('Connect your account first')])
  expect(await desk.writes(keeps, '/usage')).toEqual(['You have no plan.'])
})

test('while the bot is off there is no code, no answer, and no such channel on the page of preferences', async () => {
  await desk.set({ 'bot.on': false })
  await t.runJobs()
  const member = await t.member()
  expect((await member.call('POST', '/muser/telegram/code')).body.code).toBe('telegram.off')
  expect((await infoOf(member)).is_on).toBe(false)
  expect((await member.call('GET', '/muser/reminders')).body.channels).not.toContain('telegram')
  expect(desk.telegram.webhook()).toBe(null)
  await desk.set({ 'bot.on': true })
  await t.runJobs()
  expect(desk.telegram.webhook()?.url).toBe(`${t.base}/api/v1/guest/telegram/webhook`)
})

let serial = 0
const alert = (): NewEvent => ({ type: 'usage_alert', data: { threshold: 80 }, cause: `usage_alert ${++serial}` })
const notify = (member: Member, event: NewEvent = alert()) => t.database.transaction((tx) => tell(tx, member.id, event, t.app.now()))
const told = async (who: Person): Promise<string[]> => {
  for (let i = 0; i < 3; i++) await t.runJobs()
  return desk.telegram.chat(who.id).slice(1)
}

test('a reminder says what the mail says, once, in the language of the chat', async () => {
  const member = await t.member()
  const who = await desk.connected(member)
  await notify(member)
  expect(await told(who)).toEqual([expect.stringMatching(/^You’ve used more than 80% of your traffic\n\n.*80%/)])
  expect(desk.telegram.chat(who.id).join()).not.toContain('{{')
  await desk.writes(who, '/language')
  await desk.presses(who, 'language:zh-CN')
  await notify(member)
  expect((await told(who)).at(-1)).toMatch(/80%.*流量|流量.*80%/)
})

test('an answer to a ticket comes whole, and a reply to it reaches the ticket', async () => {
  const [member, staff] = [await t.member(), await t.staff(['tickets.read', 'tickets.write'])]
  const [who, agent] = [await desk.connected(member), await desk.connected(staff)]
  t.travel(1000)
  await desk.writes(who, 'Help')
  await desk.presses(who, 'open:other')
  await t.runJobs()
  await desk.replies(agent, desk.telegram.last(agent.id)!.message_id, 'Try <b>this</b> & that')
  const texts = await told(who)
  expect(texts.at(-1)).toBe('Answer to your ticket Help\n\nTry <b>this</b> & that\n\nReply to this message to answer.')
  expect(texts.filter((text) => text.startsWith('Answer'))).toHaveLength(1)
  expect(await desk.replies(who, desk.telegram.last(who.id)!.message_id, 'Thanks')).toEqual(['Sent.'])
  await t.runJobs()
  expect(desk.telegram.chat(agent.id).at(-1)).toContain('Thanks')
})

test('nothing comes to those who chose so, who have no chat, who blocked the bot, or whose matter is over', async () => {
  const off = await t.member()
  const quiet = await desk.connected(off)
  const choices = [{ kind: 'usage', channel: 'telegram', on: false }]
  expect((await off.call('POST', '/muser/reminders/save', { choices })).body.channels).toContain('telegram')
  await notify(off)
  expect(await told(quiet)).toEqual([])

  const blocking = await t.member()
  const blocked = await desk.connected(blocking)
  desk.telegram.blocked.add(blocked.id)
  await notify(blocking)
  expect(await told(blocked)).toEqual([])
  expect((await blocking.call('GET', '/muser/telegram/getBotInfo')).body.binding.is_blocked).toBe(true)
  await notify(blocking)
  await told(blocked)
  expect(desk.telegram.called('sendMessage').filter((data) => data['chat_id'] === blocked.id)).toHaveLength(2)

  const over = await t.member()
  const done = await desk.connected(over)
  const event = alert()
  await notify(over, event)
  await t.database.transaction((tx) => endEvents(tx, [{ accountId: over.id, cause: event.cause }], t.app.now()))
  expect(await told(done)).toEqual([])

  const stranger = await t.member()
  await notify(stranger)
  await t.runJobs()
  const { rows } = await t.database.pool.query(
    `select delivered_at is not null as done from event_deliveries d join events e on e.id = d.event_id
     where d.channel = 'telegram' and e.account_id = $1`,
    [stranger.id],
  )
  expect(rows).toEqual([{ done: true }])
})

test('during the quiet hours it waits until they end', async () => {
  const member = await t.member()
  const who = await desk.connected(member)
  const minute = t.app.now().getUTCHours() * 60 + t.app.now().getUTCMinutes()
  const quiet = { from: (minute + 1439) % 1440, until: (minute + 30) % 1440, zone: 'UTC' }
  expect((await member.call('POST', '/muser/reminders/save', { quiet })).status).toBe(200)
  await notify(member)
  expect(await told(who)).toEqual([])
  t.travel(32 * 60_000)
  await t.asOwner(`update graphile_worker._private_jobs set run_at = now()`)
  expect(t.app.channels.map(({ name }) => name)).toContain('telegram')
  const { createJobs } = await import('../build-app.ts')
  await createJobs(t.app)
    .find(({ name }) => name === 'deliver_telegram_bulk')
    ?.work(null)
  expect(await told(who)).toHaveLength(1)
})
