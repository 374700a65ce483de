import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { selfSigned } from '../../../test/self-signed.ts'
import { startApp } from '../../../test/harness.ts'
import { mailSettings, type Smtp, startSmtp } from '../../../test/smtp.ts'

const servers: Smtp[] = []
const { cert, key } = selfSigned()
const trusted = getCACertificates('default')
// What an operator learns from the test button about a real mail server.
const t = await startApp()
const owner = await t.admin()
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await t.stop()
  await Promise.all(servers.map((server) => server.stop()))
})

async function smtp(options: Parameters<typeof startSmtp>[0] = {}): Promise<Smtp> {
  const server = await startSmtp(options)
  servers.push(server)
  return server
}
async function tried(server: { port: number }, settings: Record<string, unknown> = {}) {
  const saved = await owner.call('PATCH', '/admin/settings', { ...mailSettings(server.port), ...settings })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const answer = await owner.call('POST', '/admin/messages/tests', {
    channel: 'email',
    to: 'op@example.com',
    language: 'en',
    template: 'test',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const login = (password: string): Parameters<typeof startSmtp>[0] => ({
  cert,
  key,
  authOptional: false,
  onAuth: (auth, _, done) =>
    auth.username === 'portal' && auth.password === password
      ? done(null, { user: 'portal' })
      : done(Object.assign(new Error('5.7.8 authentication failed'), { responseCode: 535 })),
})

test('a plain relay takes the test mail; a server without TLS and a missing server get different answers', async () => {
  const server = await smtp()
  expect(await tried(server)).toEqual({ sent: true, fault: null, error: null })
  expect(server.mails[0]).toMatchObject({ subject: 'Test from Portico', recipients: ['op@example.com'], secure: false })
  const plain = await smtp()
  expect(await tried(plain, { 'mail.encryption': 'starttls' })).toMatchObject({ sent: false, fault: 'no_tls' })
  expect(await tried(plain, { 'mail.encryption': 'tls' })).toMatchObject({ sent: false, fault: 'no_tls' })
  expect(plain.mails, 'nothing leaves unencrypted').toEqual([])
  const gone = await startSmtp()
  await gone.stop()
  expect(await tried(gone)).toMatchObject({ sent: false, fault: 'unreachable' })
})

test('with STARTTLS the certificate is checked, unless the operator turns that off', async () => {
  const server = await smtp({ cert, key })
  expect(await tried(server, { 'mail.encryption': 'starttls' })).toMatchObject({ sent: false, fault: 'bad_certificate' })
  expect(server.mails).toEqual([])
  expect(await tried(server, { 'mail.encryption': 'starttls', 'mail.check_certificate': false })).toMatchObject({ sent: true })
  setDefaultCACertificates([...trusted, cert])
  expect(await tried(server, { 'mail.encryption': 'starttls', 'mail.check_certificate': true, 'mail.from_name': 'Again' })).toMatchObject({
    sent: true,
  })
  expect(server.mails.map(({ secure }) => secure)).toEqual([true, true])
})

test('a login works over TLS; a wrong password is named, and is nowhere in the answer', async () => {
  setDefaultCACertificates([...trusted, cert])
  const server = await smtp({ ...login('right password'), secure: true })
  const settings = { 'mail.encryption': 'tls', 'mail.check_certificate': true, 'mail.user': 'portal' }
  const wrong = await tried(server, { ...settings, 'mail.password': 'wrong password' })
  expect(wrong).toMatchObject({ sent: false, fault: 'bad_login' })
  expect(wrong.error).toContain('535')
  expect(JSON.stringify(wrong)).not.toContain('wrong password')
  expect(await tried(server, { ...settings, 'mail.password': 'right password' })).toMatchObject({ sent: true })
  expect(server.mails).toMatchObject([{ user: 'portal', secure: true }])
  expect(await tried(server, { ...settings, 'mail.user': '' })).toMatchObject({ sent: false, fault: 'bad_login' })
})

test('refused senders, recipients and mails get different answers, with what the server said', async () => {
  const refuse = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode })
  const sender = await smtp({ onMailFrom: (_, __, done) => done(refuse('not your address', 553)) })
  const recipient = await smtp({ onRcptTo: (_, __, done) => done(refuse('no such user', 550)) })
  const mail = await smtp({
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', () => done(refuse('looks like spam', 554)))
    },
  })
  expect(await tried(sender)).toMatchObject({ fault: 'bad_sender', error: '553 not your address' })
  expect(await tried(recipient)).toMatchObject({ fault: 'bad_address', error: expect.stringContaining('no such user') })
  expect(await tried(mail)).toMatchObject({ fault: 'refused', error: '554 looks like spam' })
})

test('line breaks in names and values never reach the headers', async () => {
  const server = await smtp()
  const title = 'Site\r\nBcc: victim@example.com\r\n\r\nOwn body'
  // Past the schema, as an old or imported value could be.
  await t.database.pool.query(`insert into settings (key, value) values ('site.title', $1) on conflict (key) do update set value = $1`, [
    JSON.stringify(title),
  ])
  await t.app.reloadSettings()
  expect(await tried(server, { 'mail.from_name': '' })).toMatchObject({ sent: true })
  const [received] = server.mails
  expect(received?.recipients).toEqual(['op@example.com'])
  expect(received?.headers.map(({ key: name }) => name)).not.toContain('bcc')
  expect(received?.subject).toBe('Test from Site Bcc: victim@example.com Own body')
  expect(received?.from?.name).toBe('Site Bcc: victim@example.com Own body')
  expect(received?.text).toMatch(/^This is a test/)
})
