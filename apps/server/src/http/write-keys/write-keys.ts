import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { isLost, untilBack } from '../../db/pool/away.ts'
import { withMarks } from '../../db/pool/purpose.ts'
import { AppError } from '../../errors.ts'
import type { Kept } from './kept-answer.ts'
import { writeKeys } from './write-keys.table.ts'

/** Milliseconds: how long an answer is kept, a claim counts without one, and a repeat waits for the first. */
const [KEPT_MS, CLAIM_MS, WAIT_MS] = [48 * 3_600_000, 15_000, 5000]
const LOOK_MS = 100
/** Milliseconds that a write waits for a database that is away. */
const AWAY = { pauseMs: 100, longestMs: 10_000 }

export type WriteKey = { accountId: number; key: string; request: Buffer }
type Row = typeof writeKeys.$inferSelect

export const hashOf = (asked: unknown): Buffer => createHash('sha256').update(JSON.stringify(asked)).digest()

const placeOf = ({ accountId, key }: WriteKey): string => `write_keys/${accountId} ${key}/answer`

/** Claims of keys, and what became of them. */
export function createWriteKeys({ db, secrets }: Database, now: () => Date) {
  const theRow = (of: WriteKey) => and(eq(writeKeys.accountId, of.accountId), eq(writeKeys.key, of.key))
  const mine = (of: WriteKey, owner: string) => and(theRow(of), eq(writeKeys.owner, owner))
  const isUntouched = sql`${writeKeys.answer} is null and ${writeKeys.marks} = '{}'`

  /** Claims a key for `owner`: a new one, or one whose claim ran out without a commit. May be repeated. */
  async function claim(of: WriteKey, owner: string): Promise<boolean> {
    const at = now()
    const isFree = sql`${isUntouched} and ${writeKeys.request} = excluded.request
      and (${writeKeys.owner} = excluded.owner or ${writeKeys.claimedAt} < ${new Date(at.getTime() - CLAIM_MS)})`
    const rows = await db
      .insert(writeKeys)
      .values({ ...of, owner, claimedAt: at })
      .onConflictDoUpdate({ target: [writeKeys.accountId, writeKeys.key], set: { owner, claimedAt: at }, setWhere: isFree })
      .returning({ owner: writeKeys.owner })
    return rows.length > 0
  }

  /** The first answer, if there is one already. Throws what a repeat gets instead. */
  function answered(of: WriteKey, row: Row): Kept | null {
    if (!row.request.equals(of.request)) throw new AppError('key.other_request')
    if (row.answer !== null) {
      try {
        // Written by `keep` below.
        return JSON.parse(secrets.open(placeOf(of), row.answer)) as Kept
      } catch {
        throw new AppError('key.answer_lost')
      }
    }
    // The process that committed has ended, or its answer could not be sealed.
    if (row.marks.length > 0 && now().getTime() - row.claimedAt.getTime() > CLAIM_MS) throw new AppError('key.answer_lost')
    return null
  }

  return {
    /** Claims a key, or returns the first answer. Waits a moment for one that is at work. Throws `key.…`. */
    async begin(of: WriteKey): Promise<{ owner: string } | Kept> {
      const owner = randomUUID()
      for (let left = WAIT_MS / LOOK_MS; left > 0; left--) {
        if (await untilBack(() => claim(of, owner), AWAY)) return { owner }
        const [row] = await db.select().from(writeKeys).where(theRow(of))
        const kept = row && answered(of, row)
        if (kept) return kept
        await pause(LOOK_MS)
      }
      throw new AppError('key.in_use', { details: { retry_after: 1 } })
    },

    /** Takes the key again for another try; null: something was committed. Waits for a commit that is under way. */
    async beginAgain(of: WriteKey, before: string): Promise<string | null> {
      const owner = randomUUID()
      const change = { owner, claimedAt: now() }
      const free = sql`${writeKeys.owner} in (${before}, ${owner}) and ${isUntouched}`
      const again = () =>
        db
          .update(writeKeys)
          .set(change)
          .where(and(theRow(of), free))
          .returning({ owner: writeKeys.owner })
      return (await untilBack(again, AWAY)).length > 0 ? owner : null
    },

    /** Runs work whose transactions commit only while the key is the owner's. */
    marking<T>(of: WriteKey, owner: string, work: () => Promise<T>): Promise<T> {
      const text = `update write_keys set marks = marks || $4::uuid where account_id = $1 and key = $2 and owner = $3`
      return withMarks(
        {
          add: async (query) => {
            const mark = randomUUID()
            const { rowCount } = await query({ text, values: [of.accountId, of.key, owner, mark] })
            // Another process has taken the key over.
            if (rowCount === 0) throw new AppError('key.in_use', { details: { retry_after: 1 } })
            return mark
          },
          hasLanded: async (mark, error) => {
            if (!isLost(error)) return false
            // The lock waits for a commit that is still under way.
            const look = () => db.select({ marks: writeKeys.marks }).from(writeKeys).where(theRow(of)).for('update')
            return (await untilBack(look, AWAY)).some(({ marks }) => marks.includes(mark))
          },
        },
        work,
      )
    },

    /** Keeps the first answer. Without a settings key nothing secret may be stored, so it counts as lost. */
    async keep(of: WriteKey, owner: string, answer: Kept): Promise<void> {
      const sealed = secrets.hasKey ? secrets.seal(placeOf(of), JSON.stringify(answer)) : null
      await untilBack(() => db.update(writeKeys).set({ answer: sealed }).where(mine(of, owner)), AWAY)
    },

    /** Frees a key whose call has changed nothing. */
    async free(of: WriteKey, owner: string): Promise<void> {
      await db.delete(writeKeys).where(and(mine(of, owner), isUntouched))
    },
  }
}

export async function dropOldKeys({ db }: Database, now: Date): Promise<void> {
  await db.delete(writeKeys).where(lt(writeKeys.claimedAt, new Date(now.getTime() - KEPT_MS)))
}
