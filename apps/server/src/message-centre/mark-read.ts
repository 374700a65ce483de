import type { Caller } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { markEventsRead } from '../events/mark-events-read.ts'
import { markNoticesRead } from '../notices/mark-notices.ts'

/** Marks the caller's messages as read. Ignores ids that are not theirs. May be called twice: the time of the first reading stays. */
export async function markRead({ transaction }: Database, by: Caller, ids: string[], now: Date): Promise<void> {
  const idsOf = (kind: string): number[] => ids.filter((id) => id.startsWith(`${kind}-`)).map((id) => Number(id.slice(kind.length + 1)))
  const noticeIds = idsOf('notice')
  await transaction(async (tx) => {
    if (noticeIds.length > 0) await markNoticesRead(tx, by.accountId, noticeIds, now)
    await markEventsRead(tx, by.accountId, idsOf('event'), now)
  })
}
