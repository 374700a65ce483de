import { type SQL, sql } from 'drizzle-orm'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

type Quota = Pick<SubscriptionRow, 'transferEnable' | 'extraBytes'>
type Used = Pick<SubscriptionRow, 'up' | 'down'>
export type Counted = Quota & Used & Pick<SubscriptionRow, 'usedBefore'>

/** The part of the quota that belongs to a cycle: the plan's, and what was added to this cycle only. */
export function cycleBytes({ transferEnable, extraBytes }: Quota): number {
  return transferEnable - extraBytes
}

/** Used bytes of the cycle; they are used before bytes that carry over. */
export function usedOfCycle(term: Quota & Used): number {
  return Math.min(term.up + term.down, cycleBytes(term))
}

/** The counters at the start of a cycle, with nothing used. Usage beyond the cycle's own bytes is taken off the bytes that carry over. */
export function newCycle(term: Quota & Used): Counted {
  const gone = Math.min(term.extraBytes, term.up + term.down - usedOfCycle(term))
  return { transferEnable: term.transferEnable - gone, extraBytes: term.extraBytes - gone, up: 0, down: 0, usedBefore: 0 }
}

/** The counters after a reset within a cycle. Used bytes can be used again, but those that were paid for still count as used. */
export function refilled(term: Counted): Counted {
  return { ...newCycle(term), usedBefore: term.usedBefore + usedOfCycle(term) }
}

const { transferEnable, extraBytes, up, down } = subscriptions
const gone = sql`least(${extraBytes}, greatest(0, ${up} + ${down} - (${transferEnable} - ${extraBytes})))`

/** `newCycle` in SQL, for `update subscriptions set …`. */
export const newCycleSql: SQL = sql`up = 0, down = 0, used_before = 0, transfer_enable = ${transferEnable} - ${gone}, extra_bytes = ${extraBytes} - ${gone}`
