import { ignoresQuietHours, isOnByDefault, type ReminderChannel, type ReminderKind } from '@portico/contract/reminders'
import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { batchedIn } from '../db/batch.ts'
import type { Db } from '../db/client.ts'
import { quietUntil } from './quiet-until.ts'
import { quietHours, reminderChoices } from './reminders.table.ts'

export type Reach = { accountId: number; kind: ReminderKind; channel: ReminderChannel }

type May = true | { later: Date } | false

/**
 * Whether a member may be reminded of this kind on this channel: now, later (when the quiet hours end), or not at all. False for banned
 * and closed accounts. Whether the channel can reach the member, by an address or a bound chat, is the channel's to know.
 */
export async function mayReach(db: Db, { accountId, kind, channel }: Reach, now: Date): Promise<May> {
  const found = await wishesOf(db, { accountId, kind, channel })
  if (!found || found.bannedAt || found.closedAt || !(found.isOn ?? isOnByDefault(kind, channel))) return false
  const later = found.quiet && !ignoresQuietHours(kind) ? quietUntil(found.quiet, now) : null
  return later ? { later } : true
}

const wishesOf = batchedIn(async (db: Db, asked: Reach[]) => {
  const columns = { id: accounts.id, bannedAt: accounts.bannedAt, closedAt: accounts.closedAt, quiet: quietHours }
  const ids = [...new Set(asked.map(({ accountId }) => accountId))]
  const isOne = (column: AnyPgColumn) => sql`${column} = any(${sql.param(ids)}::bigint[])`
  const [people, choices] = await Promise.all([
    db.select(columns).from(accounts).leftJoin(quietHours, eq(quietHours.accountId, accounts.id)).where(isOne(accounts.id)),
    db.select().from(reminderChoices).where(isOne(reminderChoices.accountId)),
  ])
  const known = new Map(people.map((one) => [one.id, one]))
  const chosen = new Map(choices.map(({ accountId, kind, channel, isOn }) => [`${accountId} ${kind} ${channel}`, isOn]))
  const withWish = (one: Reach) => {
    const person = known.get(one.accountId)
    return person && { ...person, isOn: chosen.get(`${one.accountId} ${one.kind} ${one.channel}`) }
  }
  return new Map(asked.map((one) => [one, withWish(one)]))
})
