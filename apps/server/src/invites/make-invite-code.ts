import { and, count, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { recorded } from '../audit/recorded.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import { newInviteCode } from './invite-code.ts'
import { type InviteCodeRow, inviteCodes } from './invites.table.ts'

const DOUBLE_CLICK_MS = 2000

/** True in SQL of a code that still opens accounts. */
export const usableSql = and(isNull(inviteCodes.disabledAt), or(isNull(inviteCodes.maxUses), lt(inviteCodes.uses, inviteCodes.maxUses)))

/**
 * Makes a code for the member who asks; asked again within two seconds it is the same. Throws `invite.limit_reached` when he
 * has as many usable ones as the site allows.
 */
export async function makeOwnCode(
  { transaction }: Database,
  by: Caller,
  { at, settings }: { at: Date; settings: Settings },
): Promise<InviteCodeRow> {
  return transaction(async (tx) => {
    await lockOwner(tx, by.accountId)
    const own = eq(inviteCodes.accountId, by.accountId)
    const just = and(own, gt(inviteCodes.createdAt, new Date(at.getTime() - DOUBLE_CLICK_MS)))
    const [again] = await tx.select().from(inviteCodes).where(just).orderBy(desc(inviteCodes.id)).limit(1)
    if (again) return again
    const [usable] = await tx.select({ n: count() }).from(inviteCodes).where(and(own, usableSql))
    if ((usable?.n ?? 0) >= settings['invite.limit']) throw new AppError('invite.limit_reached')
    return insertCode(tx, { accountId: by.accountId, maxUses: settings['invite.single_use'] ? 1 : null, createdAt: at })
  })
}

/** An operator makes a code for a member, whatever the limit. Throws `invite.owner_unknown`. */
export function makeCodeFor(
  database: Database,
  by: Caller,
  input: { emailKey: string; maxUses: number | null },
  at: Date,
): Promise<InviteCodeRow> {
  return recorded(database, { by, action: 'invite_code.create', after: input, at }, async (tx) => {
    const [owner] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.emailKey, input.emailKey))
    if (!owner) throw new AppError('invite.owner_unknown', { fields: { email: 'invite.owner_unknown' } })
    const result = await insertCode(tx, { accountId: owner.id, maxUses: input.maxUses, createdAt: at })
    return { target: `invite code ${result.code}`, result }
  })
}

/** Two requests of one member come one after the other. */
async function lockOwner(tx: Tx, accountId: number): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
}

async function insertCode(tx: Tx, values: { accountId: number; maxUses: number | null; createdAt: Date }): Promise<InviteCodeRow> {
  for (let tries = 0; tries < 5; tries++) {
    const [made] = await tx
      .insert(inviteCodes)
      .values({ ...values, code: newInviteCode() })
      .onConflictDoNothing({ target: inviteCodes.code })
      .returning()
    if (made) return made
  }
  throw new Error('no free invite code was found')
}
