import type { EventContent } from '@portico/contract/events'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'

export type DeliveredEvent = { id: number; accountId: number; createdAt: Date; content: EventContent }

/**
 * A way to reach members. `deliver` throws when the event should be retried later, and may be called again for an event whose
 * delivery could not be recorded.
 */
export type Channel = { name: string; deliver: (event: DeliveredEvent) => Promise<void> }

/**
 * The site itself. The event is already in the list; a database notification tells every process which member it is for. It is not
 * sent in the transaction of the cause, because transactions that notify wait for each other at commit.
 */
export function inApp({ db }: Database): Channel {
  const deliver = async ({ accountId }: DeliveredEvent): Promise<void> => {
    await db.execute(sql`select pg_notify('portico_changed', ${`event ${accountId}`})`)
  }
  return { name: 'in_app', deliver }
}
