import { and, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { telegramMessages, telegramUpdates } from './telegram.table.ts'

const DAY_MS = 86_400_000
/** Telegram repeats an update for a day at most. */
const UPDATES_KEPT_MS = 3 * DAY_MS
/** How long a reply to a message of the bot finds its ticket. */
const MESSAGES_KEPT_MS = 180 * DAY_MS

export async function dropOld(db: Db, now: Date): Promise<void> {
  const before = (ms: number): Date => new Date(now.getTime() - ms)
  const { doneAt, receivedAt } = telegramUpdates
  await db.delete(telegramUpdates).where(and(isNotNull(doneAt), lt(receivedAt, before(UPDATES_KEPT_MS))))
  await db.delete(telegramMessages).where(and(isNotNull(telegramMessages.doneAt), lt(telegramMessages.createdAt, before(MESSAGES_KEPT_MS))))
}
