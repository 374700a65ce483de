import { createServer } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { listening } from '../../test/listening.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { mailSettings, startSmtp } from '../../test/smtp.ts'
import { createLog } from '../log.ts'
import { eraseSealed, sealStored } from '../stored-secrets.ts'
import { createMailer } from './mail/mailer.ts'
import { messagesNoun } from './messages.noun.ts'
import { messages } from './messages.table.ts'
import { sendDue } from './send-due.ts'
import { type NewMessage, sendMessage } from './send-message.ts'

const MINUTE = 60_000
const t = await forFile(startApp())
const mailbox = await forFile(openMailbox(t))
beforeEach(async () => {
  await t.database.db.delete(messages)
  mailbox.mails.length = 0
})

let serial = 0
const fresh = (): string => `someone${++serial}@example.com`
const put = (message: NewMessage) => t.database.transaction((tx) => sendMessage(tx, t.database.secrets, message, t.app.now()))
function code(address: string, purpose: 'register' | 'login' | 'confirm' = 'confirm', secret = '482913') {
  const to = { channel: 'email' as const, address }
  const expiresAt = new Date(t.app.now().getTime() + 10 * MINUTE)
  return put({ to, accountId: null, language: 'en', template: 'code', data: { purpose, minutes: 10 }, secret, expiresAt })
}
const rows = () => t.database.db.select().from(messages).orderBy(asc(messages.id))
const options = { bulk: false, accountAt: async () => null, stillWanted: async () => true as const, onFailure: () => {} }
const send = (channel: 'email' | 'sms' = 'email') => sendDue(t.app, channel, options)
/** By a new owner each time: the tests travel further than a session lasts. */
async function change(settings: Record<string, unknown>): Promise<void> {
  expect((await (await t.admin()).call('PATCH', '/admin/settings', settings)).status).toBe(200)
}
async function through<T>(port: number, work: () => Promise<T>): Promise<T> {
  const before = t.app.settings()['mail.port']
  await change({ 'mail.port': port })
  try {
    return await work()
  } finally {
    await change({ 'mail.port': before })
  }
}

test('a code reaches its mailbox as text and HTML, and is erased from the database', async () => {
  const address = fresh()
  await code(address)
  const [waiting] = await rows()
  expect(waiting).toMatchObject({ status: 'queued', recipient: address })
  expect(waiting?.secret).toMatch(/^sealed:/)
  const mail = await mailbox.mailTo(address)
  expect(mailbox.code(mail)).toBe('482913')
  expect(mail.html).toContain('482913')
  expect(mail.from).toMatchObject({ name: 'Portico', address: 'portal@example.com' })
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(await rows()).toMatchObject([{ status: 'sent', secret: null, tries: 1, fault: null, error: null }])
})

test('nothing is sent when the transaction that sends it fails', async () => {
  const address = fresh()
  const failing = t.database.transaction(async (tx) => {
    const about = { accountId: null, language: 'en', template: 'test', data: { time: t.app.now().toISOString() } } as const
    await sendMessage(tx, t.database.secrets, { to: { channel: 'email', address }, ...about }, t.app.now())
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await mailbox.hasMailTo(address)).toBe(false)
  expect(await rows()).toEqual([])
})

test('a registration code for a known address becomes a mail that says so, without the code; a login code for an unknown one is not sent', async () => {
  const known = await t.member()
  await code(known.email, 'register')
  const mail = await mailbox.mailTo(known.email)
  expect(mail.subject).toBe('You already have an account at Portico')
  expect(mail.raw + mail.text + mail.html).not.toContain('482913')
  expect(mailbox.link(mail)).toBe(`${t.base}/login`)
  await code(known.email, 'login')
  expect(mailbox.code(await mailbox.mailTo(known.email))).toBe('482913')

  const unknown = fresh()
  await code(unknown, 'login')
  expect(await mailbox.hasMailTo(unknown)).toBe(false)
  await code(unknown, 'register')
  expect(mailbox.code(await mailbox.mailTo(unknown))).toBe('482913')
  const [taken, login, skipped] = await rows()
  expect(taken).toMatchObject({ status: 'sent', template: 'address_taken', secret: null })
  expect(login).toMatchObject({ status: 'sent', template: 'code' })
  expect(skipped).toMatchObject({ status: 'skipped', fault: 'no_account', secret: null })
})

test('sending costs the caller the same statements for known and unknown addresses', async () => {
  const known = await t.member()
  const counted = async (address: string): Promise<number> => {
    let n = 0
    await t.database.transaction(async (tx) => {
      const watched = new Proxy(tx, { get: (target, name, self) => (n++, Reflect.get(target, name, self) as unknown) })
      const to = { channel: 'email' as const, address }
      const message = { to, accountId: null, language: 'en' as const, template: 'code' as const, secret: '111111' }
      await sendMessage(watched, t.database.secrets, { ...message, data: { purpose: 'register' as const, minutes: 10 } }, t.app.now())
    })
    return n
  }
  expect(await counted(fresh())).toBe(await counted(known.email))
})

test('many workers at once send each of forty messages once', async () => {
  const addresses = Array.from({ length: 40 }, fresh)
  for (const address of addresses) await code(address)
  await atOnce(() => send())
  expect(mailbox.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(addresses.toSorted())
  expect((await rows()).every(({ status, tries }) => status === 'sent' && tries === 1)).toBe(true)
})

test('a process that dies between sending and recording repeats that one message, with the same number', async () => {
  const address = fresh()
  await code(address)
  const { transaction, db } = t.database
  let sent = 0
  const dying = {
    ...t.app.mailer,
    send: async (...args: Parameters<typeof t.app.mailer.send>) => (await t.app.mailer.send(...args), sent++, new Promise<void>(() => {})),
  }
  // A dead process writes nothing more; this one gives up after a minute, when the test's database may be gone.
  sendDue({ ...t.app, database: { ...t.database, db, transaction }, mailer: dying }, 'email', options).catch(() => {})
  await expect.poll(() => sent).toBe(1)
  await send()
  expect(mailbox.mails).toHaveLength(1)
  t.travel(2 * MINUTE + 1)
  await send()
  expect(mailbox.mails.map(({ messageId }) => messageId)).toEqual([mailbox.mails[0]?.messageId, mailbox.mails[0]?.messageId])
  expect(await rows()).toMatchObject([{ status: 'sent', tries: 2 }])
})

test('a server that is busy gets the message again after growing pauses, until it accepts', async () => {
  let refusals = 3
  const busy = await startSmtp({
    onRcptTo: (_, __, done) => done(refusals-- > 0 ? Object.assign(new Error('4.7.1 greylisted, try later'), { responseCode: 451 }) : null),
  })
  const address = fresh()
  await code(address)
  await through(busy.port, async () => {
    const pauses: number[] = []
    for (let n = 0; n < 3; n++) {
      await send()
      const [row] = await rows()
      expect(row).toMatchObject({ status: 'queued', fault: 'busy', tries: n + 1 })
      expect(row?.error).toContain('greylisted')
      pauses.push(Math.round((row!.nextTryAt.getTime() - t.app.now().getTime()) / 1000))
      await send()
      expect((await rows())[0]?.tries, 'not before its time').toBe(n + 1)
      t.travel(row!.nextTryAt.getTime() - t.app.now().getTime() + 1)
    }
    expect(pauses).toEqual([30, 60, 120])
    await send()
  })
  expect(busy.mails.map(({ recipients }) => recipients)).toEqual([[address]])
  expect(await rows()).toMatchObject([{ status: 'sent', fault: null, error: null, secret: null }])
  await busy.stop()
})

test('a refused address is given up at once and does not hold up the others', async () => {
  const strict = await startSmtp({
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('no-one') ? Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }) : null),
  })
  const good = fresh()
  for (let n = 0; n < 5; n++) await code(`no-one${n}@example.com`)
  await code(good)
  await through(strict.port, () => send())
  const all = await rows()
  expect(all.slice(0, 5)).toMatchObject(
    Array.from({ length: 5 }, () => ({ status: 'failed', fault: 'bad_address', tries: 1, secret: null })),
  )
  expect(all[5]).toMatchObject({ status: 'sent', recipient: good })
  await strict.stop()
})

test('a code is given up when it is of no use any more, or not sent late if no process ran; other messages after a day', async () => {
  const late = fresh()
  await code(late)
  t.travel(10 * MINUTE)
  expect(await mailbox.hasMailTo(late)).toBe(false)
  expect(await rows()).toMatchObject([{ status: 'failed', fault: 'expired', secret: null }])
  await t.database.db.delete(messages)
  const down = await startSmtp()
  await down.stop()
  await code(fresh())
  const to = { channel: 'email' as const, address: fresh() }
  await put({ to, accountId: null, language: 'en', template: 'test', data: { time: t.app.now().toISOString() } })
  await through(down.port, async () => {
    const began = t.app.now().getTime()
    let ends: (number | null)[] = [null, null]
    for (let n = 0; n < 60 && ends.includes(null); n++) {
      await send()
      const elapsed = t.app.now().getTime() - began
      ends = (await rows()).map(({ status }, i) => ends[i] ?? (status === 'failed' ? elapsed : null))
      t.travel((30 * MINUTE) / 60)
      if (n > 25) t.travel(60 * MINUTE)
    }
    expect(ends[0]).toBeLessThan(10 * MINUTE)
    expect(ends[1]).toBeGreaterThan(20 * 60 * MINUTE)
    expect(ends[1]).toBeLessThanOrEqual(25 * 60 * MINUTE)
  })
  expect(await rows()).toMatchObject([{ fault: 'unreachable', secret: null }, { fault: 'unreachable' }])
})

test('the code is in no log, no answer and no error, even if the server quotes it', async () => {
  const lines: string[] = []
  const quoting = await startSmtp({
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', () => done(Object.assign(new Error('5.7.1 looks like spam: 482913 is your code'), { responseCode: 554 })))
    },
  })
  const before = t.app.log
  t.app.log = createLog('trace', { write: (line) => lines.push(line) })
  await code(fresh())
  await through(quoting.port, async () => {
    for (const job of messagesNoun.jobs!(t.app)) if (job.name === 'send_email') await job.work(null)
  })
  t.app.log = before
  const [row] = await rows()
  expect(row).toMatchObject({ status: 'failed', fault: 'refused', secret: null })
  expect(row?.error).toContain('*** is your code')
  const listed = await (await t.admin()).call('GET', '/admin/messages')
  expect(listed.body.items).toHaveLength(1)
  const jobs = await t.database.pool.query('select * from graphile_worker.jobs')
  const seen = [row, listed.body, lines, jobs.rows]
  for (const one of seen) expect(JSON.stringify(one)).not.toContain('482913')
  expect(lines.some((line) => line.includes('a message was not sent'))).toBe(true)
  await quoting.stop()
})

test.each([
  'two@example.com, other@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Name <a@example.com>',
  'a@b@example.com',
  'nobody',
  '',
])('%j is no recipient', async (address) => {
  await expect(code(address)).rejects.toThrow('not an address')
  expect(await rows()).toEqual([])
})

test('a waiting secret can be opened only in its own row, and an erased one ends its message', async () => {
  await code(fresh())
  await code(fresh(), 'confirm', '999999')
  const [first, second] = await rows()
  await t.database.db.update(messages).set({ secret: second!.secret }).where(eq(messages.id, first!.id))
  await send()
  expect(mailbox.mails.map((mail) => mailbox.code(mail))).toEqual(['999999'])
  expect(mailbox.mails[0]?.recipients).toEqual([second!.recipient])
  await sealStored(t.database)
  await eraseSealed(t.database)
  expect((await rows())[0]).toMatchObject({ status: 'failed', secret: null })
})

test('without a mail server messages are skipped and say why; only in development they are printed', async () => {
  const printing = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await change({ 'mail.host': '' })
  await code(fresh())
  await send()
  t.app.config.printMessages = true
  const address = fresh()
  await code(address)
  await send()
  t.app.config.printMessages = false
  const printed = printing.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('[email to'))
  printing.mockRestore()
  await change({ 'mail.host': '127.0.0.1' })
  expect(await rows()).toMatchObject([
    { status: 'skipped', fault: 'not_configured', secret: null },
    { status: 'skipped', fault: 'printed', secret: null },
  ])
  expect(printed).toHaveLength(1)
  expect(printed[0]).toContain(address)
  expect(printed[0]).toContain('482913')
})

test('messages leave the log after 180 days', async () => {
  await code(fresh())
  t.travel(181 * 24 * 60 * MINUTE)
  await code(fresh())
  for (const job of messagesNoun.jobs!({ ...t.app, log: pino({ level: 'silent' }) }))
    if (job.name === 'drop_old_messages') await job.work(null)
  expect(await rows()).toHaveLength(1)
})

test('the mailer reconnects when the settings change, and waits for a silent server only so long', async () => {
  const [first, other] = [await startSmtp(), await startSmtp()]
  for (const server of [first, other]) {
    await code(fresh())
    await through(server.port, () => send())
    expect(server.mails).toHaveLength(1)
  }
  await Promise.all([first.stop(), other.stop()])
  const silent = createServer(() => {})
  const { port } = await listening(silent)
  const mailer = createMailer(100)
  const settings = { ...t.app.settings(), ...mailSettings(port), 'mail.encryption': 'none' as const }
  const mail = { to: 'a@example.com', site: 'Portico', subject: 's', html: 'h', text: 't', messageId: 'x' }
  await expect(mailer.send(settings, mail)).rejects.toMatchObject({ fault: 'timeout' })
  mailer.close()
  silent.close()
})

test('sent messages have a time, and no ended one keeps a secret', async () => {
  await code(fresh())
  const [row] = await rows()
  const put = (change: object) => t.database.db.update(messages).set(change).where(eq(messages.id, row!.id))
  await expect(put({ status: 'sent', secret: null })).rejects.toMatchObject({ cause: { constraint: 'messages_sent' } })
  await expect(put({ status: 'failed' })).rejects.toMatchObject({ cause: { constraint: 'messages_secret_ends' } })
})
