import type { Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { telegramMessages } from './telegram.table.ts'

export const SEND_JOB = 'send_telegram'

export type Button = { text: string } & ({ callback_data: string } | { url: string })
export type Outgoing = {
  chatId: number
  /** The account it is for; null: the chat has none. */
  accountId: number | null
  /** A method of the Bot API, or `link`: a message with the member's subscription link, which is put in as it is sent. */
  method: string
  data: Record<string, unknown>
  /** Cause of the message, sent once per chat. */
  cause?: string
  ticketId?: number
}

/** Sends once the caller's transaction commits, in order per chat. May be called again for the same `cause`. */
export async function send(tx: Tx, messages: Outgoing[], now: Date): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => ({ ...message, data: wellFormed(message.data), createdAt: now, nextTryAt: now }))
  const stored = await tx.insert(telegramMessages).values(rows).onConflictDoNothing().returning({ id: telegramMessages.id })
  if (stored.length > 0) await enqueue(tx, SEND_JOB, {}, { key: SEND_JOB })
}

/** Neither the database nor Telegram takes half a character. */
function wellFormed(data: Outgoing['data']): Outgoing['data'] {
  return JSON.parse(
    JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
  ) as Outgoing['data']
}

/** A message in HTML, in which everything that is not ours was escaped; with rows of buttons. */
export function textMessage(html: string, buttons: Button[][] = []): Pick<Outgoing, 'method' | 'data'> {
  const data = { text: html, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }
  return { method: 'sendMessage', data: buttons.length === 0 ? data : { ...data, reply_markup: { inline_keyboard: buttons } } }
}
