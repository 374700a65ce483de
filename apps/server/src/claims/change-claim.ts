import { closeClaim, openClaims, undoClaim } from '../accounts/claims.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockForAccess } from '../members/change-access.ts'
import { takeWaysIn } from '../own-account/ways-in.ts'
import { unchoose } from '../sessions/sessions.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'

/**
 * Opens or closes the claim of an account by its link. May be called twice. Throws `claim.not_open` for an account that has an
 * address or was claimed.
 */
export async function setClaim(
  { transaction }: Database,
  by: Actor,
  id: number,
  { open, reason }: { open: boolean; reason: string },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const account = await lockForAccess(tx, by, id, 'members.access')
    if (open === (account.claimableAt !== null)) return
    if (!open) await closeClaim(tx, id)
    else if ((await openClaims(tx, [id], now)).length === 0) throw new AppError('claim.not_open')
    const sides = { before: { claimableAt: account.claimableAt }, after: { claimableAt: open ? now : null } }
    await record(tx, by, { action: 'member.set_claim', entity: 'member', id, ...sides, reason }, now)
  })
}

/**
 * Undoes a claim: removes every way to sign in that was added since, and stops requested payouts. Links, plan and money stay. Of many calls at once, one does; the others throw `claim.none`.
 */
export async function takeBackClaim(
  { transaction }: Database,
  by: Actor,
  id: number,
  { reopen, reason }: { reopen: boolean; reason: string },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const account = await lockForAccess(tx, by, id, 'members.access')
    const { claimedAt, email, phone } = account
    if (claimedAt === null) throw new AppError('claim.none')
    await lockSubscription(tx, id)
    await takeWaysIn(tx, by, id, claimedAt, now)
    await unchoose(tx, id)
    await undoClaim(tx, id, reopen, now)
    const sides = {
      before: { claimedAt, email, phone },
      after: { claimedAt: null, email: null, phone: null, claimableAt: reopen ? now : null },
    }
    await record(tx, by, { action: 'member.undo_claim', entity: 'member', id, ...sides, reason }, now)
  })
}
