import { type SQL, sql } from 'drizzle-orm'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

type Quota = Pick<SubscriptionRow, 'transferEnable' | 'extraBytes'>
type Counted = Quota & Pick<SubscriptionRow, 'up' | 'down'>

/** The part of the quota that belongs to a cycle: the plan's, and what was added to this cycle only. */
export function cycleBytes({ transferEnable, extraBytes }: Quota): number {
  return transferEnable - extraBytes
}

/**
 * The counters at the start of a cycle, with nothing used. A cycle's own bytes are used first; usage beyond them is taken off the bytes
 * that carry over.
 */
export function newCycle(term: Counted): Counted {
  const gone = Math.min(term.extraBytes, Math.max(0, term.up + term.down - cycleBytes(term)))
  return { transferEnable: term.transferEnable - gone, extraBytes: term.extraBytes - gone, up: 0, down: 0 }
}

const { transferEnable, extraBytes, up, down } = subscriptions
const gone = sql`least(${extraBytes}, greatest(0, ${up} + ${down} - (${transferEnable} - ${extraBytes})))`

/** The same rule in SQL, for `update subscriptions set …`. */
export const newCycleSql: SQL = sql`up = 0, down = 0, transfer_enable = ${transferEnable} - ${gone}, extra_bytes = ${extraBytes} - ${gone}`
