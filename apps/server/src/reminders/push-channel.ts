import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Delivery, DeliveredEvent } from '../events/channel.ts'
import { readText } from '../messages/message-texts.ts'
import { valuesOf } from '../messages/message-values.ts'
import { renderMessage } from '../messages/render-message.ts'
import { pushMember, type PushPost } from './push/push-member.ts'
import { reminderMessage } from './reminder-message.ts'

/**
 * Sends a reminder to the member's browsers, as the short text of its message. Once one browser has it, the others are not tried again;
 * a repetition replaces the message on the screen. Throws while every push service is away.
 */
export async function pushReminder(post: PushPost, { id, accountId, content }: DeliveredEvent): Promise<void | Delivery> {
  const { db } = post.database
  const [account] = await db.select({ language: accounts.language }).from(accounts).where(eq(accounts.id, accountId))
  const language = account?.language ?? 'en'
  const message = await reminderMessage(db, accountId, content, language)
  const values = valuesOf(post, { ...message, language, secret: null })
  const { sms: title } = renderMessage(await readText(db, message.template, language), language, values)
  const results = await pushMember(post, accountId, { title, path: message.data.path, tag: `event-${id}` })
  if (results.includes('sent')) return
  if (results.includes('later')) throw new Error('no push service could be reached')
  return { skipped: 'no_address' }
}
