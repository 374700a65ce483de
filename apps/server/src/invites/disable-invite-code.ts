import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { foundRow } from '../errors.ts'
import { inviteCodes } from './invites.table.ts'

/** Disables a code or enables it again. May be called twice. */
export async function setCodeDisabled(
  { transaction }: Database,
  by: Actor,
  { id, disabled }: { id: number; disabled: boolean },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const before = foundRow(await tx.select().from(inviteCodes).where(eq(inviteCodes.id, id)).for('update'))
    const disabledAt = disabled ? (before.disabledAt ?? now) : null
    const after = writtenRow(await tx.update(inviteCodes).set({ disabledAt }).where(eq(inviteCodes.id, id)).returning())
    const action = disabled ? 'invite_code.disable' : 'invite_code.enable'
    await record(tx, by, { action, entity: 'invite_code', beneficiary: null, id: before.code, before, after }, now)
  })
}
