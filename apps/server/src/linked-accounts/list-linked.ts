import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { plans, type NamedPlan } from '../plans/plans.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

export type LinkedRow = {
  id: number
  label: string
  name: string | null
  email: string | null
  expiresAt: Date | null
  plan: NamedPlan | null
}

/** The account that signs in, and those that are linked to it and not suspended. */
export async function listLinked(db: Db, mainId: number): Promise<LinkedRow[]> {
  const { id, label, name, email } = accounts
  return db
    .select({ id, label, name, email, expiresAt: subscriptions.expiresAt, plan: plans })
    .from(accounts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, id))
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .where(or(eq(id, mainId), and(eq(accounts.mainId, mainId), isNull(accounts.bannedAt))))
    .orderBy(sql`${id} <> ${mainId}`, asc(id))
}

type Named = { id: number; label: string }

/** For staff. `main`: the account that signs in for this one; null: none. `items`: those that this one signs in for. */
export async function linkedOf(db: Db, id: number): Promise<{ main: Named | null; items: Named[] }> {
  const { mainId } = foundRow(await db.select({ mainId: accounts.mainId }).from(accounts).where(eq(accounts.id, id)))
  const named = { id: accounts.id, label: accounts.label }
  const [main] = mainId === null ? [] : await db.select(named).from(accounts).where(eq(accounts.id, mainId))
  return { main: main ?? null, items: await db.select(named).from(accounts).where(eq(accounts.mainId, id)).orderBy(asc(accounts.id)) }
}
