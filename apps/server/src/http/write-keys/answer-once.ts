import type { App } from '../../app.ts'
import { isAway } from '../../db/pool/away.ts'
import { AppError } from '../../errors.ts'
import { service } from '../../service.ts'
import { keptError, resultOf } from './kept-answer.ts'
import { createWriteKeys, type WriteKey } from './write-keys.ts'

const FORM = /^[\x21-\x7e]{1,200}$/
/** Tries of a write while the primary changes. Each waits for the database. */
const TRIES = 5

const writeKeys = service((app: App) => createWriteKeys(app.database, app.now))

/** The key that a caller gave, checked; null: none. Throws `key.malformed`. */
export function keyOf(header: string | undefined): string | null {
  if (header === undefined) return null
  if (!FORM.test(header)) throw new AppError('key.malformed')
  return header
}

/**
 * Answers a write once for its key: a repeat gets the first answer. If the database goes away before anything was committed, the work is
 * done again; if it goes away during the commit, the key tells whether that arrived.
 */
export async function answerOnce(app: App, of: WriteKey, work: () => Promise<unknown>): Promise<{ result: unknown; isFirst: boolean }> {
  const keys = writeKeys(app)
  const begun = await keys.begin(of)
  if (!('owner' in begun)) return { result: resultOf(begun), isFirst: false }
  let owner: string | null = begun.owner
  for (let tries = 1; ; tries++) {
    const mine: string = owner
    try {
      const result = await keys.marking(of, mine, work)
      await keys.keep(of, mine, { result })
      return { result, isFirst: true }
    } catch (error) {
      const kept = keptError(error)
      if (kept) await keys.keep(of, mine, kept)
      else if (!isAway(error) || tries === TRIES) await keys.free(of, mine).catch(() => {})
      if (kept || !isAway(error) || tries === TRIES) throw error
      owner = await keys.beginAgain(of, mine)
      if (owner === null) throw error
    }
  }
}
