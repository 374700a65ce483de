import type { Database, Tx } from '../db/client.ts'
import type { MessageContent } from '../messages/message.ts'
import { giveToken } from '../one-time-tokens/one-time-tokens.ts'
import type { AccountRow } from './accounts.table.ts'
import { writeToOwner } from './letters/write-to-owner.ts'

/** How long the "this wasn't me" link works, in seconds. */
const NOT_ME_S = 7 * 24 * 3600

type Warning = Extract<MessageContent, { template: 'new_device' | 'password_changed' | 'sign_in_changed' }>
type Owner = Pick<AccountRow, 'id' | 'email' | 'phone' | 'language'>

/**
 * Informs the owner of a change to signing in, with a link that restores the account as it was before `since`. Each call sends a message.
 */
export async function warnOwner(
  database: Pick<Database, 'secrets'>,
  tx: Tx,
  account: Owner,
  warning: Omit<Warning, 'secret'>,
  now: Date,
  since = now,
): Promise<void> {
  const data = { at: since.toISOString() }
  const token = await giveToken(tx, 'not_me', { accountId: account.id, data, seconds: NOT_ME_S }, now)
  // The same template as given, so its data fit.
  const content = { ...warning, secret: `/undo#not-me.${token}` } as MessageContent
  await writeToOwner(database, tx, account, content, now)
}
