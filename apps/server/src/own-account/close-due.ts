import { dueClosings } from '../accounts/account-closing.ts'
import type { AccountClosingRow } from '../accounts/account-closings.table.ts'
import { callerOf } from '../actor.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { closeAccount } from './close-account.ts'
import { keepOpen } from './pending-closing.ts'

/**
 * Closes accounts whose wait is over. Obstacles must end first, so it tries again; an account that would lose more than agreed stays open.
 * May run twice at once.
 */
export async function closeDue(app: App): Promise<void> {
  for (const row of await dueClosings(app.database.db, app.now())) await closeOne(app, row)
}

async function closeOne(app: App, { accountId }: AccountClosingRow): Promise<void> {
  const by = callerOf(accountId)
  try {
    await closeAccount(app, by)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'account.money_left') await app.database.transaction((tx) => keepOpen(app, tx, by, 'called_off'))
    else app.log.info({ account: accountId, code: error.code }, 'an account cannot be closed yet')
  }
}
