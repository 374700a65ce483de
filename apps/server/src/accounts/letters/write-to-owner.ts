import type { Database, Tx } from '../../db/client.ts'
import type { MessageContent } from '../../messages/message.ts'
import { sendMessage } from '../../messages/send-message.ts'
import type { AccountRow } from '../accounts.table.ts'

type Owner = Pick<AccountRow, 'id' | 'email' | 'phone' | 'language'>
/** An address to write to instead of the account's own. */
type Instead = { provider: string; label: string; subject: string }

/** Writes to the account's address, else to its number, in its language. An account without either gets nothing. */
export async function writeToOwner(
  { secrets }: Pick<Database, 'secrets'>,
  tx: Tx,
  { id, email, phone, language }: Owner,
  content: MessageContent,
  now: Date,
  instead?: Instead,
): Promise<void> {
  const to = instead ?? (email === null ? null : { provider: 'email', label: email, subject: email })
  const channel = (to?.provider ?? 'phone') === 'phone' ? 'sms' : 'email'
  const address = channel === 'email' ? to?.label : (to?.subject ?? phone)
  if (address == null) return
  await sendMessage(tx, secrets, { ...content, to: { channel, address }, accountId: id, language: language ?? 'en' }, now)
}
