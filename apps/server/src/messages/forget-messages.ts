import { and, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { messages } from './messages.table.ts'

/** Erases recipients of an account's messages and deletes unsent ones. */
export async function forgetMessages(tx: Tx, accountId: number, addresses: string[]): Promise<void> {
  const theirs = or(eq(messages.accountId, accountId), inArray(messages.recipient, addresses))
  await tx.delete(messages).where(and(theirs, eq(messages.status, 'queued')))
  await tx.update(messages).set({ recipient: '', data: {}, error: null }).where(theirs)
}
