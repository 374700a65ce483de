import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { hashToken } from '../sessions/sessions.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { clockChecks } from './clock-checks.table.ts'

/** A larger error is not a clock's. */
const MAX_MS = 50 * 365 * 86_400_000

/** Remembers how far a member's device is ahead of our clock, in milliseconds; negative: behind. Only the last one is kept. */
export async function noteClock(db: Db, accountId: number, skewMs: number, now: Date): Promise<void> {
  const values = { accountId, skewMs: kept(skewMs), at: now }
  await db.insert(clockChecks).values(values).onConflictDoUpdate({ target: clockChecks.accountId, set: values })
}

export type NoteRefusedClock = (token: string, skewMs: number) => void

/**
 * Stores the clock error of a refused call, found by its token. Returns at once, so that the refusal is neither delayed nor changed. At
 * most once a minute.
 */
export function refusedClocks({ db }: Database, now: () => Date, onError: (error: unknown) => void): NoteRefusedClock {
  return (token, skewMs) => {
    const at = now()
    const noted = db.execute(sql`
      insert into ${clockChecks} as old (account_id, skew_ms, at)
      select account_id, ${kept(skewMs)}, ${at} from ${sessions} where token_hash = ${hashToken(token)} and expires_at > ${at}
      on conflict (account_id) do update set skew_ms = excluded.skew_ms, at = excluded.at
        where old.at < ${new Date(at.getTime() - 60_000)} or abs(old.skew_ms) < abs(excluded.skew_ms)`)
    noted.catch(onError)
  }
}

function kept(skewMs: number): number {
  return Math.max(-MAX_MS, Math.min(MAX_MS, Math.round(skewMs)))
}
