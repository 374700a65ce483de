import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { MovingStep } from '@portico/contract/moving-admin'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { json, listen } from '../../test/gateways/listen.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { selfSigned } from '../../test/self-signed.ts'
import { openTelegram } from '../../test/telegram-desk.ts'
import { messages } from '../messages/messages.table.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { hashPassword } from '../accounts/password.ts'
import { imports } from '../imports/imports.table.ts'
import { links } from '../links/links.table.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import { allowPrivate } from '../outgoing/private-addresses.ts'
import { TOKEN } from '../../test/telegram-server.ts'
import { startPolling } from '../telegram/poll-updates.ts'

const t = await forFile(startApp())
const owner = await t.admin()
// Tests share a process: no more than the places that are asked.
allowPrivate([new URL(t.base).host])

const CHECKLIST = '/admin/moving/checklist'
async function step(name: string): Promise<MovingStep> {
  const { status, body } = await owner.call('GET', CHECKLIST)
  expect(status).toBe(200)
  return body.items.find((one: MovingStep) => one.name === name)
}

test('a step is open until staff say that it is done, and can be opened again', async () => {
  expect(await step('old_panel')).toMatchObject({ state: 'open', finding: null, told_at: null })
  expect((await owner.call('PUT', `${CHECKLIST}/old_panel`, { done: true })).status).toBe(200)
  expect((await owner.call('PUT', `${CHECKLIST}/old_panel`, { done: true })).status, 'twice').toBe(200)
  expect(await step('old_panel')).toMatchObject({ state: 'told', told_at: expect.any(String) })
  await owner.call('PUT', `${CHECKLIST}/old_panel`, { done: false })
  expect(await step('old_panel')).toMatchObject({ state: 'open', told_at: null })
  expect((await owner.call('PUT', `${CHECKLIST}/tea`, { done: true })).status).toBe(404)
  expect((await (await t.staff('network')).call('GET', CHECKLIST)).status).toBe(404)
})

test('mail is seen once a mail server took one, and not after it refused the next', async () => {
  expect(await step('mail')).toMatchObject({ state: 'open', finding: 'mail_missing' })
  await owner.call('PATCH', '/admin/settings', { 'mail.host': 'smtp.example.com', 'mail.from': 'portal@example.com' })
  expect(await step('mail')).toMatchObject({ state: 'open', finding: 'mail_untried' })
  const mail = { channel: 'email', recipient: 'a@example.com', template: 'test', language: 'en', data: {} } as const
  const sent = async (taken: boolean) => {
    t.travel(1000)
    const at = t.app.now()
    const how = taken ? ({ status: 'sent', sentAt: at } as const) : ({ status: 'failed', fault: 'refused' } as const)
    await t.database.db.insert(messages).values({ ...mail, at, nextTryAt: at, expiresAt: at, ...how })
  }
  await sent(true)
  expect(await step('mail')).toMatchObject({ state: 'seen', finding: 'mail_sent', at: expect.any(String) })
  await sent(false)
  expect(await step('mail')).toMatchObject({ state: 'open', finding: 'mail_failed' })
})

test('an address leads here only if this very site answers there', async () => {
  const panel = await forFile(listen(() => json({ proof: 'x'.repeat(43) })))
  const badly = createServer(selfSigned(), (_, answer) => answer.end('{}'))
  await new Promise<void>((done) => badly.listen(0, '127.0.0.1', done))
  const port = (badly.address() as AddressInfo).port
  allowPrivate([new URL(panel.url).host, `127.0.0.1:${port}`])
  const origins = [panel.url, `https://127.0.0.1:${port}`, 'nowhere.invalid', 'http://10.0.0.1']
  const { status, body } = await owner.call('PUT', '/admin/moving/addresses', { origins })
  badly.close()
  expect(status).toBe(200)
  const found = Object.fromEntries(body.addresses.map((one: { origin: string; finding: string }) => [one.origin, one.finding]))
  expect(found).toMatchObject({
    [t.base]: 'here',
    [panel.url]: 'elsewhere',
    [`https://127.0.0.1:${port}`]: 'bad_certificate',
    'http://10.0.0.1': 'private',
  })
  // Without a network, a name is not found either.
  expect(['no_name', 'silent']).toContain(found['https://nowhere.invalid'])
  expect(await step('domains')).toMatchObject({ state: 'open', n: 1, of: 5 })

  await owner.call('PUT', '/admin/moving/addresses', { origins: [] })
  expect(await step('domains'), 'only the site itself').toMatchObject({ state: 'seen', n: 1, of: 1 })
  expect(await step('certificates'), 'it is not encrypted').toMatchObject({ state: 'open', n: 0, of: 1 })
  const refused = await owner.call('PUT', '/admin/moving/addresses', { origins: ['sub.example.com/path'] })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['origins.0']])
})

test('node programs are seen once each node has called', async () => {
  expect(await step('nodes')).toMatchObject({ state: 'open', finding: 'nodes_none' })
  const [one, other] = [await t.node(), await t.node()]
  await one.pull('user')
  await expect.poll(() => step('nodes')).toMatchObject({ state: 'open', finding: 'nodes_calling', n: 1, of: 2 })
  await other.pull('user')
  await expect.poll(() => step('nodes')).toMatchObject({ state: 'seen', n: 2, of: 2 })
})

test('a bot that another panel uses too is no bot of this site', async () => {
  expect(await step('bot')).toMatchObject({ state: 'open', finding: 'bot_off' })
  const desk = await forFile(openTelegram(t, { mode: 'polling' }))
  expect(await step('bot')).toMatchObject({ state: 'seen', finding: 'bot_alone' })
  const description = 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'
  desk.telegram.faults.push({ status: 409, body: { ok: false, error_code: 409, description } })
  const polling = startPolling(t.app)
  await expect.poll(() => desk.telegram.faults).toEqual([])
  await expect.poll(() => step('bot')).toMatchObject({ state: 'open', finding: 'bot_shared', at: expect.any(String) })
  await polling.stop()
  t.travel(180_000)
  expect(await step('bot'), 'it has not been told of the other for minutes').toMatchObject({ state: 'seen' })
  await fetch(`${desk.telegram.url}/bot${TOKEN}/setWebhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://panel.example.com/hook', secret_token: 'x' }),
  })
  expect(await step('bot'), 'the panel set its own address').toMatchObject({ state: 'open', finding: 'bot_shared' })
})

const ran = { source: 'v2board', fromName: 'dump.sql', options: {}, choices: {} } as const

test('a run whose process was killed is told once it has said nothing for a minute, one that is alive is not', async () => {
  const startedAt = t.app.now()
  await t.database.db.insert(imports).values({ ...ran, action: 'move', state: 'running', step: 'reading', startedAt, seenAt: startedAt })
  const [last] = await t.database.db.select().from(imports)
  const state = async () => (await owner.call('GET', `/admin/imports/${last!.id}`)).body
  await t.work('end_killed_imports')
  expect(await state()).toMatchObject({ state: 'running' })
  t.travel(61_000)
  await t.work('end_killed_imports')
  expect(await state()).toMatchObject({ state: 'failed', step: null, ended_at: expect.any(String), fault: expect.stringMatching(/\w/) })
})

test('after a move, links, passwords and tickets are counted from what is there', async () => {
  const { db } = t.database
  const after = async () => (await owner.call('GET', '/admin/moving/after')).body
  expect(await after(), 'nothing was moved').toBe('null')
  const [one, other] = [await t.member(), await t.member()]
  const createdAt = t.app.now()
  await db
    .update(accounts)
    .set({ passwordHash: `{md5}${'0'.repeat(32)}` })
    .where(inArray(accounts.id, [one.id, other.id]))
  const source = { name: 'Old', kind: 'token', paths: [{ path: '/old/{token}', format: null }], ends_at: null }
  const { id: sourceId } = (await owner.call('POST', '/admin/link-sources', source)).body
  await db.insert(links).values([one, other].map(({ id: accountId }) => ({ sourceId, accountId, token: `token-${accountId}`, createdAt })))
  t.travel(1000)
  const endedAt = t.app.now()
  await db.insert(imports).values({ ...ran, action: 'move', state: 'done', startedAt: createdAt, seenAt: endedAt, endedAt })
  const moved = (await after()).passwords.members
  expect(await after()).toMatchObject({ moved_at: endedAt.toISOString(), links: { members: 2, seen: 0, seen_today: 0 }, tickets: [] })

  t.travel(1000)
  await fetch(`${t.base}/old/token-${one.id}`)
  await db
    .update(accounts)
    .set({ passwordHash: await hashPassword('a new one') })
    .where(eq(accounts.id, one.id))
  await t.member()
  const asked = { accountId: one.id, kind: 'connection', level: 'low', subject: 'Help', text: 'Hello' } as const
  await openTicket(t.database, asked, t.app.now())
  await expect.poll(after).toMatchObject({
    links: { members: 2, seen: 1, seen_today: 1 },
    passwords: { members: moved, used: 1 },
    tickets: [{ kind: 'connection', total: 1, open: 1 }],
  })
})
