import { type SQL, sql } from 'drizzle-orm'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { linkAlarms } from './link-fetches.table.ts'

/** Identifies a link without revealing it: half of the SHA-256 of the token. */
export function linkMark(token: SQL): SQL<string> {
  return sql`left(encode(sha256(convert_to(${token}, 'UTF8')), 'hex'), 32)`
}

/** Joins an alarm that nobody cleared to the subscription whose current link it was raised for. */
export function alarmHolds(): SQL {
  return sql`${linkAlarms.accountId} = ${subscriptions.accountId} and ${linkAlarms.link} = ${linkMark(sql`${subscriptions.token}`)}
    and ${linkAlarms.clearedAt} is null`
}
