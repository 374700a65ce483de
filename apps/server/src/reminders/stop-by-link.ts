import { and, eq } from 'drizzle-orm'
import type { ReminderKind } from '@portico/contract/reminders'
import { isOnByDefault } from '@portico/contract/reminders'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { openStopToken, type Stopped } from '../messages/mail/stop-token.ts'
import { choose } from './preferences.ts'
import { reminderChoices } from './reminders.table.ts'

export type StopState = { kind: ReminderKind; on: boolean }

/** What a mail's link stops, and whether it is on. Throws `not_found` for foreign links and closed accounts. */
export async function readStop(database: Database, token: string): Promise<StopState> {
  const { accountId, kind } = await openOwn(database, token)
  const theirs = and(eq(reminderChoices.accountId, accountId), eq(reminderChoices.kind, kind), eq(reminderChoices.channel, 'mail'))
  const [row] = await database.db.select({ isOn: reminderChoices.isOn }).from(reminderChoices).where(theirs)
  return { kind, on: row?.isOn ?? isOnByDefault(kind, 'mail') }
}

/** Switches it off, or on again. Needs no session: the link is the proof, and opens nothing else. May be called twice. Throws as above. */
export async function stopByLink(database: Database, token: string, on: boolean): Promise<StopState> {
  const { accountId, kind } = await openOwn(database, token)
  await choose(database.db, accountId, [{ kind, channel: 'mail', on }])
  return { kind, on }
}

async function openOwn(database: Database, token: string): Promise<Stopped> {
  const opened = await openStopToken(database, token)
  if (opened === null) throw new AppError('not_found')
  const [account] = await database.db.select({ closedAt: accounts.closedAt }).from(accounts).where(eq(accounts.id, opened.accountId))
  if (!account || account.closedAt) throw new AppError('not_found')
  return opened
}
