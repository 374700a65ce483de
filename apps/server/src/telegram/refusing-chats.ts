import { eq, sql } from 'drizzle-orm'
import { GrammyError } from 'grammy/web'
import { jobActor } from '../actor.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { lockSettings, storeSettings } from '../settings/save-settings.ts'
import { settings } from '../settings/settings.table.ts'
import { telegramGuests, telegramMessages, telegramRefusals } from './telegram.table.ts'

// Groups and channels are below zero, members' chats above.

const GROUP_KEYS = ['bot.group', 'bot.alert_chat'] as const
/** What Telegram says of a chat rather than of one message or one user. */
const OF_CHAT =
  /chat not found|was kicked|not a member|not enough rights|administrator rights|admin_required|deactivated|was deleted|write_forbidden/i

/** Chats of the settings that refuse the bot: rows of error and refused_at. */
export const refusing = sql`(
  select r.error, r.refused_at from ${telegramRefusals} r
  where r.chat_id::text in (select value #>> '{}' from ${settings} where key in ('bot.group', 'bot.alert_chat'))) refusing`

/** Notes whether a group took a call. May be called twice. */
export async function noteAnswer(db: Db, chatId: number, error: unknown, now: Date): Promise<void> {
  if (chatId >= 0) return
  if (error === null) await db.delete(telegramRefusals).where(eq(telegramRefusals.chatId, chatId))
  if (!(error instanceof GrammyError) || (error.error_code !== 403 && !OF_CHAT.test(error.description))) return
  const row = { chatId, error: `${chatId}: ${error.description}`.slice(0, 300), refusedAt: now }
  await db
    .insert(telegramRefusals)
    .values(row)
    .onConflictDoUpdate({ target: telegramRefusals.chatId, set: { error: row.error } })
}

/** A group became a supergroup, with another id: settings, guests and waiting messages follow. May be called twice. */
export async function followGroup({ database, now: clock }: App, from: number, to: number): Promise<void> {
  const now = clock()
  await database.transaction(async (tx) => {
    const before = await lockSettings(tx, database.secrets)
    const keys = GROUP_KEYS.filter((key) => before[key] === String(from))
    const change = Object.fromEntries(keys.map((key) => [key, String(to)]))
    await storeSettings(tx, database.secrets, jobActor('follow_telegram_group'), { action: 'settings.save', change }, now)
    // A guest of both, if the operator had entered the new one already.
    await tx.execute(sql`delete from ${telegramGuests} g where g.chat_id = ${from}
      and exists (select from ${telegramGuests} n where n.chat_id = ${to} and n.telegram_id = g.telegram_id)`)
    await tx.update(telegramGuests).set({ chatId: to }).where(eq(telegramGuests.chatId, from))
    await tx.delete(telegramRefusals).where(eq(telegramRefusals.chatId, from))
    await tx.execute(sql`update ${telegramMessages} set next_try_at = ${now}, data = jsonb_set(data, '{chat_id}', to_jsonb(${to}::bigint)),
      chat_id = case when chat_id = ${from} then ${to} else chat_id end
      where done_at is null and data ->> 'chat_id' = ${String(from)}`)
  })
}
