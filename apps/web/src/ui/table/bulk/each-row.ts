import { ApiError } from '../../../api/call.ts'

/** Result for some rows; `failed` with the server's reasons. */
export interface Outcome<T> {
  done: T[]
  failed: { row: T; reason: string }[]
}

/** Acts on rows one by one; a failure does not stop others. */
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
