import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { openTelegram } from '../../test/telegram-desk.ts'
import { TOKEN } from '../../test/telegram-server.ts'
import { startPolling } from './poll-updates.ts'

const t = await forFile(startApp())
const desk = await forFile(openTelegram(t, { mode: 'polling' }))

const secondProcess = () => startApp({ on: { ownerUrl: t.ownerUrl, serverUrl: t.database.url, drop: async () => {} } })
const tried = async () => (await desk.admin.call('POST', '/admin/telegram/test')).body

test('without a public address the bot asks for updates, and confirms what it has stored', async () => {
  const polling = startPolling(t.app)
  const [who, member] = [desk.person(), await t.member()]
  const code = await desk.code(member)
  await expect.poll(() => desk.telegram.called('getUpdates').length).toBeGreaterThan(0)
  desk.telegram.queue(desk.telegram.textOf(who, `/start ${code}`), desk.telegram.textOf(who, '/language'), {
    update_id: desk.telegram.textOf(who, '').update_id,
    poll: {},
  })
  await expect.poll(() => desk.telegram.waiting()).toBe(0)
  await t.runJobs()
  expect(desk.telegram.chat(who.id)).toEqual([expect.stringContaining('Connected'), expect.stringContaining('Choose a language')])
  await polling.stop()
})

test('of two processes one asks; when it stops, the other one does', async () => {
  const second = await secondProcess()
  const [one, two] = [startPolling(t.app), startPolling(second.app)]
  await expect.poll(() => desk.telegram.called('getUpdates').length).toBeGreaterThan(1)
  const people = Array.from({ length: 20 }, () => desk.person())
  desk.telegram.queue(...people.map((who) => desk.telegram.textOf(who, '/start')))
  await expect.poll(() => desk.telegram.waiting()).toBe(0)
  await Promise.all([t.runJobs(), second.runJobs()])
  await t.runJobs()
  for (const { id } of people) expect(desk.telegram.chat(id)).toHaveLength(1)
  expect(desk.telegram.mostPolls()).toBe(1)
  await one.stop()
  const late = desk.person()
  desk.telegram.queue(desk.telegram.textOf(late, '/start'))
  await expect.poll(() => desk.telegram.waiting()).toBe(0)
  await second.runJobs()
  expect(desk.telegram.chat(late.id)).toHaveLength(1)
  await two.stop()
  await second.stop()
})

test('the webhook is set and removed as the settings say', async () => {
  expect(desk.telegram.webhook()).toBe(null)
  await desk.set({ 'bot.mode': 'webhook' })
  await t.runJobs()
  expect(desk.telegram.webhook()?.url).toBe(`${t.base}/api/v1/guest/telegram/webhook`)
  const update = desk.telegram.textOf(desk.person(), '/start')
  expect(await desk.telegram.deliver(update)).toBe(200)
  const { url, secret } = desk.telegram.webhook()!
  await desk.set({ 'bot.mode': 'polling' })
  await t.runJobs()
  expect(desk.telegram.webhook()).toBe(null)
  const late = await fetch(url, { method: 'POST', body: JSON.stringify(update), headers: { 'x-telegram-bot-api-secret-token': secret } })
  expect(late.status).toBe(404)
  // Nothing changed, so Telegram is not told again.
  const told = desk.telegram.called('deleteWebhook').length
  await t.runJobs()
  expect(desk.telegram.called('deleteWebhook')).toHaveLength(told)
})

test('the bot introduces itself with the operator’s words in both languages, and keeps its own as long as there are none', async () => {
  expect(desk.telegram.called('setMyDescription')).toEqual([])
  await desk.set({ 'brand.intro': 'Calm and fast.', 'brand.intro_zh': '又快又稳。' })
  await t.runJobs()
  expect(desk.telegram.called('setMyDescription')).toEqual([
    { description: 'Calm and fast.' },
    { description: '又快又稳。', language_code: 'zh' },
  ])
  expect(desk.telegram.called('setMyShortDescription')).toHaveLength(2)
})

test('the test in the console says who the bot is, or exactly what is wrong', async () => {
  const bot = { username: 'portico_test_bot', name: 'Portico' }
  expect(await tried()).toEqual({ fault: null, detail: null, ...bot })
  desk.telegram.revoke()
  expect(await tried()).toMatchObject({ fault: 'bad_token', detail: 'Unauthorized' })
  desk.telegram.renew()
  await desk.set({ 'bot.on': false })
  expect(await tried()).toEqual({ fault: 'off', detail: null, ...bot })
  await desk.set({ 'bot.on': true, 'bot.mode': 'webhook' })
  desk.telegram.complain('Wrong response from the webhook: 502 Bad Gateway')
  expect(await tried()).toEqual({ fault: null, detail: 'Wrong response from the webhook: 502 Bad Gateway', ...bot })
  await desk.set({ 'bot.mode': 'polling', 'bot.api_url': t.base, 'bot.token': TOKEN })
  expect(await tried()).toMatchObject({ fault: 'unusable' })
  await desk.set({ 'bot.api_url': 'http://127.0.0.1:9', 'bot.token': TOKEN })
  expect(await tried()).toMatchObject({ fault: 'unreachable' })
  // Whoever moves the server does not get the token.
  await desk.set({ 'bot.api_url': desk.telegram.url })
  expect(await tried()).toMatchObject({ fault: 'no_token' })
  const bad = await desk.set({ 'bot.token': 'not a token' })
  expect([bad.status, bad.body.errors]).toEqual([422, { 'bot.token': [expect.stringContaining('isn’t a token')] }])
  expect((await desk.set({ 'bot.api_url': 'http://169.254.169.254' })).status).toBe(422)
  expect((await (await t.staff('finance')).call('POST', '/admin/telegram/test')).status).toBe(404)
})
