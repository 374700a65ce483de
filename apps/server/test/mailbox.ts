import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { TestApp } from './harness.ts'

export type ReceivedMail = Email & { raw: string; recipients: string[]; user: string | null; secure: boolean }

/** A real SMTP server on a free port. `options` may refuse, log in or encrypt. */
export async function startSmtp(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    // Open connections of the pool need not be waited for.
    closeTimeout: 50,
    disabledCommands: options.cert === undefined ? ['STARTTLS'] : [],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const { rcptTo } = session.envelope
        const envelope = { recipients: rcptTo.map(({ address }) => address), user: session.user ?? null, secure: session.secure }
        void PostalMime.parse(raw).then((mail) => {
          mails.push({ ...mail, raw, ...envelope })
          done()
        }, done)
      })
    },
    ...options,
  })
  // A client that refuses our certificate hangs up, which is an error here.
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { mails, port, stop: () => new Promise<void>((done) => server.close(() => done())) }
}
export type Smtp = Awaited<ReturnType<typeof startSmtp>>

/** The settings that make the app send through a server. */
export const mailSettings = (port: number) => ({
  'mail.host': '127.0.0.1',
  'mail.port': port,
  'mail.encryption': 'none',
  'mail.from': 'portal@example.com',
})

/**
 * Makes the app send mail to a server of our own. `mailTo` runs the jobs and returns the newest mail to the address that it has not
 * returned before; it throws if there is none. `code` and `link` read one out of a mail.
 */
export async function openMailbox(t: TestApp) {
  const smtp = await startSmtp()
  const owner = await t.admin()
  const saved = await owner.call('PATCH', '/admin/settings', mailSettings(smtp.port))
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  const seen = new Set<ReceivedMail>()
  const find = (address: string): ReceivedMail | undefined =>
    smtp.mails.findLast((mail) => !seen.has(mail) && mail.recipients.includes(address))
  return {
    mails: smtp.mails,
    async mailTo(address: string): Promise<ReceivedMail> {
      await t.runJobs()
      const mail = find(address)
      if (!mail) throw new Error(`no mail to ${address}; mails went to ${smtp.mails.flatMap(({ recipients }) => recipients).join(', ')}`)
      seen.add(mail)
      return mail
    },
    /** Whether one came, after running the jobs. */
    async hasMailTo(address: string): Promise<boolean> {
      await t.runJobs()
      return find(address) !== undefined
    },
    code: (mail: ReceivedMail): string => first(mail, /(?<!\d)\d{6}(?!\d)/),
    link: (mail: ReceivedMail): string => first(mail, /https?:\/\/\S+/),
    stop: smtp.stop,
  }
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

function first({ text = '' }: ReceivedMail, pattern: RegExp): string {
  const found = pattern.exec(text)?.[0]
  if (found === undefined) throw new Error(`nothing like ${String(pattern)} in: ${text}`)
  return found
}
