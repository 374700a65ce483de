import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { tell } from '../events/tell.ts'
import { mayReach } from './may-reach.ts'
import { quietUntil } from './quiet-until.ts'
import { quietHours, reminderChoices } from './reminders.table.ts'

const t = await forFile(startApp())
const mailbox = await forFile(openMailbox(t))

const read = async (member: Member) => (await member.call('GET', '/muser/reminders')).body
const save = (member: Member, body: Record<string, unknown>) => member.call('POST', '/muser/reminders/save', body)
const onFor = async (member: Member, kind: string) =>
  (await read(member)).kinds.find((one: { kind: string }) => one.kind === kind).on as string[]
const remind = (member: Member) =>
  t.database.transaction((tx) =>
    tell(tx, member.id, { type: 'usage_alert', cause: 'usage_alert 80', data: { threshold: 80 } }, t.app.now()),
  )
/** The token in the link of a member's newest mail. */
async function linkOf(member: Member): Promise<{ token: string; oneClick: string }> {
  await remind(member)
  const mail = await mailbox.mailTo(member.email)
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  return { token: /#stop\.([\w-]+)/.exec(mail.text ?? '')![1]!, oneClick: header.slice(1, -1) }
}

test('a member sees the defaults, changes some, and finds them again', async () => {
  const [member, other] = [await t.member(), await t.member()]
  expect(await read(member)).toMatchObject({
    channels: ['mail', 'push'],
    quiet: null,
    mail: { is_set_up: true, address: member.email, bounced_at: null },
    push: { key: expect.stringMatching(/^B[\w-]{86}$/), devices: [] },
  })
  expect([await onFor(member, 'expiry'), await onFor(member, 'outage')]).toEqual([
    ['mail', 'push', 'telegram'],
    ['push', 'telegram'],
  ])
  const quiet = { from: 1320, until: 480, zone: 'Asia/Shanghai' }
  const choices = [
    { kind: 'expiry', channel: 'mail', on: false },
    { kind: 'outage', channel: 'mail', on: true },
  ]
  const saved = await save(member, { choices, quiet })
  expect(saved.body).toEqual(await read(member))
  expect([await onFor(member, 'expiry'), await onFor(member, 'outage')]).toEqual([
    ['push', 'telegram'],
    ['mail', 'push', 'telegram'],
  ])
  await save(member, { choices: [{ kind: 'expiry', channel: 'mail', on: true }] })
  expect(await read(member)).toMatchObject({ quiet })
  await save(member, { quiet: null })
  expect(await read(member)).toMatchObject({ quiet: null })
  expect(await onFor(other, 'outage')).toEqual(['push', 'telegram'])
})

test('many changes of the same boxes at once do not fail', async () => {
  const member = await t.member()
  const choices = ['expiry', 'usage', 'order'].map((kind) => ({ kind, channel: 'mail', on: false }))
  const answers = await atOnce((n) =>
    save(member, { choices: n % 2 ? choices : choices.toReversed(), quiet: { from: n, until: 600, zone: 'UTC' } }),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
})

test.each([
  { quiet: { from: 0, until: 0, zone: 'UTC' } },
  { quiet: { from: 0, until: 1440, zone: 'UTC' } },
  { quiet: { from: 0, until: 60, zone: 'Mars/Olympus' } },
  { choices: [{ kind: 'weather', channel: 'mail', on: true }] },
  { choices: [{ kind: 'expiry', channel: 'fax', on: true }] },
])('%j is refused', async (body) => {
  expect((await save(await t.member(), body)).status).toBe(422)
})

test('one click in the mail program stops that kind of mail: a form without signature, session or page', async () => {
  const member = await t.member()
  const { oneClick } = await linkOf(member)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (let times = 0; times < 2; times++) {
    const answer = await fetch(oneClick, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
    expect(answer.status).toBe(200)
  }
  expect([await onFor(member, 'usage'), await onFor(member, 'expiry')]).toEqual([
    ['push', 'telegram'],
    ['mail', 'push', 'telegram'],
  ])
})

test('it also works while signatures and encryption are required, or the site is closed', async () => {
  const owner = await t.admin()
  const member = await t.member()
  const { oneClick } = await linkOf(member)
  await owner.call('PATCH', '/admin/settings', { 'site.closed': true })
  expect((await fetch(oneClick, { method: 'POST' })).status).toBe(200)
  await owner.call('PATCH', '/admin/settings', { 'site.closed': false })
  expect(await onFor(member, 'usage')).not.toContain('mail')
})

test('opening the link changes nothing: it leads to a page with a button', async () => {
  const member = await t.member()
  const { oneClick, token } = await linkOf(member)
  const opened = await fetch(oneClick, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/undo#stop.${token}`])
  expect((await t.call('GET', '/reminders/stop', { token })).body).toEqual({ kind: 'usage', on: true })
  expect(await onFor(member, 'usage')).toContain('mail')
  expect((await t.call('POST', '/reminders/stop', { token, on: false })).body).toEqual({ kind: 'usage', on: false })
  expect(await onFor(member, 'usage')).not.toContain('mail')
  expect((await t.call('POST', '/reminders/stop', { token, on: true })).body).toEqual({ kind: 'usage', on: true })
  expect(await onFor(member, 'usage')).toContain('mail')
})

test('a link is for its own member and kind, and a forged one for nobody', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const { token } = await linkOf(member)
  const mac = token.slice(-32)
  const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const forged of [
    `${other.id}-usage-${mac}`,
    `${member.id}-expiry-${mac}`,
    `${member.id}-usage-${'A'.repeat(32)}`,
    flipped,
    'nonsense-link',
  ]) {
    expect((await t.call('GET', '/reminders/stop', { token: forged })).status, forged).toBe(404)
    expect((await t.call('POST', '/reminders/stop', { token: forged, on: false })).status, forged).toBe(404)
    expect((await fetch(`${t.base}/api/v1/reminders/stop/${forged}`, { method: 'POST' })).status, forged).toBe(404)
  }
  for (const one of [member, other]) expect(await onFor(one, 'usage')).toContain('mail')
})

test('a member tests their mail, and reads why it cannot be sent', async () => {
  const member = await t.member()
  expect((await member.call('POST', '/muser/reminders/test', { channel: 'mail' })).body).toEqual({ reached: 1 })
  expect((await mailbox.mailTo(member.email)).subject).toBe('Test from Portico')
  await t.database.pool.query('delete from identities where account_id = $1', [member.id])
  expect((await member.call('POST', '/muser/reminders/test', { channel: 'mail' })).body.code).toBe('reminder.unreachable')
})

test('what a member chose goes when they close the account', async () => {
  const member = await t.member()
  // Hours that are not now, or the mail would wait for their end.
  const from = ((t.app.now().getUTCHours() + 12) % 24) * 60
  await save(member, { choices: [{ kind: 'expiry', channel: 'mail', on: false }], quiet: { from, until: from + 59, zone: 'UTC' } })
  const { token } = await linkOf(member)
  const closed = await t.close(member)
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  const { rows } = await t.database.pool.query(
    `select (select count(*) from reminder_choices where account_id = $1)::int + (select count(*) from quiet_hours where account_id = $1)::int as n`,
    [member.id],
  )
  expect(rows).toEqual([{ n: 0 }])
  expect((await t.call('POST', '/reminders/stop', { token, on: false })).status).toBe(404)
})

const at = (time: string): Date => new Date(time)
const expiry = { kind: 'expiry', channel: 'mail' } as const
const reach = (accountId: number, now = t.app.now(), asked: { kind: 'expiry' | 'payment' | 'outage'; channel: 'mail' | 'push' } = expiry) =>
  mayReach(t.database.db, { accountId, ...asked }, now)

test('a member is reminded by default, of what asks for something', async () => {
  const { id } = await t.member()
  expect(await reach(id)).toBe(true)
  expect(await reach(id, t.app.now(), { kind: 'outage', channel: 'mail' })).toBe(false)
  expect(await reach(id, t.app.now(), { kind: 'outage', channel: 'push' })).toBe(true)
})

test('what a member switched off on one channel stays on on the other; a suspended, closed or unknown account is never reminded', async () => {
  const [{ id }, other] = [await t.member(), await t.member()]
  await t.database.db.insert(reminderChoices).values({ accountId: id, ...expiry, isOn: false })
  expect(await reach(id)).toBe(false)
  expect(await reach(id, t.app.now(), { kind: 'expiry', channel: 'push' })).toBe(true)
  expect(await reach(other.id)).toBe(true)
  const [banned, closed] = [await t.member(), await t.member()]
  await t.ban(banned.id)
  await t.database.pool.query('update accounts set closed_at = now() where id = $1', [closed.id])
  expect([await reach(banned.id), await reach(closed.id), await reach(999_999)]).toEqual([false, false, false])
})

test('in the quiet hours a reminder waits for their end, unless it is about a payment', async () => {
  const { id } = await t.member()
  await t.database.db.insert(quietHours).values({ accountId: id, from: 22 * 60, until: 8 * 60, zone: 'Asia/Shanghai' })
  const night = at('2026-11-22T16:30:00Z')
  expect(await reach(id, night)).toEqual({ later: at('2026-11-23T00:00:00Z') })
  expect(await reach(id, at('2026-11-23T00:00:00Z'))).toBe(true)
  expect(await reach(id, night, { kind: 'payment', channel: 'mail' })).toBe(true)
})

test('quiet hours follow the clock of their zone, over midnight and through changes of the clock', () => {
  const night = { from: 22 * 60, until: 8 * 60, zone: 'Europe/Berlin' }
  expect(quietUntil(night, at('2026-01-10T20:59:00Z'))).toBeNull()
  expect(quietUntil(night, at('2026-01-10T21:00:00Z'))).toEqual(at('2026-01-11T07:00:00Z'))
  expect(quietUntil(night, at('2026-01-11T06:59:00Z'))).toEqual(at('2026-01-11T07:00:00Z'))
  expect(quietUntil(night, at('2026-01-11T07:00:00Z'))).toBeNull()
  // The clock goes forward in this night, and back in the other.
  expect(quietUntil(night, at('2026-03-28T22:00:00Z'))).toEqual(at('2026-03-29T06:00:00Z'))
  expect(quietUntil(night, at('2026-10-24T21:00:00Z'))).toEqual(at('2026-10-25T07:00:00Z'))
  const noon = { from: 12 * 60, until: 13 * 60 + 30, zone: 'UTC' }
  expect(quietUntil(noon, at('2026-01-10T12:10:00Z'))).toEqual(at('2026-01-10T13:30:00Z'))
  expect(quietUntil(noon, at('2026-01-10T13:30:00Z'))).toBeNull()
})
