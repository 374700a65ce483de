import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { type LinkRow, links } from './links.table.ts'

/** Whose link it is. Throws `not_found`. */
export async function ownerOf(db: Db, id: number): Promise<number> {
  return foundRow(await db.select({ accountId: links.accountId }).from(links).where(eq(links.id, id))).accountId
}

/**
 * Revokes an account's link from another panel for good; the caller has checked that `by` may. Throws `not_found`, and `old_link.revoked`
 * if somebody was first.
 */
export async function revokeLink(tx: Tx, by: Actor, accountId: number, id: number, reason: string | null, now: Date): Promise<void> {
  const own = and(eq(links.id, id), eq(links.accountId, accountId))
  const [revoked] = await tx
    .update(links)
    .set({ revokedAt: now })
    .where(and(own, isNull(links.revokedAt)))
    .returning()
  if (!revoked) {
    foundRow(await tx.select({ id: links.id }).from(links).where(own))
    throw new AppError('old_link.revoked')
  }
  const sides = { before: sideOf(revoked, null), after: sideOf(revoked, now), reason }
  await record(tx, by, { action: 'member.revoke_old_link', entity: 'member', beneficiary: null, id: accountId, ...sides }, now)
}

/** Revokes the links from other panels of an account's device (0: the account itself): somebody who has one would get each new secret. */
export async function revokeAllLinks(tx: Tx, accountId: number, now: Date, device: number): Promise<void> {
  await tx
    .update(links)
    .set({ revokedAt: now })
    .where(and(eq(links.accountId, accountId), eq(links.device, device), isNull(links.revokedAt)))
}

/** Deletes them, as the account is closed. */
export async function forgetLinks(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(links).where(eq(links.accountId, accountId))
}

const sideOf = ({ id }: LinkRow, revokedAt: Date | null) => ({ oldLink: id, revokedAt })
