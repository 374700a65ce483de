import { and, eq, isNull, sql } from 'drizzle-orm'
import { GrammyError } from 'grammy/web'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { untilBack } from '../db/pool/away.ts'
import { botApi, isOn, problemOf } from './bot-api.ts'
import { noteBlocked } from './bindings.ts'
import { deleteLater, linkMessage } from './link-message.ts'
import { followGroup, noteAnswer } from './refusing-chats.ts'
import { telegramMessages } from './telegram.table.ts'

/** Milliseconds after which a run ends for other jobs, and unanswered calls after which it stops. */
const RUN_MS = 10_000
const MOST_FAILURES = 3
const LEASE_MS = 60_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [2000, 600_000]
/** Tries of a message for which the later ones of its chat wait. */
const HOLDS_BACK = 3
/** Milliseconds after which an unsent message is dropped. */
const KEPT_MS = 24 * 3_600_000

/**
 * Sends queued messages in order per chat. Processes may run it at once: each message goes to one. A pause that Telegram asks for delays
 * its chat only. A crash between sending and recording repeats one.
 */
export async function sendDue(app: App): Promise<void> {
  const { db } = app.database
  const began = performance.now()
  for (let failures = 0; failures < MOST_FAILURES && performance.now() - began < RUN_MS;) {
    if (!isOn(app.settings())) return
    const taken = await takeNext(db, app.now())
    if (!taken) return
    let messageId: number | null
    const target = Number(taken.data?.['chat_id'] ?? taken.chatId)
    try {
      messageId = await call(app, taken)
    } catch (error) {
      if (!(error instanceof GrammyError) || error.error_code >= 500) failures++
      const moved = error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
      if (moved !== undefined) {
        await followGroup(app, target, moved)
        continue
      }
      await noteFailure(app, taken, error)
      await noteAnswer(db, target, error, app.now())
      continue
    }
    await untilBack(() => noteAnswer(db, target, null, app.now()))
    // What was sent must not be sent again because the database was away at that moment.
    await untilBack(() => noteSent(app, taken, messageId))
  }
}

function noteSent(app: App, { id, method, chatId, accountId }: Taken, messageId: number | null): Promise<void> {
  return app.database.transaction(async (tx) => {
    await record(tx, id, { doneAt: app.now(), data: null, messageId })
    if (method === 'link' && messageId !== null) await deleteLater(tx, { chatId, accountId, messageId }, app.now())
  })
}

type Taken = Pick<typeof telegramMessages.$inferSelect, 'id' | 'chatId' | 'accountId' | 'method' | 'data' | 'tries' | 'createdAt'>

/** Calls Telegram. Returns the sent message's id; null: none was made. */
async function call(app: App, taken: Taken): Promise<number | null> {
  const { method, data } = taken.method === 'link' ? await linkMessage(app, taken) : { method: taken.method, data: taken.data ?? {} }
  const api = botApi(app.settings())
  // Only our own code names methods.
  const raw = api.raw as unknown as Record<string, (given: object) => Promise<unknown>>
  const result = await raw[method]?.(data)
  return typeof result === 'object' && result !== null && 'message_id' in result ? Number(result.message_id) : null
}

async function noteFailure(app: App, taken: Taken, error: unknown): Promise<void> {
  const { db } = app.database
  const now = app.now()
  const later = (ms: number) => record(db, taken.id, { nextTryAt: new Date(now.getTime() + ms) })
  if (error instanceof GrammyError) {
    const wait = error.parameters.retry_after
    if (error.error_code === 429) return later((wait ?? 5) * 1000)
    if (error.error_code === 403 && taken.accountId !== null) await noteBlocked(db, taken.chatId, now)
    const isOver = error.error_code === 403 || error.error_code === 400
    if (isOver) return record(db, taken.id, { doneAt: now, data: null, error: error.description.slice(0, 300) })
  }
  const { fault } = problemOf(error)
  app.log.warn({ fault, message: taken.id, tries: taken.tries }, 'a Telegram message was not sent')
  if (now.getTime() - taken.createdAt.getTime() > KEPT_MS) return record(db, taken.id, { doneAt: now, data: null, error: fault })
  await later(Math.min(FIRST_PAUSE_MS * 2 ** (taken.tries - 1), LONGEST_PAUSE_MS))
}

/** Takes the longest-waiting message whose chat has no earlier one, unless that has failed too often to wait for it. A ban is always waited for: what lifts it comes next. */
async function takeNext(db: Db, now: Date): Promise<Taken | undefined> {
  const { id, chatId, accountId, method, data, tries, createdAt } = telegramMessages
  const next = sql`(
    select m.id from ${telegramMessages} m where m.done_at is null and m.next_try_at <= ${now}
      and not exists (select from ${telegramMessages} e where e.chat_id = m.chat_id and e.done_at is null and e.id < m.id and (e.tries < ${HOLDS_BACK} or e.method = 'banChatMember'))
    order by m.next_try_at, m.id limit 1 for update skip locked)`
  const [taken] = await db
    .update(telegramMessages)
    .set({ tries: sql`${tries} + 1`, nextTryAt: new Date(now.getTime() + LEASE_MS) })
    .where(and(eq(id, next), isNull(telegramMessages.doneAt)))
    .returning({ id, chatId, accountId, method, data, tries, createdAt })
  return taken
}

async function record(db: Db, id: number, how: Partial<typeof telegramMessages.$inferInsert>): Promise<void> {
  await db.update(telegramMessages).set(how).where(eq(telegramMessages.id, id))
}
