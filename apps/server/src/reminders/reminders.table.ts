import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ReminderChannel, ReminderKind } from '@portico/contract/reminders'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

const accountId = () => ref('account_id', () => accounts.id).notNull()

/** Members' choices of reminders. Without a row, the contract's default holds. */
export const reminderChoices = pgTable(
  'reminder_choices',
  {
    accountId: accountId(),
    kind: text('kind').$type<ReminderKind>().notNull(),
    channel: text('channel').$type<ReminderChannel>().notNull(),
    isOn: boolean('is_on').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.channel] })],
)

/** Members' quiet hours; no row: none. */
export const quietHours = pgTable(
  'quiet_hours',
  {
    accountId: ref('account_id', () => accounts.id).primaryKey(),
    /** Minutes since midnight in the zone. They end on the next day where `until` is not after `from`. */
    from: smallint('from_minute').notNull(),
    until: smallint('until_minute').notNull(),
    /** IANA name, such as Asia/Shanghai. */
    zone: text('zone').notNull(),
  },
  () => [
    check('quiet_hours_minutes', sql`from_minute between 0 and 1439 and until_minute between 0 and 1439 and from_minute <> until_minute`),
  ],
)

/** Browsers that a member wants push messages in. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    accountId: accountId(),
    /** URL of the browser's push service. */
    endpoint: text('endpoint').notNull(),
    /** Public key and secret of the browser, base64url: messages are encrypted for it alone. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The browser's user agent when it was added. */
    device: text('device').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('push_devices_endpoint').on(t.endpoint), index('push_devices_account').on(t.accountId)],
)
