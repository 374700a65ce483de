import { asc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Reseal } from '../db/secret-box.ts'
import { messages } from './messages.table.ts'

export const messagePlace = (id: number): string => `messages/${id}/secret`

/** A message that loses its secret cannot be sent any more. */
export async function resealMessages(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx
    .select({ id: messages.id, secret: messages.secret })
    .from(messages)
    .where(isNotNull(messages.secret))
    .orderBy(asc(messages.id))
    .for('update')
  for (const { id, secret } of rows) {
    const next = reseal(messagePlace(id), secret ?? '')
    if (next === secret) continue
    const set = next === null ? { secret: null, status: 'failed' as const, fault: 'expired' as const } : { secret: next }
    await tx.update(messages).set(set).where(eq(messages.id, id))
  }
}
