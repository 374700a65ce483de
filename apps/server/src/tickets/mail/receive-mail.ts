import { createHash } from 'node:crypto'
import type { TicketMailRefusal } from '@portico/contract/tickets-admin'
import { MAX_TICKET_FILE_BYTES, MAX_TICKET_FILES } from '@portico/contract/tickets'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Attachment } from 'postal-mime'
import { accounts } from '../../accounts/accounts.table.ts'
import { callerOf } from '../../actor.ts'
import type { App } from '../../app.ts'
import type { Tx } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { identities } from '../../identities/identities.table.ts'
import { openReplyAddress, type TicketThread } from '../../messages/mail/ticket-address.ts'
import { replyWithin } from '../reply.ts'
import { uploadTicketFile } from '../ticket-files.ts'
import { ticketMails, ticketMessages } from '../tickets.table.ts'
import { type ParsedMail, parseMail } from './parse-mail.ts'
import { senderOf } from './sender-of.ts'
import { headersOf, isAutomatic, isForgedSender } from './sent-by-machine.ts'
import { unknownPart } from './written-part.ts'

/** Most bytes of a mail. */
export const MAX_MAIL_BYTES = 20 * 1024 * 1024

/** `known`: a mail with this Message-ID came before, and changes nothing. */
export type MailOutcome = 'accepted' | 'known' | TicketMailRefusal
type Noted = { messageId: string; sender: string; subject: string; ticketId: number | null }

/**
 * Puts a mail into the ticket it answers, or notes why not. May be called again with the same mail. Throws only what is worth another try.
 */
export async function receiveMail(app: App, raw: Buffer): Promise<MailOutcome> {
  const fallback = { messageId: hashOf(raw), sender: '', subject: '', ticketId: null }
  if (raw.length > MAX_MAIL_BYTES) return noteRefusal(app, fallback, 'too_large')
  const mail = await parseMail(raw)
  if (mail === null) return noteRefusal(app, fallback, 'unreadable')
  const about = {
    messageId: mail.messageId?.slice(0, 500) || fallback.messageId,
    sender: (mail.from?.address ?? '').slice(0, 200),
    subject: (mail.subject ?? '').slice(0, 200),
    ticketId: null,
  }
  const thread = await threadOf(app, mail)
  if (thread === null) return noteRefusal(app, about, 'no_address')
  if (thread === 'forged') return noteRefusal(app, about, 'forged_address')
  const noted = { ...about, ticketId: thread.ticketId }
  const refusal = await whyRefused(app, mail, thread)
  if (refusal !== null) return noteRefusal(app, noted, refusal)
  return answer(app, mail, thread, noted)
}

/** Notes a mail that was not even read. May be called twice. */
export async function noteRefusal(app: App, noted: Noted, refused: TicketMailRefusal): Promise<MailOutcome> {
  const at = app.now()
  const [row] = await app.database.db
    .insert(ticketMails)
    .values({ ...noted, at, refused })
    .onConflictDoNothing()
    .returning()
  return row ? refused : 'known'
}

/** The ticket that the recipients name. A forged address beside a good one is of no account. */
async function threadOf({ database, settings }: App, mail: ParsedMail): Promise<TicketThread | 'forged' | null> {
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((one) => [
    one.address ?? '',
    ...(one.group ?? []).map(({ address }) => address ?? ''),
  ])
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) => headersOf(mail, name))
  const opened: (TicketThread | 'forged' | null)[] = []
  for (const address of [...named, ...delivered].slice(0, 50)) opened.push(await openReplyAddress(database, settings(), address))
  return opened.find((one) => one !== null && one !== 'forged') ?? (opened.includes('forged') ? 'forged' : null)
}

async function whyRefused(app: App, mail: ParsedMail, { accountId }: TicketThread): Promise<TicketMailRefusal | null> {
  const from = mail.from?.address?.toLowerCase() ?? ''
  const own = app.settings()
  if (/<?portico-[\w-]+@/.test(mail.messageId ?? '')) return 'loop'
  if ([own['mail.from'], own['ticket_mail.address']].some((address) => address !== '' && address.toLowerCase() === from)) return 'loop'
  if (isAutomatic(mail)) return 'automatic'
  if (isForgedSender(mail)) return 'dmarc_failed'
  const { db } = app.database
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt), isNull(accounts.bannedAt)))
  if (!account) return 'account_closed'
  const known = await db
    .select({ label: identities.label })
    .from(identities)
    .where(and(eq(identities.accountId, accountId), eq(identities.provider, 'email'), isNotNull(identities.verifiedAt)))
  const sender = senderOf(mail)
  return known.some(({ label }) => label.toLowerCase() === sender) ? null : 'foreign_sender'
}

const CLOSED = new Set(['ticket.closed', 'ticket.already_open', 'ticket.full'])

async function answer(app: App, mail: ParsedMail, { accountId, ticketId }: TicketThread, noted: Noted): Promise<MailOutcome> {
  const attached = mail.attachments.filter(({ disposition, mimeType }) => disposition === 'attachment' || mimeType.startsWith('image/'))
  const { text: top, below } = mail.written
  const answered = await answerBelow(app, below, ticketId, top !== '' || attached.length === 0)
  const written = [top, answered].filter(Boolean).join('\n\n')
  if (written === '' && attached.length === 0) return noteRefusal(app, noted, 'empty')
  try {
    await app.limits.ticketMessagesByAccount.take(String(accountId))
    const { fileIds, left } = await keep(app, accountId, attached)
    const text = [written, ...left.map((name) => `✕ ${name}`)].filter(Boolean).join('\n') || '📎'
    const reply = { accountId, ticketId, text: text.slice(0, 8000), fileIds, by: 'mail' } as const
    const at = app.now()
    return await app.database.transaction(async (tx) => {
      if (!(await claim(tx, noted, at))) return 'known'
      await replyWithin(tx, reply, { now: at, settings: app.settings() })
      return 'accepted'
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code.startsWith('file.storage_') || error.code === 'limit.exceeded') throw error
    return noteRefusal(app, noted, CLOSED.has(error.code) ? 'ticket_closed' : 'not_accepted')
  }
}

/** What stands below an unmarked quotation. `isAll`: the whole text, if that cannot be told. */
async function answerBelow({ database }: App, below: string, ticketId: number, isAll: boolean): Promise<string> {
  if (below === '') return ''
  const said = await database.db.select({ text: ticketMessages.text }).from(ticketMessages).where(eq(ticketMessages.ticketId, ticketId))
  return (
    unknownPart(
      below,
      said.map(({ text }) => text),
    ) || (isAll ? below : '')
  )
}

/** Whether a mail is new. A second process with the same mail waits here for the first. */
async function claim(tx: Tx, noted: Noted, at: Date): Promise<boolean> {
  const [row] = await tx
    .insert(ticketMails)
    .values({ ...noted, at })
    .onConflictDoNothing()
    .returning()
  return row !== undefined
}

/** Stores the attachments that tickets accept; `left`: the names of the others. */
async function keep(app: App, accountId: number, attached: Attachment[]): Promise<{ fileIds: number[]; left: string[] }> {
  const [fileIds, left]: [number[], string[]] = [[], []]
  for (const { filename, content } of attached) {
    const name = (filename ?? 'file').slice(0, 120)
    const bytes = Buffer.from(content as ArrayBuffer)
    const isRoom = fileIds.length < MAX_TICKET_FILES && bytes.length <= MAX_TICKET_FILE_BYTES
    const stored = isRoom ? await uploadTicketFile(app, callerOf(accountId), { name, bytes }).catch(notStored) : null
    if (stored) fileIds.push(stored.id)
    else left.push(name)
  }
  return { fileIds, left }
}

function notStored(error: unknown): null {
  if (error instanceof AppError && !error.code.startsWith('file.storage_')) return null
  throw error
}

function hashOf(raw: Buffer): string {
  return `sha256-${createHash('sha256').update(raw).digest('hex')}`
}
