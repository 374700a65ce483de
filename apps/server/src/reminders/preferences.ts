import { isOnByDefault, ReminderChannel, ReminderKind } from '@portico/contract/reminders'
import { eq, sql } from 'drizzle-orm'
import type { Database, Db, Tx } from '../db/client.ts'
import type { QuietHours } from './quiet-until.ts'
import { pushDevices, quietHours, reminderChoices } from './reminders.table.ts'

export type Choice = { kind: ReminderKind; channel: ReminderChannel; on: boolean }
export type Preferences = { kinds: { kind: ReminderKind; on: ReminderChannel[] }[]; quiet: QuietHours | null }

/** A member's choices by kind and channel, in the contract's order. */
export async function readPreferences(db: Db, accountId: number): Promise<Preferences> {
  const chosen = await db.select().from(reminderChoices).where(eq(reminderChoices.accountId, accountId))
  const [quiet] = await db.select().from(quietHours).where(eq(quietHours.accountId, accountId))
  const isOn = (kind: ReminderKind, channel: ReminderChannel): boolean =>
    chosen.find((one) => one.kind === kind && one.channel === channel)?.isOn ?? isOnByDefault(kind, channel)
  return {
    kinds: ReminderKind.options.map((kind) => ({ kind, on: ReminderChannel.options.filter((channel) => isOn(kind, channel)) })),
    quiet: quiet ? { from: quiet.from, until: quiet.until, zone: quiet.zone } : null,
  }
}

type Change = { choices?: Choice[] | undefined; quiet?: QuietHours | null | undefined }

/** Saves choices and quiet hours. Absent parts stay, null clears the quiet hours. May be repeated. */
export async function savePreferences({ transaction }: Database, accountId: number, { choices, quiet }: Change): Promise<void> {
  await transaction(async (tx) => {
    await choose(tx, accountId, choices ?? [])
    if (quiet === null) await tx.delete(quietHours).where(eq(quietHours.accountId, accountId))
    else if (quiet !== undefined)
      await tx
        .insert(quietHours)
        .values({ accountId, ...quiet })
        .onConflictDoUpdate({ target: quietHours.accountId, set: quiet })
  })
}

/** Stores a member's choices. Of several for one kind and channel, the last one counts. */
export async function choose(tx: Db, accountId: number, choices: Choice[]): Promise<void> {
  const last = new Map(choices.map((one) => [`${one.kind} ${one.channel}`, one]))
  // In a fixed order, so that two calls at once cannot deadlock.
  const rows = [...last.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, { kind, channel, on }]) => ({ accountId, kind, channel, isOn: on }))
  if (rows.length === 0) return
  await tx
    .insert(reminderChoices)
    .values(rows)
    .onConflictDoUpdate({
      target: [reminderChoices.accountId, reminderChoices.kind, reminderChoices.channel],
      set: { isOn: sql`excluded.is_on` },
    })
}

/** Deletes a member's choices and browsers. */
export async function forgetReminders(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(reminderChoices).where(eq(reminderChoices.accountId, accountId))
  await tx.delete(quietHours).where(eq(quietHours.accountId, accountId))
  await tx.delete(pushDevices).where(eq(pushDevices.accountId, accountId))
}
