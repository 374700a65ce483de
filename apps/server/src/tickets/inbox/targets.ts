import type { Settings } from '@portico/contract/settings-admin'
import { TicketLevel } from '@portico/contract/tickets'
import { type SQL, sql } from 'drizzle-orm'
import { tickets } from '../tickets.table.ts'

const HOUR_S = 3600
/** Seconds to answer, by level. */
export type Targets = Record<TicketLevel, number>

export function targetsOf(settings: Settings): Targets {
  return {
    low: settings['ticket.target_low'] * HOUR_S,
    medium: settings['ticket.target_medium'] * HOUR_S,
    high: settings['ticket.target_high'] * HOUR_S,
  }
}

/** SQL of the time by which a waiting ticket should be answered. */
export function answerDueSql(targets: Targets): SQL {
  const cases = TicketLevel.options.map((level) => sql`when ${level} then ${targets[level]} * interval '1 second'`)
  return sql`(${tickets.waitsSince} + case ${tickets.level} ${sql.join(cases, sql` `)} end)`
}

/** Whether a ticket waits for staff longer than its level may. */
export function lateSql(targets: Targets, now: Date): SQL {
  return sql`(${tickets.waits} = 'waiting_staff' and ${answerDueSql(targets)} < ${now}::timestamptz)`
}
