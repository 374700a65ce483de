import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'

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
      const { rcptTo } = session.envelope
      const envelope = { recipients: rcptTo.map(({ address }) => address), user: session.user ?? null, secure: session.secure }
      void text(stream)
        .then(async (raw) => void mails.push({ ...(await PostalMime.parse(raw)), raw, ...envelope }))
        .then(() => done(), done)
    },
    ...options,
  })
  // A client that refuses our certificate hangs up, which is an error here.
  server.on('error', () => {})
  const { port } = await listening(server.server)
  return { mails, port, stop: () => new Promise<void>((done) => server.close(() => done())) }
}
export type Smtp = Awaited<ReturnType<typeof startSmtp>>

export const mailSettings = (port: number) => ({
  'mail.host': '127.0.0.1',
  'mail.port': port,
  'mail.encryption': 'none',
  'mail.from': 'portal@example.com',
})
