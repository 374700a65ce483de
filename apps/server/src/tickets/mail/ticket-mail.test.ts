import { createTransport } from 'nodemailer'
import { beforeEach, expect, test } from 'vitest'
import { slowness } from '../../../../../scripts/slowness.ts'
import { atOnce, RACES } from '../../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { startImap } from '../../../test/imap-server.ts'
import { gradient } from '../../../test/pictures.ts'
import { mailSettings, startSmtp } from '../../../test/smtp.ts'
import { replyAddress } from '../../messages/mail/ticket-address.ts'
import { readMailbox } from './read-mailbox.ts'
import { receiveMail } from './receive-mail.ts'

const settings = () => ({
  'ticket_mail.mode': 'imap',
  'ticket_mail.address': 'reply@portal.example',
  'ticket_mail.host': '127.0.0.1',
  'ticket_mail.port': imap.port,
  'ticket_mail.encryption': 'none',
  'ticket_mail.user': imap.user,
  'ticket_mail.password': imap.password,
  'ticket_mail.folder': 'INBOX',
})
beforeEach(async () => {
  imap.mails.splice(0)
  await admin.call('PATCH', '/admin/settings', settings())
})

type Thread = { member: Member; id: number; address: string }
async function thread(): Promise<Thread> {
  const member = await t.member()
  await t.database.pool.query("update identities set verified_at = now() where account_id = $1 and provider = 'email'", [member.id])
  const { body } = await member.call('POST', '/muser/ticket/save', { kind: 'other', level: 'low', subject: 'Mail', text: 'First.' })
  return { member, id: body.id, address: await addressOf(body.id, member.id) }
}
const addressOf = async (ticketId: number, accountId: number): Promise<string> =>
  (await replyAddress(t.database, t.app.settings(), { ticketId, accountId })) ?? ''
const texts = async ({ member, id }: Thread): Promise<string[]> =>
  (await member.call('GET', '/muser/ticket/fetch', { id })).body.messages.map(({ text }: { text: string }) => text)

type Given = {
  from?: string
  to?: string
  text?: string
  html?: string
  headers?: Record<string, string>
  messageId?: string
  attachments?: object[]
}
let serial = 0
/** A mail on its way: sent through a real SMTP server into the mailbox. */
async function send(of: Thread, given: Given = {}): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: smtp.port, secure: false, ignoreTLS: true })
  const messageId = given.messageId ?? `<${++serial}@mail.example>`
  await transport.sendMail({ from: of.member.email, to: of.address, subject: 'Re: Mail', text: 'By mail.', messageId, ...given })
  transport.close()
  const { raw } = smtp.mails.at(-1)!
  imap.deliver(raw)
  return raw
}
const outcome = async (): Promise<string | null> => {
  const { rows } = await t.database.pool.query('select refused from ticket_mails order by id desc limit 1')
  return rows[0]?.refused ?? 'accepted'
}

const [t, imap, smtp] = await Promise.all([forFile(startApp()), forFile(startImap()), forFile(startSmtp())])
const admin = await t.admin()

test('a reply lands in its ticket, without what it quotes, and with its files', async () => {
  const of = await thread()
  const text =
    'It works now.\nThank you!\n\nOn Mon, 5 Jan 2026 at 10:00, Support <reply@portal.example> wrote:\n> Please try again.\n> Support'
  await send(of, { text, attachments: [{ filename: 'screen.png', content: await gradient(60, 40).png().toBuffer() }] })
  expect(await readMailbox(t.app)).toBe(1)
  const { items, messages } = (await of.member.call('GET', '/muser/ticket/fetch', { id: of.id })).body
  expect(messages[1]).toMatchObject({
    author: 'member',
    origin: 'mail',
    text: 'It works now.\nThank you!',
    files: [{ type: 'image/webp', name: 'screen.png' }],
  })
  expect(items[0].waits).toBe('waiting_staff')
  expect(imap.isRead()).toBe(true)
  // Nothing is left to read.
  expect(await readMailbox(t.app)).toBe(0)
})

test('a mail with HTML only is read as text, and stays text', async () => {
  const of = await thread()
  await send(of, {
    text: '',
    html: '<style>p{}</style><p>Still <b>broken</b> &lt;script&gt;alert(1)&lt;/script&gt;</p><p>写道：好</p><script>alert(1)</script>',
  })
  await readMailbox(t.app)
  expect((await texts(of))[1]).toBe('Still broken <script>alert(1)</script>\n\n写道：好')
})

test('a mail that comes again, also to many at once, is one message', async () => {
  const of = await thread()
  const raw = Buffer.from(await send(of, { text: 'Once.' }))
  const outcomes = await atOnce(() => receiveMail(t.app, raw))
  expect(outcomes.toSorted()).toEqual(['accepted', ...Array(RACES - 1).fill('known')])
  t.travel(5000)
  await readMailbox(t.app)
  expect(await texts(of)).toEqual(['First.', 'Once.'])
})

const refusals: [name: string, refused: string, change: (of: Thread) => Given | Promise<Given>][] = [
  ['a forged reply address', 'forged_address', ({ address }) => ({ to: address.replace(/-[0-9a-f]{32}@/, `-${'0'.repeat(32)}@`) })],
  [
    'the address of another ticket with this signature',
    'forged_address',
    ({ address }) => ({ to: address.replace(/\+t\d+-/, '+t1-').replace('+t1-', '+t99999-') }),
  ],
  ['an address without a ticket', 'no_address', () => ({ to: 'reply@portal.example' })],
  ['a foreign sender', 'foreign_sender', () => ({ from: 'eve@evil.example' })],
  ['a sender who only looks right', 'foreign_sender', ({ member }) => ({ from: `"${member.email}" <eve@evil.example>` })],
  [
    'a sender whom the receiving server found forged',
    'dmarc_failed',
    () => ({ headers: { 'Authentication-Results': 'mx.example; dkim=none; dmarc=fail (p=reject)' } }),
  ],
  ['an automatic answer', 'automatic', () => ({ headers: { 'Auto-Submitted': 'auto-replied' } })],
  ['a list', 'automatic', () => ({ headers: { Precedence: 'bulk' } })],
  ['an older automatic answer', 'automatic', () => ({ headers: { 'X-Autoreply': 'yes' } })],
  ['a delivery report', 'automatic', () => ({ from: 'MAILER-DAEMON@mail.example' })],
  ['an empty way back', 'automatic', () => ({ headers: { 'Return-Path': '<>' } })],
  ['our own mail', 'loop', () => ({ messageId: '<portico-12-ticket_answered@portal.example>' })],
  ['our own address', 'loop', () => ({ from: 'reply@portal.example' })],
  ['a mail that says nothing', 'empty', () => ({ text: ' \n' })],
]
test.each(refusals)('%s is refused', async (_, refused, change) => {
  const of = await thread()
  await send(of, await change(of))
  await readMailbox(t.app)
  expect(await outcome()).toBe(refused)
  expect(await texts(of)).toEqual(['First.'])
  expect(imap.isRead()).toBe(true)
})

test("an address of one's own does not open another member's ticket", async () => {
  const [of, other] = [await thread(), await thread()]
  await send(of, { to: other.address })
  await readMailbox(t.app)
  expect([await outcome(), await texts(other)]).toEqual(['foreign_sender', ['First.']])
})

test('an address that is not verified, or of a banned member, is refused', async () => {
  const of = await thread()
  await t.database.pool.query('update identities set verified_at = null where account_id = $1', [of.member.id])
  await send(of)
  await readMailbox(t.app)
  expect(await outcome()).toBe('foreign_sender')
  const banned = await thread()
  await t.ban(banned.member.id)
  await send(banned)
  await readMailbox(t.app)
  expect(await outcome()).toBe('account_closed')
})

test('a mail of twenty megabytes is not even fetched; a large attachment is left out and named', async () => {
  const of = await thread()
  await send(of, { attachments: [{ filename: 'huge.txt', content: Buffer.alloc(16 * 1024 * 1024, 'a') }] })
  await readMailbox(t.app)
  expect([await outcome(), await texts(of)]).toEqual(['too_large', ['First.']])
  await send(of, {
    attachments: [
      { filename: 'large.txt', content: Buffer.alloc(11 * 1024 * 1024, 'a') },
      { filename: 'a.exe', content: Buffer.from([77, 90, 0]) },
    ],
  })
  await readMailbox(t.app)
  expect(await texts(of)).toEqual(['First.', 'By mail.\n✕ large.txt\n✕ a.exe'])
})

test('a reply to a ticket that can no longer be reopened is refused, within the time it reopens', async () => {
  const of = await thread()
  await of.member.call('POST', '/muser/ticket/close', { id: of.id })
  await send(of)
  await readMailbox(t.app)
  expect((await of.member.call('GET', '/muser/ticket/fetch', { id: of.id })).body.items[0].status).toBe('open')
  await t.database.pool.query(
    "update tickets set status = 'closed', waits = null, waits_since = null, closed_by = 'staff', closed_at = now() - interval '15 days' where id = $1",
    [of.id],
  )
  await send(of, { text: 'Too late.' })
  await readMailbox(t.app)
  expect(await outcome()).toBe('ticket_closed')
})

test('operators see which mails were refused, and why', async () => {
  const of = await thread()
  await send(of, { from: 'eve@evil.example' })
  await readMailbox(t.app)
  const { items, refused } = (await admin.call('GET', '/admin/tickets/mails', { refused: 'true' })).body
  expect(items[0]).toMatchObject({ sender: 'eve@evil.example', subject: 'Re: Mail', refused: 'foreign_sender', ticket_id: of.id })
  expect(refused).toBeGreaterThan(0)
})

test('the test of the mailbox says what is wrong', async () => {
  const result = async (values: object = {}) => {
    await admin.call('PATCH', '/admin/settings', { ...settings(), ...values })
    return (await admin.call('POST', '/admin/tickets/mails/test')).body.result
  }
  expect(await result()).toBe('works')
  expect(await result({ 'ticket_mail.password': 'wrong' })).toBe('refused')
  expect(await result({ 'ticket_mail.folder': 'Elsewhere' })).toBe('no_folder')
  expect(await result({ 'ticket_mail.port': 1 })).toBe('unreachable')
  expect(await result({ 'ticket_mail.mode': 'off' })).toBe('not_set')
})

test('a mail service delivers with its secret, and with nothing else', async () => {
  const of = await thread()
  const raw = await send(of, { text: 'By webhook.' })
  imap.mails.splice(0)
  const deliver = async (secret: string, body = raw) => {
    const response = await fetch(`${t.base}/api/v1/guest/mail/ticket`, {
      method: 'POST',
      headers: { 'x-mail-secret': secret, 'content-type': 'message/rfc822' },
      body,
    })
    return [response.status, ((await response.json()) as { result?: string }).result]
  }
  expect(await deliver('')).toEqual([404, undefined])
  expect(await deliver('the secret of the service')).toEqual([404, undefined])
  await admin.call('PATCH', '/admin/settings', { 'ticket_mail.mode': 'webhook', 'ticket_mail.webhook_secret': 'the secret of the service' })
  expect(await deliver('the secret of another')).toEqual([404, undefined])
  expect(await deliver('the secret of the service')).toEqual([200, 'accepted'])
  expect(await deliver('the secret of the service')).toEqual([200, 'known'])
  expect(await deliver('the secret of the service', 'a'.repeat(20 * 1024 * 1024 + 1))).toEqual([413, undefined])
  expect(await texts(of)).toEqual(['First.', 'By webhook.'])
})

test('an answer of staff leaves as a mail that can be answered, and mails about a ticket belong together', async () => {
  const of = await thread()
  const support = await t.staff('support')
  await admin.call('PATCH', '/admin/settings', mailSettings(smtp.port))
  const answered = async (text: string) => {
    await support.call('POST', `/admin/tickets/${of.id}/replies`, { text })
    await t.work('route_events', 'deliver_mail', 'send_email')
    return smtp.mails.findLast(({ recipients }) => recipients.includes(of.member.email))
  }
  const [first, second] = [await answered('Please <b>try</b>\nagain.'), await answered('And now?')]
  expect(first?.replyTo).toEqual([{ name: '', address: of.address }])
  expect(first?.text).toContain('Please <b>try</b> again.')
  expect(first?.html).toContain('Please &lt;b&gt;try')
  expect(second?.references).toBe(`<portico-ticket-${of.id}@example.com>`)
  expect([second?.inReplyTo, second?.messageId]).toEqual([first?.references, expect.not.stringMatching(first?.messageId ?? '')])
  // The member answers as their mail program does.
  await send(of, { to: second?.replyTo?.[0]?.address ?? '', text: 'Yes, now.' })
  await readMailbox(t.app)
  expect((await texts(of)).at(-1)).toBe('Yes, now.')
})

const mail = (headers: string[], body: string): Buffer => Buffer.from([`Message-ID: <h${++serial}@x>`, ...headers, '', body].join('\r\n'))
const own = ({ member, address }: Thread, body: string, headers: string[] = []): Buffer =>
  mail([`From: ${member.email}`, `To: ${address}`, ...headers], body)

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
  const of = await thread()
  expect(await receiveMail(t.app, mail([`From: ${from(of.member.email)}`, `To: ${of.address}`], 'Send me the link.'))).toBe(
    'foreign_sender',
  )
  expect(await texts(of)).toEqual(['First.'])
})

test.each(['=?utf-8?q?J=C3=B6rg?= <%>', '"Li, (Wei)" <%>', 'Li Wei <%>', '<%>', '% (Li Wei)'])('a mail from %s is taken', async (form) => {
  const { member, address } = await thread()
  expect(await receiveMail(t.app, mail([`From: ${form.replace('%', member.email)}`, `To: ${address}`], 'Hello.'))).toBe('accepted')
})

test('characters that the database cannot store neither block the mailbox nor lose the mail', async () => {
  const of = await thread()
  for (let i = 0; i < 4; i++) imap.deliver(mail(['From: eve@evil.example', 'Subject: =?utf-8?q?a=00b?='], 'x').toString())
  imap.deliver(own(of, 'It=00 works.', ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable']).toString())
  await readMailbox(t.app, 3)
  await readMailbox(t.app, 3)
  expect(await texts(of)).toEqual(['First.', 'It works.'])
}, 60_000)

test('mails that must wait let others pass', async () => {
  const [flooding, quick] = [await thread(), await thread()]
  for (let i = 0; i < 29; i++) await t.app.limits.ticketMessagesByAccount.take(String(flooding.member.id))
  for (let i = 0; i < 4; i++) imap.deliver(own(flooding, `Flood ${i}.`).toString())
  imap.deliver(own(quick, 'Mine.').toString())
  for (let i = 0; i < 2; i++) await readMailbox(t.app, 3)
  expect(await texts(quick)).toEqual(['First.', 'Mine.'])
}, 60_000)

test('a mail that is slow to read does not keep the server from answering; neither quotations nor blanks without end take long to cut off', async () => {
  const lines = mail(
    ['From: eve@evil.example', 'To: reply@portal.example', 'Content-Type: text/plain; format=flowed'],
    'a \r\n'.repeat(400_000),
  )
  expect(await stalled(receiveMail(t.app, lines))).toBeLessThan(1500 * slowness)
  const of = await thread()
  expect(await stalled(receiveMail(t.app, own(of, `Yes.\n${'>\n'.repeat(60_000)}x`)))).toBeLessThan(1500 * slowness)
  expect(await stalled(receiveMail(t.app, own(of, `Yes.${'<i> '.repeat(120_000)}.`, ['Content-Type: text/html'])))).toBeLessThan(
    1500 * slowness,
  )
}, 60_000)
