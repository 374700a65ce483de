import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { mailSettings, startSmtp } from '../../test/smtp.ts'
import { eventDeliveries, events } from '../events/events.table.ts'
import { tell } from '../events/tell.ts'
import { identities } from '../identities/identities.table.ts'
import { verifyIdentity } from '../identities/write-identity.ts'
import { noteBounce } from '../messages/mail/note-bounce.ts'
import { messages } from '../messages/messages.table.ts'

/** What the mail server answers for an address instead of taking it. */
const refused = new Map<string, { code: number; text: string }>()
const t = await forFile(startApp())
const smtp = await forFile(
  startSmtp({
    onRcptTo: ({ address }, _, done) => {
      const answer = refused.get(address)
      done(answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null)
    },
  }),
)
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', mailSettings(smtp.port))

let serial = 0
async function remind({ id }: Member): Promise<void> {
  const threshold = 1 + (serial++ % 99)
  const event = { type: 'usage_alert' as const, cause: `usage_alert ${serial}`, data: { threshold } }
  await t.database.transaction((tx) => tell(tx, id, event, t.app.now()))
  await t.work('route_events', 'deliver_mail_bulk', 'send_email_bulk')
}
const mailState = async (member: Member) => (await member.call('GET', '/muser/reminders')).body.mail
const mailsTo = ({ email }: Member) => smtp.mails.filter(({ recipients }) => recipients.includes(email)).length
const lastSkipped = async ({ id }: Member) => {
  const joined = t.database.db.select().from(eventDeliveries).innerJoin(events, eq(events.id, eventDeliveries.eventId))
  const rows = await joined.where(eq(events.accountId, id)).orderBy(events.id)
  return rows.filter((row) => row.event_deliveries.channel === 'mail').at(-1)!.event_deliveries.skipped
}
async function verify({ id }: Member): Promise<void> {
  const [own] = await t.database.db.select().from(identities).where(eq(identities.accountId, id))
  await t.database.transaction((tx) => verifyIdentity(tx, own!.id, t.app.now()))
}

test('an address that the mail server refuses for good gets no more reminders, until it is verified again', async () => {
  const member = await t.member()
  refused.set(member.email, { code: 550, text: '5.1.1 no such user' })
  await remind(member)
  expect(await mailState(member)).toMatchObject({ address: member.email, bounced_at: expect.any(String) })
  refused.clear()
  await remind(member)
  expect([mailsTo(member), await lastSkipped(member)]).toEqual([0, 'bounced'])
  t.travel(1000)
  await verify(member)
  expect(await mailState(member)).toMatchObject({ bounced_at: null })
  await remind(member)
  expect([mailsTo(member), await lastSkipped(member)]).toEqual([1, null])
})

test('a code to a bounced address is still sent: it is how the address is verified', async () => {
  const member = await t.member()
  await noteBounce(t.database.db, member.email, '5.1.1', t.app.now())
  const asked = await member.call('POST', '/api/comm/sendEmailVerify', { email: member.email, purpose: 'confirm' })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await t.runJobs()
  expect(mailsTo(member)).toBe(1)
})

test.each([
  [450, '4.2.2 mailbox full'],
  [550, '5.7.1 rejected by policy'],
])('an answer %d %s says nothing about the address', async (code, text) => {
  const member = await t.member()
  refused.set(member.email, { code, text })
  await remind(member)
  expect(await mailState(member)).toMatchObject({ bounced_at: null })
  refused.clear()
})

test('a bounce that comes later, in any spelling and many times at once, stops reminders too, also those that wait', async () => {
  const member = await t.member()
  await remind(member)
  expect(mailsTo(member)).toBe(1)
  await atOnce(() => noteBounce(t.database.db, ` ${member.email.toUpperCase()} `, 'gone', t.app.now()))
  await remind(member)
  expect([mailsTo(member), await lastSkipped(member)]).toEqual([1, 'bounced'])
  const other = await t.member()
  await remind(other)
  expect([mailsTo(other), (await mailState(other)).bounced_at]).toEqual([1, null])
})

test('another address is not affected, and closing the account forgets the bounce', async () => {
  const member = await t.member()
  await noteBounce(t.database.db, member.email, 'gone', t.app.now())
  await t.database.pool.query(`update identities set label = 'new@example.com', subject = 'new@example.com' where account_id = $1`, [
    member.id,
  ])
  expect((await mailState(member)).bounced_at).toBeNull()
  await t.database.pool.query(`update identities set label = $2, subject = $2 where account_id = $1`, [member.id, member.email])
  await t.close(member)
  const { rows } = await t.database.pool.query('select count(*)::int as n from mail_bounces where address = $1', [member.email])
  expect(rows).toEqual([{ n: 0 }])
})

test('an operator sends a failed reminder again, and it arrives once', async () => {
  const owner = await t.admin()
  const member = await t.member()
  refused.set(member.email, { code: 550, text: '5.7.1 rejected by policy' })
  await remind(member)
  refused.clear()
  const [failed] = await t.database.db.select().from(messages).where(eq(messages.accountId, member.id))
  expect((await owner.call('POST', `/admin/messages/${failed!.id}/retry`)).status).toBe(200)
  await t.runJobs()
  expect(mailsTo(member)).toBe(1)
})
