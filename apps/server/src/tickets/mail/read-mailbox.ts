import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { Settings } from '@portico/contract/settings-admin'
import type { App } from '../../app.ts'
import { MAX_MAIL_BYTES, noteRefusal, receiveMail } from './receive-mail.ts'

/** Mails per run; the next has the rest. */
const BATCH = 50
const PATIENCE_MS = 15_000

export function hasMailbox(settings: Settings): boolean {
  return settings['ticket_mail.mode'] === 'imap' && settings['ticket_mail.host'] !== '' && settings['ticket_mail.address'] !== ''
}

/** Mails that could not be read last time, by the mailbox's numbers: the others come first. */
const failed = new WeakMap<App, Set<number>>()

/**
 * Reads the unread mails of the mailbox, each into its ticket, and marks them as read. May run twice: a mail that was not marked is known
 * by its Message-ID.
 */
export async function readMailbox(app: App, batch = BATCH): Promise<number> {
  if (!hasMailbox(app.settings())) return 0
  return withFolder(app.settings(), async (client) => {
    const unread = (await client.search({ seen: false }, { uid: true })) || []
    const waiting = new Set(unread.filter((uid) => failed.get(app)?.has(uid)))
    failed.set(app, waiting)
    let read = 0
    for (const uid of [...unread.filter((one) => !waiting.has(one)), ...waiting].slice(0, batch)) {
      const about = await client.fetchOne(String(uid), { size: true, envelope: true }, { uid: true })
      if (!about) continue
      try {
        await readOne(app, client, uid, about)
      } catch (error) {
        // It stays unread, and is tried again.
        waiting.add(uid)
        app.log.error({ err: error }, 'a mail to a ticket could not be read')
        continue
      }
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      waiting.delete(uid)
      read++
    }
    return read
  })
}

type About = Pick<FetchMessageObject, 'size' | 'envelope'>

async function readOne(app: App, client: ImapFlow, uid: number, { size = 0, envelope }: About): Promise<void> {
  if (size > MAX_MAIL_BYTES) {
    // Not even fetched.
    const messageId = envelope?.messageId?.replaceAll('\0', '').slice(0, 500) || `uid-${uid}-${size}`
    const noted = {
      messageId,
      sender: (envelope?.from?.[0]?.address ?? '').replaceAll('\0', '').slice(0, 200),
      subject: (envelope?.subject ?? '').replaceAll('\0', '').slice(0, 200),
      ticketId: null,
    }
    await noteRefusal(app, noted, 'too_large')
    return
  }
  const found = await client.fetchOne(String(uid), { source: true }, { uid: true })
  if (found && found.source) await receiveMail(app, found.source)
}

type MailboxTest = 'works' | 'not_set' | 'unreachable' | 'refused' | 'no_folder'

/** Tests log-in and folder. */
export async function testMailbox(settings: Settings): Promise<MailboxTest> {
  if (!hasMailbox(settings)) return 'not_set'
  try {
    return await withFolder(settings, async () => 'works' as const)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('authenticationFailed' in error) return 'refused'
    return 'mailboxMissing' in error ? 'no_folder' : 'unreachable'
  }
}

async function withFolder<T>(settings: Settings, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const { ImapFlow } = await import('imapflow')
  const encryption = settings['ticket_mail.encryption']
  const client = new ImapFlow({
    host: settings['ticket_mail.host'],
    port: settings['ticket_mail.port'],
    secure: encryption === 'tls',
    // Otherwise, a server in between could take the encryption away.
    doSTARTTLS: encryption === 'starttls',
    tls: { rejectUnauthorized: settings['ticket_mail.check_certificate'], minVersion: 'TLSv1.2' },
    auth: { user: settings['ticket_mail.user'], pass: settings['ticket_mail.password'] },
    logger: false,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: 2 * PATIENCE_MS,
  })
  // A lost connection also fails the waiting command.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(settings['ticket_mail.folder'])
    return await work(client)
  } finally {
    if (client.usable) await client.logout().catch(() => {})
    client.close()
  }
}
