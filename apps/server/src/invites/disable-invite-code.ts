import { eq } from 'drizzle-orm'
import { recorded } from '../audit/recorded.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import { inviteCodes } from './invites.table.ts'

/** An operator takes a code out of use, or puts it back. */
export async function setCodeDisabled(
  database: Database,
  by: Caller,
  { id, disabled }: { id: number; disabled: boolean },
  at: Date,
): Promise<void> {
  const action = disabled ? 'invite_code.disable' : 'invite_code.enable'
  await recorded(database, { by, action, at }, async (tx) => {
    const change = { disabledAt: disabled ? at : null }
    const [code] = await tx.update(inviteCodes).set(change).where(eq(inviteCodes.id, id)).returning({ code: inviteCodes.code })
    if (!code) throw new AppError('not_found')
    return { target: `invite code ${code.code}`, result: undefined }
  })
}
