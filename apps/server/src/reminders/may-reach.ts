import { ignoresQuietHours, isOnByDefault, type ReminderChannel, type ReminderKind } from '@portico/contract/reminders'
import { and, eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { quietUntil } from './quiet-until.ts'
import { quietHours, reminderChoices } from './reminders.table.ts'

export type Reach = { accountId: number; kind: ReminderKind; channel: ReminderChannel }

/**
 * Whether a member may be reminded of this kind on this channel: now, later (when the quiet hours end), or not at all. False for banned
 * and closed accounts. Whether the channel can reach the member, by an address or a bound chat, is the channel's to know.
 */
export async function mayReach(db: Db, { accountId, kind, channel }: Reach, now: Date): Promise<true | { later: Date } | false> {
  const theirs = and(eq(reminderChoices.accountId, accounts.id), eq(reminderChoices.kind, kind), eq(reminderChoices.channel, channel))
  const [row] = await db
    .select({ bannedAt: accounts.bannedAt, closedAt: accounts.closedAt, isOn: reminderChoices.isOn, quiet: quietHours })
    .from(accounts)
    .leftJoin(reminderChoices, theirs)
    .leftJoin(quietHours, eq(quietHours.accountId, accounts.id))
    .where(eq(accounts.id, accountId))
  if (!row || row.bannedAt || row.closedAt || !(row.isOn ?? isOnByDefault(kind, channel))) return false
  const later = row.quiet && !ignoresQuietHours(kind) ? quietUntil(row.quiet, now) : null
  return later ? { later } : true
}
