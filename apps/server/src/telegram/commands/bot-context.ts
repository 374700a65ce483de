import type { Language } from '@portico/contract/translations'
import { Api, type Composer, Context } from 'grammy/web'
import type { Update, UserFromGetMe } from 'grammy/types'
import type { App } from '../../app.ts'
import { siteOrigin } from '../../settings/settings.ts'
import { type Bound, findBound, noteReachable } from '../bindings.ts'
import { type Button, send, textMessage } from '../outbox.ts'
import type { TelegramBotRow } from '../telegram.table.ts'
import { type Words, wordsIn } from '../texts/words.ts'

type More = { ticketId?: number; replyTo?: number; wantsReply?: boolean }
type Own = {
  app: App
  /** The member who wrote; null: the chat is not connected. */
  who: Bound | null
  language: Language
  words: Words
  /** Answers in the update's chat. */
  say: (html: string, buttons?: Button[][], more?: More) => Promise<void>
  /** A page of our site. */
  page: (path: string) => string
}
/** An update with its sender. Use `say`, not grammY's `api` and `reply`: all goes through the outbox. */
export type BotContext = Context & Own
export type Commands = Composer<BotContext>

export async function contextOf(app: App, bot: TelegramBotRow, update: Update): Promise<BotContext> {
  const { database } = app
  const context = new Context(update, new Api('unused'), meOf(bot))
  const { from } = context
  const chatId = context.chat?.id ?? from?.id ?? 0
  const isPrivate = context.chat?.type === 'private'
  const who = from ? await findBound(database.db, from.id, app.settings()['security.staff_second_factor']) : null
  if (who && isPrivate && !context.myChatMember) await noteReachable(database.db, who.telegramId, app.now())
  const language = who?.language ?? (from?.language_code?.startsWith('zh') ? 'zh-CN' : 'en')
  const say: Own['say'] = async (html, buttons = [], { ticketId, replyTo, wantsReply } = {}) => {
    const { method, data } = textMessage(html, buttons)
    const more = {
      ...(replyTo !== undefined && { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
      ...(wantsReply && { reply_markup: { force_reply: true } }),
    }
    // In a group nothing may be about a member.
    const accountId = isPrivate ? (who?.accountId ?? null) : null
    const message = { chatId, accountId, method, data: { ...data, ...more, chat_id: chatId }, ...(ticketId !== undefined && { ticketId }) }
    await database.transaction((tx) => send(tx, [message], app.now()))
  }
  const page = (path: string): string => siteOrigin(app.settings(), app.config) + path
  return Object.assign(context, { app, who, language, words: wordsIn(language), say, page })
}

/** Part of `getMe` by which commands are recognised. */
function meOf({ botId, username, name }: TelegramBotRow): UserFromGetMe {
  return { id: botId ?? 0, is_bot: true, first_name: name ?? '', username: username ?? '' } as UserFromGetMe
}
