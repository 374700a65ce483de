import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { normalCode } from './invite-code.ts'
import { inviteCodes, inviteUses } from './invites.table.ts'
import { usableSql } from './make-invite-code.ts'

export type UsedCode = { codeId: number; inviterId: number }

/**
 * Takes one use of a code and returns its owner; null when the code does not exist, is used up or disabled, or its owner is
 * suspended. Of several simultaneous callers one gets the last use. A failed registration gives it back with its transaction.
 */
export async function takeInviteCode(tx: Tx, typed: string): Promise<UsedCode | null> {
  const code = normalCode(typed)
  if (code === '') return null
  const owner = tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, inviteCodes.accountId), isNull(accounts.bannedAt), isNull(accounts.closedAt)))
  const [used] = await tx
    .update(inviteCodes)
    .set({ uses: sql`${inviteCodes.uses} + 1` })
    .where(and(eq(inviteCodes.code, code), usableSql, exists(owner)))
    .returning({ codeId: inviteCodes.id, inviterId: inviteCodes.accountId })
  return used ?? null
}

/** Records who used the code and from which network, and marks for operators whether the inviter was there too. */
export async function noteInviteUse(tx: Tx, { codeId, inviterId }: UsedCode, accountId: number, network: string, at: Date): Promise<void> {
  const [there] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.accountId, inviterId), onNetwork(network)))
    .limit(1)
  await tx.insert(inviteUses).values({ accountId, codeId, network, sameAsOwner: there !== undefined, createdAt: at })
}

/** Counts a visit through a link. Ignores unknown and disabled codes. */
export async function countView(db: Db, typed: string): Promise<void> {
  await db
    .update(inviteCodes)
    .set({ pageViews: sql`${inviteCodes.pageViews} + 1` })
    .where(and(eq(inviteCodes.code, normalCode(typed)), isNull(inviteCodes.disabledAt)))
}

/** Condition: the session came from this network, an IPv4 address or the /64 of an IPv6 one. */
function onNetwork(network: string) {
  const valid = sql`pg_input_is_valid(${sessions.ip}, 'inet') and pg_input_is_valid(${network}, 'inet')`
  return sql`case when ${valid} then ${sessions.ip}::inet <<= ${network}::inet else false end`
}
