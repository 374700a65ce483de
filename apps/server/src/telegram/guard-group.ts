import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import { escapeMarkup } from '../escape-markup.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { isActive } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import type { BotContext } from './commands/bot-context.ts'
import { send, textMessage } from './outbox.ts'
import { telegramBindings, telegramGuests } from './telegram.table.ts'
import { wordsIn } from './texts/words.ts'

const DAY_MS = 86_400_000
const BATCH = 50

/** Lets members with a running plan into the guarded group, and tells everybody else in private why not. Other groups are left alone. */
export async function guardGroup(c: BotContext): Promise<void> {
  const { app, who, words } = c
  const asked = c.chatJoinRequest
  if (!asked || String(asked.chat.id) !== app.settings()['bot.group']) return
  const [chatId, telegramId, now] = [asked.chat.id, asked.from.id, app.now()]
  const isMember = who !== null && !who.isBanned
  const mayEnter = isMember && isActive((await readSubscription(app.database.db, who.accountId)).subscription, now)
  const group = escapeMarkup(asked.chat.title)
  const text = words(mayEnter ? 'guardIn' : isMember ? 'guardNoPlan' : 'guardStranger', { group })
  const method = mayEnter ? 'approveChatJoinRequest' : 'declineChatJoinRequest'
  const userChat = asked.user_chat_id
  await app.database.transaction(async (tx) => {
    if (mayEnter) {
      const row = { chatId, telegramId, accountId: who.accountId, letInAt: now }
      await tx
        .insert(telegramGuests)
        .values(row)
        .onConflictDoUpdate({ target: [telegramGuests.chatId, telegramGuests.telegramId], set: row })
    }
    const message = textMessage(text)
    const decision = { chatId: userChat, accountId: null, method, data: { chat_id: chatId, user_id: telegramId } }
    // The same queue, so that the words come after the decision.
    await send(tx, [decision, { chatId: userChat, accountId: null, ...message, data: { ...message.data, chat_id: userChat } }], now)
  })
}

/** Removes whom the bot let in and whose plan ended long enough ago. They may ask again. */
export async function clearGroup(app: App): Promise<void> {
  const days = app.settings()['bot.group_leave_days']
  const group = app.settings()['bot.group']
  if (days === 0 || group === '' || !app.settings()['bot.on']) return
  const now = app.now()
  const { accountId, chatId, telegramId } = telegramGuests
  const over = or(isNull(subscriptions.groupId), lt(subscriptions.expiresAt, new Date(now.getTime() - days * DAY_MS)))
  await app.database.transaction(async (tx) => {
    const gone = await tx
      .select({ accountId, telegramId, chosen: telegramBindings.language, language: accounts.language })
      .from(telegramGuests)
      .innerJoin(subscriptions, eq(subscriptions.accountId, accountId))
      .innerJoin(accounts, eq(accounts.id, accountId))
      .leftJoin(telegramBindings, eq(telegramBindings.telegramId, telegramId))
      .where(and(eq(chatId, Number(group)), over))
      .limit(BATCH)
      .for('update', { of: telegramGuests, skipLocked: true })
    for (const guest of gone) {
      const who = { chat_id: Number(group), user_id: guest.telegramId }
      const chat = { chatId: guest.telegramId, accountId: null }
      const message = textMessage(wordsIn(guest.chosen ?? guest.language ?? 'en')('guardOut'))
      // A ban that is lifted at once removes somebody without keeping them out.
      await send(
        tx,
        [
          { ...chat, method: 'banChatMember', data: who },
          { ...chat, method: 'unbanChatMember', data: { ...who, only_if_banned: true } },
          { ...chat, ...message, data: { ...message.data, chat_id: guest.telegramId } },
        ],
        now,
      )
      await tx.delete(telegramGuests).where(and(eq(chatId, Number(group)), eq(telegramId, guest.telegramId)))
    }
  })
}
