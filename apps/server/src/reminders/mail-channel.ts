import { and, eq, isNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Delivery, DeliveredEvent } from '../events/channel.ts'
import { events } from '../events/events.table.ts'
import { hasMail } from '../messages/mail/mailer.ts'
import { bounceOf } from '../messages/mail/note-bounce.ts'
import type { Post } from '../messages/post.ts'
import { sendMessage } from '../messages/send-message.ts'
import { reminderMessage } from './reminder-message.ts'

/** Milliseconds for which a reminder by mail is retried. */
const KEPT_TRYING_MS = 3 * 86_400_000

type MailPost = Pick<Post, 'database' | 'settings' | 'now'>

/** Puts a reminder into the outbox of mail, once per event however often it is called. */
export async function mailReminder({ database, settings, now }: MailPost, event: DeliveredEvent): Promise<void | Delivery> {
  if (!hasMail(settings())) return { skipped: 'not_configured' }
  const { id, accountId, content } = event
  const { db, secrets } = database
  const [account] = await db.select({ email: accounts.email, language: accounts.language }).from(accounts).where(eq(accounts.id, accountId))
  const address = account?.email ?? null
  if (address === null) return { skipped: 'no_address' }
  if (await bounceOf(db, accountId)) return { skipped: 'bounced' }
  const language = account?.language ?? 'en'
  const message = await reminderMessage(db, accountId, content, language)
  await database.transaction(async (tx) => {
    // The event's end waits for this lock, or is seen here.
    const [open] = await tx
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.id, id), isNull(events.endedAt)))
      .for('share')
    if (!open) return
    const expiresAt = new Date(now().getTime() + KEPT_TRYING_MS)
    await sendMessage(tx, secrets, { ...message, to: { channel: 'email', address }, accountId, language, expiresAt, eventId: id }, now())
  })
}
