import { kindOfReminder } from '@portico/contract/reminders'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { events } from '../events/events.table.ts'
import type { Reminder } from '../messages/send-due.ts'
import { mayReach } from './may-reach.ts'

/** Whether a reminder that waits in the outbox of mail may still go out: now, later, or why not. */
export async function stillWanted(
  db: Db,
  { eventId, accountId, template }: Reminder,
  now: Date,
): Promise<true | { later: Date } | 'ended' | 'unwanted'> {
  const [open] = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.endedAt)))
  if (!open) return 'ended'
  return (await mayReach(db, { accountId, kind: kindOfReminder[template], channel: 'mail' }, now)) || 'unwanted'
}
