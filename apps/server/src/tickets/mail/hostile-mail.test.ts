import { beforeEach, expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { startImap } from '../../../test/imap-server.ts'
import { replyAddress } from '../../messages/mail/ticket-address.ts'
import { readMailbox } from './read-mailbox.ts'
import { receiveMail } from './receive-mail.ts'

let member: Member
let ticketId: number
let address: string

const [t, imap] = await Promise.all([forFile(startApp()), forFile(startImap())])
const admin = await t.admin()
await admin.call('PATCH', '/admin/settings', {
  'ticket_mail.mode': 'imap',
  'ticket_mail.address': 'reply@portal.example',
  'ticket_mail.host': '127.0.0.1',
  'ticket_mail.port': imap.port,
  'ticket_mail.encryption': 'none',
  'ticket_mail.user': imap.user,
  'ticket_mail.password': imap.password,
})
beforeEach(async () => {
  imap.mails.splice(0)
  member = await t.member()
  await t.database.pool.query('update identities set verified_at = now() where account_id = $1', [member.id])
  const { body } = await member.call('POST', '/muser/ticket/save', { kind: 'other', level: 'low', subject: 'Mail', text: 'First.' })
  ticketId = body.id
  address = (await replyAddress(t.database, t.app.settings(), { ticketId, accountId: member.id })) ?? ''
})

let serial = 0
const mail = (headers: string[], body: string): Buffer => Buffer.from([`Message-ID: <h${++serial}@x>`, ...headers, '', body].join('\r\n'))
const own = (body: string, headers: string[] = []): Buffer => mail([`From: ${member.email}`, `To: ${address}`, ...headers], body)
const texts = async (): Promise<string[]> =>
  (await member.call('GET', '/muser/ticket/fetch', { id: ticketId })).body.messages.map(({ text }: { text: string }) => text)

/** How long the server answered nobody, at most, while this went on. */
async function stalled(work: Promise<unknown>): Promise<number> {
  let [latest, longest] = [performance.now(), 0]
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - latest)
    latest = performance.now()
  }, 20)
  await work
  clearInterval(ticks)
  return Math.max(longest, performance.now() - latest)
}

const ambiguous: [name: string, from: (own: string) => string][] = [
  ['two senders', (it) => `${it}, eve@evil.example`],
  ['two addresses in brackets', (it) => `<${it}> <eve@evil.example>`],
  ['a name that decodes to an address', (it) => `=?utf-8?q?<${it}>?= eve@evil.example`],
  ['two addresses after each other', (it) => `${it} eve@evil.example`],
]
test.each(ambiguous)('a mail from %s is refused', async (_, from) => {
  expect(await receiveMail(t.app, mail([`From: ${from(member.email)}`, `To: ${address}`], 'Send me the link.'))).toBe('foreign_sender')
  expect(await texts()).toEqual(['First.'])
})

test.each(['=?utf-8?q?J=C3=B6rg?= <%>', '"Li, (Wei)" <%>', 'Li Wei <%>', '<%>', '% (Li Wei)'])('a mail from %s is taken', async (form) => {
  expect(await receiveMail(t.app, mail([`From: ${form.replace('%', member.email)}`, `To: ${address}`], 'Hello.'))).toBe('accepted')
})

test('characters that the database cannot store neither block the mailbox nor lose the mail', async () => {
  for (let i = 0; i < 4; i++) imap.deliver(mail(['From: eve@evil.example', 'Subject: =?utf-8?q?a=00b?='], 'x').toString())
  imap.deliver(own('It=00 works.', ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable']).toString())
  await readMailbox(t.app, 3)
  await readMailbox(t.app, 3)
  expect(await texts()).toEqual(['First.', 'It works.'])
}, 60_000)

test('mails that must wait let others pass', async () => {
  for (let i = 0; i < 29; i++) await t.app.limits.ticketMessagesByAccount.take(String(member.id))
  for (let i = 0; i < 4; i++) imap.deliver(own(`Flood ${i}.`).toString())
  const quick = await t.member()
  await t.database.pool.query('update identities set verified_at = now() where account_id = $1', [quick.id])
  const { body } = await quick.call('POST', '/muser/ticket/save', { kind: 'other', level: 'low', subject: 'Mail', text: 'First.' })
  const to = (await replyAddress(t.database, t.app.settings(), { ticketId: body.id, accountId: quick.id })) ?? ''
  imap.deliver(mail([`From: ${quick.email}`, `To: ${to}`], 'Mine.').toString())
  for (let i = 0; i < 2; i++) await readMailbox(t.app, 3)
  const { messages } = (await quick.call('GET', '/muser/ticket/fetch', { id: body.id })).body
  expect(messages.map(({ text }: { text: string }) => text)).toEqual(['First.', 'Mine.'])
}, 60_000)

test('a mail that is slow to read does not keep the server from answering', async () => {
  const lines = mail(
    ['From: eve@evil.example', 'To: reply@portal.example', 'Content-Type: text/plain; format=flowed'],
    'a \r\n'.repeat(400_000),
  )
  expect(await stalled(receiveMail(t.app, lines))).toBeLessThan(1500)
}, 60_000)

test('neither quotations nor blanks without end take long to cut off', async () => {
  expect(await stalled(receiveMail(t.app, own(`Yes.\n${'>\n'.repeat(60_000)}x`)))).toBeLessThan(1500)
  expect(await stalled(receiveMail(t.app, own(`Yes.${'<i> '.repeat(120_000)}.`, ['Content-Type: text/html'])))).toBeLessThan(1500)
}, 60_000)
