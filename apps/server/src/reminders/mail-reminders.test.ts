import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../test/mailbox.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { endEvents } from '../events/end-events.ts'
import { eventDeliveries, events } from '../events/events.table.ts'
import { type NewEvent, tell } from '../events/tell.ts'
import { messages } from '../messages/messages.table.ts'
import { quietHours, reminderChoices } from './reminders.table.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
let now = new Date('2026-11-23T12:00:00Z')
const t = await forFile(startApp({ now: () => now }))
const owner = await t.admin()
const mailbox = await forFile(openMailbox(t))
beforeEach(() => {
  now = new Date('2026-11-23T12:00:00Z')
})

const usage: NewEvent = { type: 'usage_alert', cause: 'usage_alert 80', data: { threshold: 80 } }
const news: NewEvent = { type: 'commission_confirmed', cause: 'commission_confirmed 1', data: { amount: 500, currency: 'CNY' } }
const remind = (member: Member, event: NewEvent = usage) => t.database.transaction((tx) => tell(tx, member.id, event, now))
const mailsTo = ({ email }: Member) => mailbox.mails.filter(({ recipients }) => recipients.includes(email))
const header = (mail: Mailbox['mails'][number], name: string) => mail.headers.find(({ key }) => key === name)?.value
const speak = ({ id }: Member, language: 'en' | 'zh-CN') => t.database.db.update(accounts).set({ language }).where(eq(accounts.id, id))
const run = () => t.work('route_events', 'deliver_mail', 'deliver_mail_bulk', 'send_email', 'send_email_bulk')
const outcome = async ({ id }: Member) => {
  const joined = t.database.db.select().from(eventDeliveries).innerJoin(events, eq(events.id, eventDeliveries.eventId))
  const rows = await joined.where(eq(events.accountId, id))
  return rows.filter(({ event_deliveries: { channel } }) => channel === 'mail').map(({ event_deliveries: { skipped } }) => skipped)
}

test.each([
  ['en', 'You’ve used more than 80% of your traffic', 'Stop these mails'],
  ['zh-CN', '您的流量已使用超过 80%', '不再接收此类邮件'],
] as const)('a reminder arrives in %s, with its link, a way to stop it and what follows the subject', async (language, subject, stop) => {
  const member = await t.member()
  await speak(member, language)
  await remind(member)
  const mail = await mailbox.mailTo(member.email)
  expect(mail.subject).toBe(subject)
  expect(mailbox.link(mail)).toBe(`${t.base}/user/traffics`)
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(stop)
    expect(part).toMatch(new RegExp(`/undo\\?lang=${language}#stop\\.${member.id}-usage-[\\w-]{32}`))
    expect(part).toContain(`${t.base}/user/reminders`)
  }
  expect(mail.html).toMatch(/<div style="display:none[^>]+>[^<]*80%/)
  expect(header(mail, 'list-unsubscribe')).toMatch(new RegExp(`^<${t.base}/api/v1/reminders/stop/${member.id}-usage-[\\w-]{32}>$`))
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('many processes, run ten times and late, send each reminder once', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => t.member()))
  for (let times = 0; times < 10; times++) {
    for (const member of members) await remind(member)
    await atOnce(run)
    now = new Date(now.getTime() + 7 * HOUR)
  }
  expect(members.map((member) => mailsTo(member).length)).toEqual([1, 1, 1, 1, 1])
})

test('what is off by default, or was switched off, is not sent; a suspended member gets none', async () => {
  const [byDefault, chosen, banned] = [await t.member(), await t.member(), await t.member()]
  await t.database.db.insert(reminderChoices).values({ accountId: chosen.id, kind: 'usage', channel: 'mail', isOn: false })
  await t.ban(banned.id)
  await remind(byDefault, news)
  for (const member of [chosen, banned]) await remind(member)
  await run()
  for (const member of [byDefault, chosen, banned]) expect([mailsTo(member), await outcome(member)]).toEqual([[], ['off']])
})

test('in quiet hours a reminder waits for their end, and is dropped when its cause ends before', async () => {
  const [waits, ends] = [await t.member(), await t.member()]
  now = new Date('2026-11-23T15:00:00Z')
  for (const { id } of [waits, ends])
    await t.database.db.insert(quietHours).values({ accountId: id, from: 22 * 60, until: 8 * 60, zone: 'Asia/Shanghai' })
  for (const member of [waits, ends]) await remind(member)
  await run()
  expect([...mailsTo(waits), ...mailsTo(ends)]).toEqual([])
  await t.database.transaction((tx) => endEvents(tx, [{ accountId: ends.id, cause: usage.cause }], now))
  now = new Date('2026-11-23T23:59:00Z')
  await run()
  expect(mailsTo(waits)).toEqual([])
  now = new Date('2026-11-24T00:00:00Z')
  await run()
  await run()
  expect([mailsTo(waits).length, mailsTo(ends).length]).toEqual([1, 0])
})

test('what waits in the outbox is dropped when its cause ends or the member no longer wants it', async () => {
  const [ended, unwanted, kept] = [await t.member(), await t.member(), await t.member()]
  await owner.call('PATCH', '/admin/settings', { 'mail.port': 1 })
  for (const member of [ended, unwanted, kept]) await remind(member)
  await run()
  await t.database.transaction((tx) => endEvents(tx, [{ accountId: ended.id, cause: usage.cause }], now))
  await t.database.db.insert(reminderChoices).values({ accountId: unwanted.id, kind: 'usage', channel: 'mail', isOn: false })
  await owner.call('PATCH', '/admin/settings', { 'mail.port': mailbox.port })
  now = new Date(now.getTime() + 2 * MINUTE)
  await run()
  expect([ended, unwanted, kept].map((member) => mailsTo(member).length)).toEqual([0, 0, 1])
  const faults = await t.database.db.select().from(messages).where(eq(messages.status, 'skipped'))
  expect(new Set(faults.map(({ fault }) => fault))).toEqual(new Set(['ended', 'unwanted']))
})

test('where mail is not set up, or the member has no address, nothing is sent or said to be sent', async () => {
  const [unsent, without] = [await t.member(), await t.member()]
  await t.database.pool.query(`delete from identities where account_id = $1`, [without.id])
  await owner.call('PATCH', '/admin/settings', { 'mail.host': '' })
  await remind(unsent)
  await run()
  await owner.call('PATCH', '/admin/settings', { 'mail.host': '127.0.0.1' })
  await remind(without)
  now = new Date(now.getTime() + 2 * HOUR)
  await run()
  expect([await outcome(unsent), await outcome(without)]).toEqual([['not_configured'], ['no_address']])
  expect(mailsTo(unsent)).toEqual([])
  const rows = await t.database.db.select().from(messages).where(eq(messages.accountId, unsent.id))
  expect(rows).toEqual([])
})
