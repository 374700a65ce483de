import type { Language } from '@portico/contract/translations'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { escapeMarkup } from '../escape-markup.ts'
import { enqueue } from '../jobs/queue.ts'
import { subscribeUrl } from '../subscriptions/link.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { send, textMessage } from './outbox.ts'
import { wordsIn } from './texts/words.ts'

type Asked = { chatId: number; accountId: number | null; data: Record<string, unknown> | null }

/** The message with the subscription link. It is written as it is sent, so that the link is stored nowhere else. */
export async function linkMessage(app: App, { chatId, accountId, data }: Asked): Promise<{ method: string; data: object }> {
  const words = wordsIn((data?.['language'] as Language | undefined) ?? 'en')
  const { subscription } = await readSubscription(app.database.db, accountId ?? 0)
  const url = subscribeUrl(subscription.token, app.settings(), app.config)
  const text = `<b>${words('linkTitle')}</b>\n\n<code>${escapeMarkup(url)}</code>\n\n${words('linkWarning')}`
  const message = textMessage(text, [[{ text: words('deleteButton'), callback_data: 'delete' }]])
  return { method: message.method, data: { ...message.data, chat_id: chatId } }
}

export const DELETE_LINK_JOB = 'delete_telegram_link'
const SHOWN_MS = 10 * 60_000

export const SentLink = z.object({ chatId: z.int(), accountId: z.nullable(z.int()), messageId: z.int() })
type SentLink = z.infer<typeof SentLink>

/** Lets a sent link disappear after ten minutes. */
export async function deleteLater(tx: Tx, sent: SentLink, now: Date): Promise<void> {
  await enqueue(tx, DELETE_LINK_JOB, sent, { runAt: new Date(now.getTime() + SHOWN_MS) })
}

/** Deletes a sent link. May be repeated: Telegram then says that it is gone. */
export async function deleteLink(app: App, { chatId, accountId, messageId }: SentLink): Promise<void> {
  const data = { chat_id: chatId, message_id: messageId }
  await app.database.transaction((tx) => send(tx, [{ chatId, accountId, method: 'deleteMessage', data }], app.now()))
}
