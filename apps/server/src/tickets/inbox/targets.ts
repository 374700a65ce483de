import type { Settings } from '@portico/contract/settings-admin'
import { TicketLevel } from '@portico/contract/tickets'
import { type SQL, sql } from 'drizzle-orm'
import { tickets } from '../tickets.table.ts'

const HOUR_S = 3600
/** Seconds within which staff should answer. */
export type Targets = Record<TicketLevel, number>

export function targetsOf(settings: Settings): Targets {
  return {
    low: settings['ticket.target_low'] * HOUR_S,
    medium: settings['ticket.target_medium'] * HOUR_S,
    high: settings['ticket.target_high'] * HOUR_S,
  }
}

/** Whether a ticket waits for staff longer than its level may. */
export function lateSql(targets: Targets, now: Date): SQL {
  const before = (level: TicketLevel): Date => new Date(now.getTime() - targets[level] * 1000)
  const cases = TicketLevel.options.map((level) => sql`when ${level} then ${before(level)}::timestamptz`)
  return sql`(${tickets.waits} = 'waiting_staff' and ${tickets.waitsSince} < case ${tickets.level} ${sql.join(cases, sql` `)} end)`
}
