import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

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
