import { eq, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { batchedIn } from '../db/batch.ts'
import type { Db } from '../db/client.ts'
import type { Delivery, DeliveredEvent } from '../events/channel.ts'
import { readText } from '../messages/message-texts.ts'
import { valuesOf } from '../messages/message-values.ts'
import { renderMessage } from '../messages/render-message.ts'
import { pushMember, type PushPost } from './push/push-member.ts'
import { reminderMessage } from './reminder-message.ts'
import { pushDevices } from './reminders.table.ts'

/**
 * Sends a reminder to the member's browsers, as the short text of its message. Once one browser has it, the others are not tried again;
 * a repetition replaces the message on the screen. Throws while every push service is away.
 */
export async function pushReminder(post: PushPost, { id, accountId, content }: DeliveredEvent): Promise<void | Delivery> {
  const { db } = post.database
  const reached = await reachedIn(db, accountId)
  if (!reached) return { skipped: 'no_address' }
  const language = reached.language ?? 'en'
  const message = await reminderMessage(db, accountId, content, language)
  const values = valuesOf(post, { ...message, language, secret: null })
  const { sms: title } = renderMessage(await readText(db, message.template, language), language, values)
  const results = await pushMember(post, accountId, { title, path: message.data.path, tag: `event-${id}` })
  if (results.includes('sent')) return
  if (results.includes('later')) throw new Error('no push service could be reached')
  return { skipped: 'no_address' }
}

/** The languages of members with a browser; most have none. */
const reachedIn = batchedIn(async (db: Db, ids: number[]) => {
  const rows = await db
    .select({ id: accounts.id, language: accounts.language })
    .from(pushDevices)
    .innerJoin(accounts, eq(accounts.id, pushDevices.accountId))
    .where(sql`${pushDevices.accountId} = any(${sql.param(ids)}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
})
