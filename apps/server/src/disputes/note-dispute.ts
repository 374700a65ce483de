import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { foundRow } from '../errors.ts'
import { disputes } from './disputes.table.ts'

/** Replaces the note of staff about a dispute. */
export async function noteDispute({ transaction }: Database, by: Actor, id: number, note: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const isIt = eq(disputes.id, id)
    const before = foundRow(await tx.select().from(disputes).where(isIt).for('update'))
    if (before.note === note) return
    const after = writtenRow(await tx.update(disputes).set({ note, notedBy: by.accountId }).where(isIt).returning())
    await record(tx, by, { action: 'dispute.note', entity: 'dispute', id: before.disputeNo, before, after, reason: note }, now)
  })
}
