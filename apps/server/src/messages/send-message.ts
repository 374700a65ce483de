import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Language } from '@portico/contract/translations'
import type { MessageContent, Recipient } from './message.ts'
import { messagePlace } from './message-secrets.ts'
import { messages } from './messages.table.ts'

const KEPT_TRYING_MS = 24 * 3_600_000

/** `bulk`: what one cause brings to many. */
export const sendJob = (channel: Recipient['channel'], bulk: boolean): string => `send_${channel}${bulk ? '_bulk' : ''}`

export type NewMessage = MessageContent & {
  to: Recipient
  /** Account the message is about; null: not known. */
  accountId: number | null
  language: Language
  /** When it is given up; absent: after a day. */
  expiresAt?: Date
  /** The event it is about. A second message about it is not sent. */
  eventId?: number
}

/**
 * Sends a message once the caller's transaction commits. Each call sends one, or one per event. Costs the same whether or not the address
 * is known: rules about that are the worker's. Throws `secret.no_key` when a secret cannot be stored.
 */
export async function sendMessage(tx: Tx, secrets: SecretBox, message: NewMessage, now: Date): Promise<void> {
  const { to, secret } = message
  const [row] = await tx
    .insert(messages)
    .values(rowOf(message, now))
    .onConflictDoNothing({ target: messages.eventId })
    .returning({ id: messages.id })
  if (!row) return
  // The secret is bound to its row, so the row comes first.
  if (secret !== undefined) {
    const sealed = secrets.seal(messagePlace(row.id), secret)
    await tx.update(messages).set({ secret: sealed }).where(eq(messages.id, row.id))
  }
  await enqueue(tx, sendJob(to.channel, false), {})
}

export type NewMail = NewMessage & { secret?: undefined; bulk: boolean }

/** Sends mails without secrets once the caller's transaction commits, one per event. One waiting job is enough for all. */
export async function sendMails(tx: Tx, mails: NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ bulk, ...mail }) => ({ ...rowOf(mail, now), bulk }))
  await tx.insert(messages).values(rows).onConflictDoNothing({ target: messages.eventId })
  for (const bulk of new Set(mails.map((mail) => mail.bulk))) await enqueue(tx, sendJob('email', bulk), {}, { key: sendJob('email', bulk) })
}

function rowOf({ to, accountId, eventId, template, language, data, expiresAt }: NewMessage, now: Date) {
  if (!isRecipient(to)) throw new Error(`not an address for ${to.channel}`)
  const until = expiresAt ?? new Date(now.getTime() + KEPT_TRYING_MS)
  const about = { accountId, eventId: eventId ?? null, template, language, data }
  return { ...about, at: now, channel: to.channel, recipient: to.address, nextTryAt: now, expiresAt: until }
}

/** Whether a text is exactly one address: a line break or comma would reach other mailboxes. */
function isRecipient({ channel, address }: Recipient): boolean {
  return channel === 'sms' ? /^\+[1-9]\d{6,14}$/.test(address) : /^[^\s@,;<>"\p{Cc}]+@[^\s@,;<>"\p{Cc}]+$/u.test(address)
}
