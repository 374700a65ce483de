import type { Settings } from '@portico/contract/settings-admin'
import { createTransport } from 'nodemailer'
import { oneLine } from '../render-message.ts'
import { explainSmtp } from './explain-smtp.ts'

/**
 * `site`: its name, which signs the mail where no other sender is set. `stop`: an address that a POST to stops such mails. `thread`: mails
 * with the same id belong together, and are answered at `replyTo`.
 */
export type Mail = {
  to: string
  site: string
  subject: string
  html: string
  text: string
  messageId: string
  stop?: string | undefined
  thread?: { id: string; replyTo: string | null } | null
}
export type Mailer = {
  /** Resolves when the server took the mail; throws `NotSent`. */
  send: (settings: Settings, mail: Mail) => Promise<void>
  close: () => void
}

const PATIENCE_MS = 10_000

export function hasMail(settings: Settings): boolean {
  return settings['mail.host'] !== '' && settings['mail.from'] !== ''
}

/** Keeps connections open between mails, and opens new ones when the settings change. */
export function createMailer(patienceMs = PATIENCE_MS): Mailer {
  let pool: { made: string; transport: ReturnType<typeof openPool> } | null = null

  function poolFor(settings: Settings): ReturnType<typeof openPool> {
    const made = JSON.stringify(Object.entries(settings).filter(([key]) => key.startsWith('mail.')))
    if (pool?.made !== made) {
      pool?.transport.close()
      pool = { made, transport: openPool(settings, patienceMs) }
    }
    return pool.transport
  }

  return {
    send: async (settings, { to, site, messageId, stop, thread, ...content }) => {
      const from = settings['mail.from']
      const name = oneLine(settings['mail.from_name'] || site)
      try {
        await poolFor(settings).sendMail({
          ...content,
          from: { name, address: from },
          to: { name: '', address: to },
          // Stated as well, so that nothing in the headers can add a recipient.
          envelope: { from, to: [to] },
          messageId: `<${messageId}@${domainOf(from)}>`,
          ...(thread && threadHeaders(thread, domainOf(from))),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...stopHeaders(stop) },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw explainSmtp(error)
      }
    },
    close: () => {
      pool?.transport.close()
      pool = null
    },
  }
}

const domainOf = (address: string): string => address.split('@')[1] ?? 'localhost'

/** Headers that group mails: all refer to one message, which need not exist. */
function threadHeaders({ id, replyTo }: { id: string; replyTo: string | null }, domain: string) {
  const first = `<portico-${id}@${domain}>`
  return { inReplyTo: first, references: [first], ...(replyTo !== null && { replyTo }) }
}

/** Headers for one-click unsubscribing without a session (RFC 8058). */
function stopHeaders(stop: string | undefined): Record<string, string> {
  return stop === undefined ? {} : { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function openPool(settings: Settings, patienceMs: number) {
  const encryption = settings['mail.encryption']
  const user = settings['mail.user']
  return createTransport({
    pool: true,
    // For three codes or receipts beside bulk.
    maxConnections: 8,
    // A connection lost while sending is ours to try again: the mail may have arrived.
    maxRequeues: 0,
    host: settings['mail.host'],
    port: settings['mail.port'],
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    tls: { rejectUnauthorized: settings['mail.check_certificate'], minVersion: 'TLSv1.2' },
    ...(user === '' ? {} : { auth: { user, pass: settings['mail.password'] } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: 2 * patienceMs,
    dnsTimeout: patienceMs,
  })
}
