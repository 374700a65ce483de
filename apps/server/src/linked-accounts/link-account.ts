import { eq, or } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import { claimsSince, takeLinked } from '../accounts/claims.ts'
import { emailKey } from '../accounts/email-key.ts'
import { lockAccount, updateAccount } from '../accounts/write-account.ts'
import type { Actor, Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError, foundRow, orNotFound } from '../errors.ts'
import { refusalOf } from '../claims/find-claim.ts'
import { lockForAccess } from '../members/change-access.ts'
import { unchoose } from '../sessions/sessions.ts'

/**
 * Lets a member use an account that nobody can sign in to under their own sign-in. Throws `account.not_linkable` if somebody can, or others are
 * linked to it, and `account.not_main` for one that cannot have linked ones: it is staff's, closed, or linked itself.
 */
export async function linkAccount(
  { transaction }: Database,
  by: Actor,
  id: number,
  { main: typed, reason }: { main: string; reason: string },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const mainId = await findMain(tx, typed)
    const { main, account } = await lockBoth(tx, mainId, id)
    await lockForAccess(tx, by, id, 'members.access')
    requireMain(main)
    if (account.mainId === mainId) return
    if (!(await takeLinked(tx, { id, mainId }, null, now))) throw new AppError('account.not_linkable')
    await recordLink(tx, by, { id, before: account.mainId, after: mainId, reason }, now)
  })
}

/** Adds an account to the caller's by its link, once, as a claim does. Of many calls at once, one does; the others throw `claim.done`. */
export async function addByClaim({ transaction }: Database, by: Caller, id: number, { now, settings }: Context): Promise<void> {
  await transaction(async (tx) => {
    const { main, account } = await lockBoth(tx, by.accountId, id)
    requireMain(main)
    const since = claimsSince(settings, now)
    if (!(await takeLinked(tx, { id, mainId: main.id }, since, now))) throw refusalOf(account.claimedAt !== null)
    await recordLink(tx, by, { id, before: null, after: main.id, reason: null }, now)
  })
}

/** Ends that an account is used under another's sign-in, at once; it then has none. May be called twice. */
export async function unlinkAccount({ transaction }: Database, by: Actor, id: number, reason: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { mainId } = await lockForAccess(tx, by, id, 'members.access')
    if (mainId === null) return
    await updateAccount(tx, id, { mainId: null, claimedAt: null })
    await unchoose(tx, id)
    await recordLink(tx, by, { id, before: mainId, after: null, reason }, now)
  })
}

async function findMain(tx: Tx, typed: string): Promise<number> {
  const digits = /^#?(\d{1,15})$/.exec(typed)?.[1]
  const named = digits === undefined ? eq(accounts.emailKey, emailKey(typed)) : or(eq(accounts.id, Number(digits)))
  const [found] = await tx.select({ id: accounts.id }).from(accounts).where(named)
  if (!found) throw notMain()
  return found.id
}

/** In one order, so that two who link the same accounts do not wait for each other. */
async function lockBoth(tx: Tx, mainId: number, id: number): Promise<{ main: AccountRow; account: AccountRow }> {
  if (mainId === id) throw notMain()
  const rows: AccountRow[] = []
  for (const each of [mainId, id].toSorted((a, b) => a - b)) rows.push(orNotFound(await lockAccount(tx, each)))
  const of = (wanted: number): AccountRow => foundRow(rows.filter((row) => row.id === wanted))
  return { main: of(mainId), account: of(id) }
}

function requireMain({ roleId, closedAt, mainId, email, phone }: AccountRow): void {
  if (roleId !== null || closedAt !== null || mainId !== null || (email ?? phone) === null) throw notMain()
}

function notMain(): AppError {
  return new AppError('account.not_main', { fields: { main: 'account.not_main' } })
}

type Link = { id: number; before: number | null; after: number | null; reason: string | null }

async function recordLink(tx: Tx, by: Actor, { id, before, after, reason }: Link, now: Date): Promise<void> {
  const action = after === null ? 'member.unlink' : 'member.link'
  // Whoever signs in gains the use of the account.
  const sides = { before: { mainId: before }, after: { mainId: after } }
  await record(tx, by, { action, entity: 'member', beneficiary: after ?? id, id, ...sides, reason }, now)
}
