import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { storeSoon } from '../db/store-soon.ts'
import { service } from '../service.ts'
import { links } from './links.table.ts'

const FLUSH_MS = 1000
/** Links in one statement. */
const AT_ONCE = 500

export type LinkUses = {
  /** Counts a use of a link and returns at once. */
  note: (id: number) => void
  /** Stores what is waiting; resolves when it is stored. */
  flush: () => Promise<void>
}
type Use = { count: number; at: Date }

export const linkUses = service(
  ({ database, now, log }) => countUses(database, now, (error) => log.error({ err: error }, 'uses of links could not be stored')),
  ({ flush }) => flush(),
)

/** Counts uses of links from other panels without delaying a fetch. What cannot be stored waits until it can. */
function countUses({ db }: Database, now: () => Date, onError: (error: unknown) => void): LinkUses {
  const waiting = new Map<number, Use>()
  const add = (id: number, { count, at }: Use): void => {
    const known = waiting.get(id)
    waiting.set(id, known ? { count: known.count + count, at: known.at > at ? known.at : at } : { count, at })
  }
  const storing = storeSoon<[number, Use][]>({
    afterMs: FLUSH_MS,
    take: () => {
      const batch = [...waiting].slice(0, AT_ONCE)
      for (const [id] of batch) waiting.delete(id)
      return batch.length > 0 ? batch : null
    },
    store: async (batch) => {
      const [ids, counts, times] = [batch.map(([id]) => id), batch.map(([, { count }]) => count), batch.map(([, { at }]) => at)]
      // Locked in one order, so that two processes do not wait for each other.
      await db.execute(sql`
        with used as (
          select l.id, t.count, t.at from unnest(${sql.param(ids)}::bigint[], ${sql.param(counts)}::bigint[], ${sql.param(times)}::timestamptz[])
            as t (id, count, at)
          join ${links} l on l.id = t.id order by l.id for update of l
        )
        update ${links} l set uses = l.uses + used.count, last_used_at = greatest(l.last_used_at, used.at) from used where l.id = used.id`)
    },
    putBack: (batch) => batch.forEach(([id, use]) => add(id, use)),
    onError,
  })
  return {
    note(id) {
      add(id, { count: 1, at: now() })
      storing.soon()
    },
    flush: storing.flush,
  }
}
