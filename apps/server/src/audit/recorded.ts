import type { Actor } from '../actor.ts'
import type { Database, Tx } from '../db/client.ts'
import { record } from './record.ts'

type Act = { by: Actor; action: string; after?: unknown; at: Date }

/** What an operator does and its record stand or fall together. The work answers with what it was done to. */
export function recorded<T>(database: Database, act: Act, work: (tx: Tx) => Promise<{ target: string; result: T }>): Promise<T> {
  return database.transaction(async (tx) => {
    const { target, result } = await work(tx)
    const [entity = ''] = act.action.split('.')
    await record(tx, act.by, { action: act.action, entity, id: target.split(' ').at(-1) ?? '', after: asObject(act.after) }, act.at)
    return result
  })
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
