import { and, count, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor, Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { newTypedCode } from '../typed-code.ts'
import { type InviteCodeRow, inviteCodes } from './invites.table.ts'

const DOUBLE_CLICK_MS = 2000

/** SQL condition: the code can still be used. */
export const usableSql = and(isNull(inviteCodes.disabledAt), or(isNull(inviteCodes.maxUses), lt(inviteCodes.uses, inviteCodes.maxUses)))

/**
 * Makes a code for the calling member; a second call within two seconds returns the same code. Throws `invite.limit_reached` when
 * they have as many usable codes as the site allows.
 */
export async function makeOwnCode({ transaction }: Database, by: Caller, { now: at, settings }: Context): Promise<InviteCodeRow> {
  return transaction(async (tx) => {
    await lockOwner(tx, by.accountId)
    const own = eq(inviteCodes.accountId, by.accountId)
    const just = and(own, gt(inviteCodes.createdAt, new Date(at.getTime() - DOUBLE_CLICK_MS)))
    const [again] = await tx.select().from(inviteCodes).where(just).orderBy(desc(inviteCodes.id)).limit(1)
    if (again) return again
    const [usable] = await tx.select({ n: count() }).from(inviteCodes).where(and(own, usableSql))
    if ((usable?.n ?? 0) >= settings['invite.limit']) throw new AppError('invite.limit_reached')
    return insertCode(tx, by, { accountId: by.accountId, maxUses: settings['invite.single_use'] ? 1 : null, createdAt: at })
  })
}

/** Makes a code for the member with that e-mail address, beyond the limit too. Throws `invite.owner_unknown`. */
export function makeCodeFor(
  { transaction }: Database,
  by: Actor,
  input: { emailKey: string; maxUses: number | null },
  at: Date,
): Promise<InviteCodeRow> {
  return transaction(async (tx) => {
    const [owner] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.emailKey, input.emailKey))
    if (!owner) throw new AppError('invite.owner_unknown', { fields: { email: 'invite.owner_unknown' } })
    return insertCode(tx, by, { accountId: owner.id, maxUses: input.maxUses, createdAt: at })
  })
}

/** Makes requests for one member wait for each other. */
async function lockOwner(tx: Tx, accountId: number): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
}

type NewCode = { accountId: number; maxUses: number | null; createdAt: Date }

async function insertCode(tx: Tx, by: Actor, values: NewCode): Promise<InviteCodeRow> {
  for (let tries = 0; tries < 5; tries++) {
    const [made] = await tx
      .insert(inviteCodes)
      .values({ ...values, code: newTypedCode() })
      .onConflictDoNothing({ target: inviteCodes.code })
      .returning()
    if (!made) continue
    const entry = {
      action: 'invite_code.create',
      entity: 'invite_code',
      beneficiary: values.accountId,
      id: made.code,
      after: made,
    } as const
    await record(tx, by, entry, made.createdAt)
    return made
  }
  throw new Error('no free invite code was found')
}
