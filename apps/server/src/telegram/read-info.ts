import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { readBot } from './bot-state.ts'
import { type TelegramBindingRow, telegramBindings } from './telegram.table.ts'

/** The name of the bot, and the chat of an account; null: none. */
export async function readInfo(db: Db, accountId: number): Promise<{ username: string | null; binding: TelegramBindingRow | null }> {
  const [bot, [binding]] = await Promise.all([
    readBot(db),
    db.select().from(telegramBindings).where(eq(telegramBindings.accountId, accountId)),
  ])
  return { username: bot?.username ?? null, binding: binding ?? null }
}
