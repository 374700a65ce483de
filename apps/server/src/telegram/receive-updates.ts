import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { telegramUpdates } from './telegram.table.ts'

export const ALLOWED_UPDATES = ['message', 'callback_query', 'chat_join_request', 'my_chat_member'] as const
export const HANDLE_JOB = 'handle_telegram'

const Id = z.int()
const InChat = z.looseObject({ chat: z.looseObject({ id: Id }) })
/** Parts of an update needed to store it. */
const Update = z.looseObject({
  update_id: z.int().check(z.gte(0)),
  message: z.optional(InChat),
  chat_join_request: z.optional(InChat),
  my_chat_member: z.optional(InChat),
  callback_query: z.optional(z.looseObject({ from: z.looseObject({ id: Id }) })),
})
type Update = z.infer<typeof Update>

/** The update; null: it is not one. */
export function asUpdate(given: unknown): Update | null {
  return Update.safeParse(given).data ?? null
}

/** Stores updates to be handled, each once however often it arrives, in any process. */
export async function receiveUpdates({ transaction }: Database, botId: number, updates: Update[], now: Date): Promise<void> {
  const rows = updates.flatMap((update) => {
    const chatId = chatOf(update)
    return chatId === null ? [] : [{ botId, updateId: update.update_id, chatId, data: update, receivedAt: now, nextTryAt: now }]
  })
  if (rows.length === 0) return
  await transaction(async (tx) => {
    const stored = await tx
      .insert(telegramUpdates)
      .values(rows)
      .onConflictDoNothing()
      .returning({ one: sql`1` })
    if (stored.length > 0) await enqueue(tx, HANDLE_JOB, {}, { key: HANDLE_JOB })
  })
}

/** Chat of an update; null: of an unwanted kind. A pressed button belongs to its user's private chat. */
function chatOf({ message, callback_query: pressed, chat_join_request: asked, my_chat_member: member }: Update): number | null {
  return message?.chat.id ?? pressed?.from.id ?? asked?.chat.id ?? member?.chat.id ?? null
}
