import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { identities } from '../../identities/identities.table.ts'
import { mailBounces } from './mail-bounces.table.ts'

/** A refusal by the recipient's rules, of this mail or of us, says nothing about the address. */
const POLICY = /\b5\.7\.\d/

/**
 * Notes that mail does not reach an address: no reminders go there until its member verifies it again. Call it for each bounce, from the
 * mail server or from a delivery report, as often as it comes; temporary failures are none. `answer`: what the server said.
 */
export async function noteBounce(db: Db, address: string, answer: string, now: Date): Promise<void> {
  if (POLICY.test(answer)) return
  const row = { at: now, answer: answer.slice(0, 300) }
  await db
    .insert(mailBounces)
    .values({ address: keyOf(address), ...row })
    .onConflictDoUpdate({ target: mailBounces.address, set: row })
}

export type Bounced = { at: Date; answer: string }

/** The bounce that keeps reminders from a member's address; null: it has none, or was verified since. */
export async function bounceOf(db: Db, accountId: number): Promise<Bounced | null> {
  const [found] = await db
    .select({ at: mailBounces.at, answer: mailBounces.answer })
    .from(identities)
    .innerJoin(mailBounces, bounces)
    .where(and(eq(identities.accountId, accountId), eq(identities.provider, 'email')))
  return found ?? null
}

/** Joins a bounce to the identity that it keeps reminders from. */
export const bounces = and(
  eq(mailBounces.address, sql`lower(${identities.label})`),
  or(isNull(identities.verifiedAt), lt(identities.verifiedAt, mailBounces.at)),
)

/** Deletes the bounces of addresses. */
export async function forgetBounces(tx: Tx, addresses: string[]): Promise<void> {
  if (addresses.length > 0) await tx.delete(mailBounces).where(inArray(mailBounces.address, addresses.map(keyOf)))
}

const keyOf = (address: string): string => address.trim().toLowerCase()
