import type { EventContent, EventOf } from '@portico/contract/events'
import type { Language } from '@portico/contract/translations'
import { and, eq, isNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { escapeMarkup } from '../escape-markup.ts'
import type { Channel, Delivery, DeliveredEvent } from '../events/channel.ts'
import { events } from '../events/events.table.ts'
import { readText } from '../messages/message-texts.ts'
import { valuesOf } from '../messages/message-values.ts'
import { renderMessage } from '../messages/render-message.ts'
import { reminderChannel } from '../reminders/reminder-channel.ts'
import { reminderMessage } from '../reminders/reminder-message.ts'
import { ticketMessages } from '../tickets/tickets.table.ts'
import { isOn } from './bot-api.ts'
import { linkButton } from './link-button.ts'
import { type Outgoing, send, textMessage } from './outbox.ts'
import { telegramBindings } from './telegram.table.ts'
import { excerpt } from './texts/excerpt.ts'
import { wordsIn } from './texts/words.ts'

type Parts = Pick<App, 'database' | 'config' | 'settings' | 'now'>

/** Reminders in the member's chat with the bot. */
export function telegramChannel(parts: Parts): Channel {
  return { ...reminderChannel(parts, 'telegram', (event) => remind(parts, event)), isOn: () => parts.settings()['bot.on'] }
}

/** Puts a reminder into the outbox of the bot, once per event however often it is called. */
async function remind(parts: Parts, { id, accountId, content }: DeliveredEvent): Promise<void | Delivery> {
  const { database, settings, now } = parts
  if (!isOn(settings())) return { skipped: 'not_configured' }
  const [chat] = await database.db
    .select({ binding: telegramBindings, language: accounts.language })
    .from(telegramBindings)
    .innerJoin(accounts, eq(accounts.id, telegramBindings.accountId))
    .where(eq(telegramBindings.accountId, accountId))
  if (!chat) return { skipped: 'no_address' }
  if (chat.binding.blockedAt) return { skipped: 'bounced' }
  const language = chat.binding.language ?? chat.language ?? 'en'
  const chatId = chat.binding.telegramId
  const message = await messageOf(parts, accountId, content, language)
  await database.transaction(async (tx) => {
    // The event's end waits for this lock, or is seen here.
    const open = and(eq(events.id, id), isNull(events.endedAt))
    const [event] = await tx.select({ id: events.id }).from(events).where(open).for('share')
    if (!event) return
    await send(tx, [{ ...message, data: { ...message.data, chat_id: chatId }, chatId, accountId, cause: `event ${id}` }], now())
  })
}

type Message = Pick<Outgoing, 'method' | 'data' | 'ticketId'>

/** The text of the mail without its link, which becomes a button. An answer to a ticket comes whole, and can be replied to. */
async function messageOf(parts: Parts, accountId: number, content: EventContent, language: Language): Promise<Message> {
  const { db } = parts.database
  const { template, data } = await reminderMessage(db, accountId, content, language)
  const values = valuesOf(parts, { template, data, language, secret: null })
  const source = await readText(db, template, language)
  const label = /^(.*?)[:：]?[^\S\n]*\{\{link\}\}/m.exec(source.text)?.[1] || wordsIn(language)('openSite')
  const buttons = linkButton(label, values.link ?? '')
  if (content.type === 'ticket_answered') return { ...(await answerOf(db, content.data, language)), ticketId: content.data.ticket_id }
  const paragraphs = source.text.split(/\n[^\S\n]*\n\s*/).filter((text) => !text.includes('{{link}}'))
  const { subject, text } = renderMessage({ ...source, text: paragraphs.join('\n\n'), foot: '' }, language, values)
  const body = text.slice(0, text.lastIndexOf('-- \n')).trim()
  return textMessage(`<b>${escapeMarkup(subject)}</b>\n\n${escapeMarkup(body)}`, buttons)
}

async function answerOf(db: Db, { ticket_id: ticketId, seq, subject }: EventOf<'ticket_answered'>, language: Language): Promise<Message> {
  const words = wordsIn(language)
  const [answer] = await db
    .select({ text: ticketMessages.text })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.seq, seq), eq(ticketMessages.kind, 'reply')))
  const lines = [
    words('ticketAnswered', { subject: escapeMarkup(subject) }),
    excerpt(answer?.text ?? '', 3000),
    `<i>${words('ticketReplyHint')}</i>`,
  ]
  return textMessage(lines.join('\n\n'))
}
