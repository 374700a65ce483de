import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { openTelegram } from '../../test/telegram-desk.ts'
import { createJobs } from '../build-app.ts'
import { sealStored } from '../stored-secrets.ts'
import { readBot } from './bot-state.ts'
import { handleDue } from './handle-due.ts'
import { telegramMessages } from './telegram.table.ts'

const t = await forFile(startApp())
const desk = await forFile(openTelegram(t))

const stored = async (): Promise<number> => Number((await t.database.pool.query('select count(*) from telegram_updates')).rows[0].count)

test('a call without the secret, or with another one, and bodies that are too large, no JSON or no update leave nothing', async () => {
  const { telegram } = desk
  const before = await stored()
  const update = telegram.textOf(desk.person(), '/start')
  const real = telegram.webhook()!.secret
  for (const secret of ['', 'x', real.slice(0, -1), `${real}x`, real.toUpperCase(), '4242:AAtest-token-of-thirty-five-letters']) {
    expect(await telegram.deliver(update, { 'x-telegram-bot-api-secret-token': secret })).toBe(404)
  }
  const { url } = telegram.webhook()!
  expect((await fetch(`${url}?access_token=x&secret_token=${real}`, { method: 'POST', body: JSON.stringify(update) })).status).toBe(404)
  const post = async (body: string): Promise<number> =>
    (await fetch(url, { method: 'POST', body, headers: { 'x-telegram-bot-api-secret-token': real } })).status
  expect(await post('x'.repeat(300_000))).toBe(413)
  expect(await post('{"update_id": 1')).toBe(400)
  // A wrong shape is not sent again.
  for (const body of ['{}', '{"update_id": "7"}', '{"update_id": -1, "message": {}}', '{"update_id": 5, "poll": {}}'])
    expect(await post(body)).toBe(200)
  expect((await fetch(url)).status).not.toBe(200)
  expect(await stored()).toBe(before)
  expect(await telegram.deliver(update)).toBe(200)
  expect(await stored()).toBe(before + 1)
})

test('the secret is random, sealed in the database, and new with each setting of the webhook', async () => {
  const first = desk.telegram.webhook()!.secret
  expect(first).toMatch(/^[\w-]{43}$/)
  expect((await readBot(t.database.db))?.webhookSecret).toMatch(/^sealed:1:/)
  await desk.admin.call('POST', '/admin/telegram/test')
  expect(desk.telegram.webhook()!.secret).not.toBe(first)
  await sealStored(t.database)
  expect(await desk.telegram.deliver(desk.telegram.textOf(desk.person(), '/start'))).toBe(200)
})

test('twenty updates at once, each to two processes and once more afterwards: each is handled once, those of one chat in their order', async () => {
  const second = await startApp({ on: { ownerUrl: t.ownerUrl, serverUrl: t.database.url, drop: async () => {} } })
  const member = await t.member()
  const [who, strangers] = [await desk.connected(member), Array.from({ length: 10 }, () => desk.person())]
  const told = desk.telegram.chat(who.id).length
  const own = Array.from({ length: 10 }, (_, i) => (i % 2 ? '/usage' : '/language'))
  const updates = [...own.map((text) => desk.telegram.textOf(who, text)), ...strangers.map((one) => desk.telegram.textOf(one, '/start'))]
  const { url, secret } = desk.telegram.webhook()!
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
  const other = url.replace(t.base, second.base)
  // Each update goes to both processes.
  const posts = updates.flatMap((update) => [url, other].map((to) => fetch(to, { method: 'POST', headers, body: JSON.stringify(update) })))
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(posts.map(() => 200))
  await Promise.all([t.runJobs(), second.runJobs(), t.runJobs(), second.runJobs()])
  for (const update of updates) await desk.telegram.deliver(update)
  await t.runJobs()
  const answers = desk.telegram.chat(who.id).slice(told)
  expect(answers.map((text) => (text.includes('语言') ? '/language' : '/usage'))).toEqual(own)
  for (const stranger of strangers) expect(desk.telegram.chat(stranger.id)).toHaveLength(1)
  await second.stop()
})

test('an update that fails is tried again and given up; only its own chat waits, and only for the second try', async () => {
  const [broken, fine] = [desk.person(), desk.person()]
  await desk.telegram.deliver(desk.telegram.textOf(broken, 'bad'))
  await desk.telegram.deliver(desk.telegram.textOf(broken, 'next'))
  await desk.telegram.deliver(desk.telegram.textOf(fine, 'x'))
  const seen: string[] = []
  const handle = async (update: object): Promise<void> => {
    const { text } = (update as { message: { text: string } }).message
    seen.push(text)
    if (text === 'bad') throw new Error('cannot')
  }
  await handleDue(t.app, handle)
  expect(seen).toEqual(['bad', 'x'])
  for (let i = 0; i < 6; i++) {
    t.travel(200_000)
    await handleDue(t.app, handle)
  }
  expect(seen).toEqual(['bad', 'x', 'bad', 'next', 'bad', 'bad'])
})

test('a process that dies while it handles an update leaves it to another, after a while', async () => {
  const who = desk.person()
  await desk.telegram.deliver(desk.telegram.textOf(who, '/start'))
  const dead = new Promise<never>(() => {})
  void handleDue(t.app, () => dead).catch(() => {})
  await expect
    .poll(async () => (await t.database.pool.query(`select max(tries) from telegram_updates where chat_id = $1`, [who.id])).rows[0].max)
    .toBe(1)
  await t.runJobs()
  expect(desk.telegram.chat(who.id)).toEqual([])
  t.travel(121_000)
  await t.runJobs()
  expect(desk.telegram.chat(who.id)).toHaveLength(1)
})

test('while Telegram wants a pause for a chat, that chat waits as long as it says, and others do not', async () => {
  const [slow, quick] = [desk.person(), desk.person()]
  desk.telegram.limits.set(slow.id, { times: 1, seconds: 600 })
  await desk.writes(slow, '/start')
  await desk.writes(slow, '/usage')
  expect(await desk.writes(quick, '/start')).toHaveLength(1)
  expect(desk.telegram.chat(slow.id)).toEqual([])
  t.travel(500_000)
  await t.runJobs()
  expect(desk.telegram.chat(slow.id)).toEqual([])
  const asked = desk.telegram.called('sendMessage').filter((data) => data['chat_id'] === slow.id).length
  expect(asked).toBe(1)
  t.travel(100_000)
  await t.runJobs()
  expect(desk.telegram.chat(slow.id)).toEqual([
    expect.stringContaining('isn’t connected'),
    expect.stringContaining('Connect your account first'),
  ])
})

test('while Telegram is down messages wait, and each arrives once', async () => {
  const who = desk.person()
  const down = { status: 502, body: { ok: false, error_code: 502, description: 'Bad Gateway' } }
  desk.telegram.faults.push(down, down)
  await desk.writes(who, '/start')
  expect(desk.telegram.chat(who.id)).toEqual([])
  for (let i = 0; i < 3; i++) {
    t.travel(10_000)
    await t.runJobs()
  }
  expect(desk.telegram.chat(who.id)).toHaveLength(1)
})

test('a message that Telegram cannot take holds up the later ones of its chat for three tries only', async () => {
  const who = desk.person()
  const down = { status: 500, body: { ok: false, error_code: 500, description: 'Internal Server Error' } }
  await desk.writes(who, '/start')
  desk.telegram.faults.push(down)
  await desk.writes(who, '/start')
  for (const pause of [3000, 5000]) {
    desk.telegram.faults.push(down)
    t.travel(pause)
    await desk.writes(who, '/start')
  }
  await t.runJobs()
  expect(desk.telegram.chat(who.id)).toHaveLength(3)
  t.travel(600_000)
  await t.runJobs()
  expect(desk.telegram.chat(who.id)).toHaveLength(4)
})

test('a group that becomes a supergroup is followed, and its message sent again; one that refuses the bot waits for staff', async () => {
  const [old, now] = [-100_200, -1_009_876_500_001]
  await desk.set({ 'bot.alert_chat': String(old), 'bot.group': String(old) })
  const node = await t.node({ name: 'Tokyo 01' })
  const fall = async (minutes: number) => {
    await t.database.pool.query('update outages set ended_at = $1 where ended_at is null', [t.app.now()])
    await t.database.pool.query("insert into outages (node_id, began_at, reason) values ($1, $2, 'silent')", [node.id, t.app.now()])
    t.travel(minutes * 60_000)
    await t.runJobs()
  }
  desk.telegram.moved.set(old, now)
  await fall(1)
  expect(desk.telegram.chat(now)).toEqual([expect.stringContaining('Tokyo 01')])
  expect([t.app.settings()['bot.alert_chat'], t.app.settings()['bot.group']]).toEqual([String(now), String(now)])
  const { rows } = await t.database.pool.query(
    "select actor_kind, actor_name from audit_log where action = 'settings.save' order by id desc limit 1",
  )
  expect(rows).toEqual([{ actor_kind: 'job', actor_name: 'follow_telegram_group' }])
  const needs = async () =>
    (await desk.admin.call('GET', '/admin/overview/needs')).body.items?.filter(({ kind }: { kind: string }) => kind === 'bot_refused')
  expect(await needs()).toEqual([])
  desk.telegram.blocked.add(now)
  await fall(2)
  expect(await needs()).toEqual([expect.objectContaining({ count: 1, names: [`${now}: Forbidden: bot was blocked by the user`] })])
  desk.telegram.blocked.delete(now)
  await fall(3)
  expect(await needs()).toEqual([])
})

test('a member who blocks the bot is shown so in the profile, until they write again', async () => {
  const member = await t.member()
  const who = await desk.connected(member)
  const isBlocked = async () => (await member.call('GET', '/muser/telegram/getBotInfo')).body.binding.is_blocked
  desk.telegram.blocked.add(who.id)
  await desk.writes(who, '/usage')
  expect(await isBlocked()).toBe(true)
  desk.telegram.blocked.delete(who.id)
  t.travel(1000)
  expect(await desk.writes(who, '/usage')).toHaveLength(1)
  expect(await isBlocked()).toBe(false)
})

test('what was sent is not kept; updates are forgotten after three days, messages after half a year', async () => {
  const rows = await t.database.db.select().from(telegramMessages)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ doneAt, data }) => doneAt !== null && data !== null)).toEqual([])
  const { rows: updates } = await t.database.pool.query('select 1 from telegram_updates where done_at is not null and data is not null')
  expect(updates).toEqual([])
  const job = createJobs(t.app).find(({ name }) => name === 'drop_old_telegram')!
  t.travel(4 * 86_400_000)
  await job.work(null)
  expect(await stored()).toBe(0)
  expect((await t.database.db.select().from(telegramMessages)).length).toBeGreaterThan(0)
  t.travel(180 * 86_400_000)
  await job.work(null)
  expect(await t.database.db.select().from(telegramMessages)).toEqual([])
})
