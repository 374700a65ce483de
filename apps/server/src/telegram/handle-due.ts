import { and, eq, isNull, sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { inTime } from '../jobs/in-time.ts'
import { botIdOf, isOn } from './bot-api.ts'
import { telegramUpdates } from './telegram.table.ts'

const RUN_MS = 10_000
const PATIENCE_MS = 30_000
/** Milliseconds longer than any update takes: after it, its process must be dead. */
const LEASE_MS = 2 * 60_000
const [FIRST_PAUSE_MS, MOST_TRIES] = [5000, 4]
/** Tries of an update for which the later ones of its chat wait. */
const HOLDS_BACK = 2

export type Handle = (update: object) => Promise<void>

/**
 * Handles updates, each once, in order per chat until one fails: nothing waits for its second try. Processes may run it at once. A failing update is retried and finally dropped, delaying
 * its chat only. A run ends after ten seconds.
 */
export async function handleDue(app: App, handle: Handle): Promise<void> {
  const settings = app.settings()
  if (!isOn(settings)) return
  const { db } = app.database
  const [began, botId] = [performance.now(), botIdOf(settings)]
  while (performance.now() - began < RUN_MS) {
    const taken = await takeNext(db, botId, app.now())
    if (!taken) return
    const { updateId, data, tries } = taken
    try {
      if (data) await inTime(handle(data), PATIENCE_MS)
      await record(db, botId, updateId, { doneAt: app.now(), data: null })
    } catch (error) {
      app.log.error({ err: error, update: updateId, tries }, 'a Telegram update could not be handled')
      const isOver = tries >= MOST_TRIES
      const nextTryAt = new Date(app.now().getTime() + FIRST_PAUSE_MS * 2 ** tries)
      await record(db, botId, updateId, isOver ? { doneAt: app.now(), data: null } : { nextTryAt })
    }
  }
}

type Taken = { updateId: number; data: object | null; tries: number }

/** The update that has waited longest and whose chat has no earlier one, unless that has failed already. No other process gets it until the lease ends. */
async function takeNext(db: Db, botId: number, now: Date): Promise<Taken | undefined> {
  const { updateId, data, tries } = telegramUpdates
  const next = sql`(
    select u.update_id from ${telegramUpdates} u where u.bot_id = ${botId} and u.done_at is null and u.next_try_at <= ${now}
      and not exists (
        select from ${telegramUpdates} e
        where e.bot_id = u.bot_id and e.chat_id = u.chat_id and e.done_at is null and e.update_id < u.update_id and e.tries < ${HOLDS_BACK})
    order by u.next_try_at, u.update_id limit 1 for update skip locked)`
  const [taken] = await db
    .update(telegramUpdates)
    .set({ tries: sql`${tries} + 1`, nextTryAt: new Date(now.getTime() + LEASE_MS) })
    .where(and(eq(telegramUpdates.botId, botId), eq(updateId, next), isNull(telegramUpdates.doneAt)))
    .returning({ updateId, data, tries })
  return taken
}

async function record(db: Db, botId: number, updateId: number, how: Partial<typeof telegramUpdates.$inferInsert>): Promise<void> {
  await db
    .update(telegramUpdates)
    .set(how)
    .where(and(eq(telegramUpdates.botId, botId), eq(telegramUpdates.updateId, updateId), isNull(telegramUpdates.doneAt)))
}
