import { ApiError } from '../../../api/call.ts'

/** What became of some rows; `failed` with the server's reason for each. */
export interface Outcome<T> {
  done: T[]
  failed: { row: T; reason: string }[]
}

/** Does something to one row after another. A row that fails keeps no other from being done. */
export async function eachRow<T>(rows: readonly T[], act: (row: T) => Promise<unknown>): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failed: [] }
  for (const [i, row] of rows.entries()) {
    try {
      await act(row)
      outcome.done.push(row)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Without a server or a session no other row can succeed either.
      const lost = error.status === 0 || error.status === 403 ? rows.slice(i) : [row]
      outcome.failed.push(...lost.map((one) => ({ row: one, reason: error.message })))
      if (lost.length > 1) break
    }
  }
  return outcome
}
