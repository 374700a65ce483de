import type { ReminderChannel } from '@portico/contract/reminders'
import { ReminderChannel as Channels } from '@portico/contract/reminders'
import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import { hasMail } from '../messages/mail/mailer.ts'
import { bounceOf } from '../messages/mail/note-bounce.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import { listPushDevices, type PushDeviceRow } from './push/push-devices.ts'
import { pushIdentity } from './push/push-key.ts'

export type ReadReminders = Preferences & {
  channels: ReminderChannel[]
  mail: { isSetUp: boolean; address: string | null; bouncedAt: Date | null }
  push: { key: string | null; devices: PushDeviceRow[] }
}

/** Data for the member's page of reminders. */
export async function readReminders(app: App, accountId: number): Promise<ReadReminders> {
  const { db, secrets } = app.database
  const [preferences, [account], bounce, devices] = await Promise.all([
    readPreferences(db, accountId),
    db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId)),
    bounceOf(db, accountId),
    listPushDevices(db, accountId),
  ])
  const names = app.channels.filter(({ isOn }) => !isOn || isOn()).map(({ name }) => name)
  return {
    ...preferences,
    channels: Channels.options.filter((channel) => names.includes(channel)),
    mail: { isSetUp: hasMail(app.settings()), address: account?.email ?? null, bouncedAt: bounce?.at ?? null },
    push: { key: secrets.hasKey ? (await pushIdentity(app.database)).key : null, devices },
  }
}
