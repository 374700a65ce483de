import { expect, test } from 'vitest'
import type { NewEvent } from '../events/tell.ts'
import { endEvents } from '../events/end-events.ts'
import { tell } from '../events/tell.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { openTelegram, type Person } from '../../test/telegram-desk.ts'

const t = await forFile(startApp())
const desk = await forFile(openTelegram(t))

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
    .find(({ name }) => name === 'deliver_telegram')
    ?.work(null)
  expect(await told(who)).toHaveLength(1)
})

test('while the bot is off, the page of preferences has no such channel', async () => {
  await desk.set({ 'bot.on': false })
  const member = await t.member()
  expect((await member.call('GET', '/muser/reminders')).body.channels).not.toContain('telegram')
  await desk.set({ 'bot.on': true })
})
