import type { Database, Tx } from '../db/client.ts'
import { record } from './record.ts'

type Act = { actorId: number; action: string; after?: unknown; at: Date }

/** What an operator does and its record stand or fall together. The work answers with what it was done to. */
export function recorded<T>(database: Database, act: Act, work: (tx: Tx) => Promise<{ target: string; result: T }>): Promise<T> {
  return database.transaction(async (tx) => {
    const { target, result } = await work(tx)
    await record(tx, { ...act, target })
    return result
  })
}
