import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'
import { AT_FIRST_USE } from '../db/hot-statements.ts'
import { limitCounters } from './limit-counters.table.ts'

/** Points taken in the current window, and when it ends. */
export type Count = { points: number; endsAt: Date }
type Take = { key: string; seconds: number }

/** Counters that all processes share. */
export type Counters = {
  now: () => Date
  /** Takes a point. The first one opens the window, which lasts `seconds`. */
  take: (key: string, seconds: number) => Promise<Count>
  /** undefined: no window is open. */
  read: (key: string) => Promise<Count | undefined>
  clear: (key: string) => Promise<void>
  /** Gives a point back to the window that ends then; does nothing when that window is over. */
  giveBack: (key: string, endsAt: Date) => Promise<void>
}

/** Many requests share one statement, which matters most under attack. */
export function createCounters({ db }: Database, now: () => Date): Counters {
  const { key, points, endsAt } = limitCounters
  const isOpen = sql`${endsAt} > ${sql.placeholder('at')}`
  const given = sql`unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('points')}::int[], ${sql.placeholder('ends')}::timestamptz[])`
  const takePoints = db
    .insert(limitCounters)
    .select(sql`select * from ${given}`)
    .onConflictDoUpdate({
      target: key,
      set: {
        points: sql`excluded.points + case when ${isOpen} then ${points} else 0 end`,
        endsAt: sql`case when ${isOpen} then ${endsAt} else excluded.ends_at end`,
      },
    })
    .returning()
    .prepare(AT_FIRST_USE)
  const readCounters = db
    .select()
    .from(limitCounters)
    .where(and(sql`${key} = any(${sql.placeholder('keys')})`, isOpen))
    .prepare(AT_FIRST_USE)
  const take = batched<Take, Count>(async (takes) => {
    const byKey = Map.groupBy(takes, ({ key }) => key)
    // Sorted, so that two statements cannot deadlock.
    const keys = [...byKey.keys()].toSorted()
    const at = now()
    const endOf = (key: string): Date => new Date(at.getTime() + (byKey.get(key)?.[0]?.seconds ?? 0) * 1000)
    const rows = await takePoints.execute({ keys, points: keys.map((key) => byKey.get(key)?.length), ends: keys.map(endOf), at })
    // Each take gets its own place in the count; the last take of a key gets the total.
    return new Map(
      rows.flatMap((row) => {
        const those = byKey.get(row.key) ?? []
        return those.map((each, i) => [each, { points: row.points - those.length + i + 1, endsAt: row.endsAt }])
      }),
    )
  })
  const read = batched<string, Count>(async (keys) => {
    const rows = await readCounters.execute({ keys, at: now() })
    return new Map(rows.map((row) => [row.key, row]))
  })
  return {
    now,
    take: async (key, seconds) => {
      const taken = await take({ key, seconds })
      if (!taken) throw new Error('a limit was not counted')
      return taken
    },
    read,
    clear: async (key) => {
      await db.delete(limitCounters).where(eq(limitCounters.key, key))
    },
    giveBack: async (key, endsAt) => {
      await db
        .update(limitCounters)
        .set({ points: sql`${limitCounters.points} - 1` })
        .where(and(eq(limitCounters.key, key), eq(limitCounters.endsAt, endsAt), gt(limitCounters.points, 0)))
    },
  }
}

export async function dropEndedCounters({ db }: Database, now: Date): Promise<void> {
  await db.delete(limitCounters).where(lte(limitCounters.endsAt, now))
}
