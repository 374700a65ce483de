import { and, eq, isNull, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { batchedIn } from '../db/batch.ts'
import type { Database, Db } from '../db/client.ts'
import type { Delivery, DeliveredEvent } from '../events/channel.ts'
import { isBulk } from '../events/bulk-events.ts'
import { events } from '../events/events.table.ts'
import { identities } from '../identities/identities.table.ts'
import { hasMail } from '../messages/mail/mailer.ts'
import { mailBounces } from '../messages/mail/mail-bounces.table.ts'
import { bounces } from '../messages/mail/note-bounce.ts'
import type { Post } from '../messages/post.ts'
import { type NewMail, sendMails } from '../messages/send-message.ts'
import { reminderMessage } from './reminder-message.ts'

/** Milliseconds for which a reminder by mail is retried. */
const KEPT_TRYING_MS = 3 * 86_400_000

type MailPost = Pick<Post, 'database' | 'settings' | 'now'>

/** Puts a reminder into the outbox of mail, once per event however often it is called. Calls at the same moment share their statements. */
export async function mailReminder({ database, settings, now }: MailPost, event: DeliveredEvent): Promise<void | Delivery> {
  if (!hasMail(settings())) return { skipped: 'not_configured' }
  const { id, accountId, content } = event
  const account = await addressOf(database.db, accountId)
  const address = account?.email ?? null
  if (account === undefined || address === null) return { skipped: 'no_address' }
  if (account.bouncedAt) return { skipped: 'bounced' }
  const language = account.language ?? 'en'
  const message = await reminderMessage(database.db, accountId, content, language)
  const expiresAt = new Date(now().getTime() + KEPT_TRYING_MS)
  const to = { channel: 'email', address } as const
  await queue(database, { ...message, to, accountId, language, expiresAt, eventId: id, bulk: isBulk(content.type), at: now() })
}

const addressOf = batchedIn(async (db: Db, ids: number[]) => {
  const { id, email, language } = accounts
  const rows = await db
    .select({ id, email, language, bouncedAt: mailBounces.at })
    .from(accounts)
    .leftJoin(identities, and(eq(identities.accountId, id), eq(identities.provider, 'email')))
    .leftJoin(mailBounces, bounces)
    .where(sql`${id} = any(${sql.param(ids)}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
})

type Reminder = NewMail & { eventId: number; at: Date }

const queue = batchedIn(async ({ transaction }: Database, reminders: Reminder[]) => {
  await transaction(async (tx) => {
    const ids = reminders.map(({ eventId }) => eventId).toSorted((a, b) => a - b)
    // The events' ends wait for these locks, or are seen here.
    const open = await tx
      .select({ id: events.id })
      .from(events)
      .where(and(sql`${events.id} = any(${sql.param(ids)}::bigint[])`, isNull(events.endedAt)))
      .orderBy(events.id)
      .for('share')
    const known = new Set(open.map(({ id }) => id))
    for (const [at, some] of Map.groupBy(reminders, ({ at }) => at.getTime()))
      await sendMails(
        tx,
        some.filter(({ eventId }) => known.has(eventId)),
        new Date(at),
      )
  })
  return new Map<Reminder, true>()
})
