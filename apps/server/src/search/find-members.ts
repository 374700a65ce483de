import { may } from '@portico/contract/access'
import type { FoundBy } from '@portico/contract/accounts-admin'
import { asc, eq, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { type Asked, foundBy, wayOf } from '../members/find-by.ts'
import { type NamedPlan, plans } from '../plans/plans.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { MOST_PER_KIND } from './parse-search.ts'

export type MemberFound = {
  id: number
  email: string
  bannedAt: Date | null
  roleId: number | null
  plan: NamedPlan | null
  foundBy: FoundBy
}

/** Accounts as the list of members finds them, the surest first. */
export async function findMembers(db: Db, by: Actor, asked: Asked): Promise<MemberFound[]> {
  if (!may(by.permissions, 'members.read')) return []
  const found = sql`(select account_id, min(way) as way from (${foundBy(by, { ...asked, most: MOST_PER_KIND })}) ways group by account_id) found`
  const rows = await db
    .select({
      id: accounts.id,
      email: accounts.label,
      bannedAt: accounts.bannedAt,
      roleId: accounts.roleId,
      plan: { name: plans.name, translations: plans.translations },
      way: sql<number>`found.way`,
    })
    .from(accounts)
    .innerJoin(found, sql`found.account_id = ${accounts.id}`)
    .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .orderBy(sql`found.way`, asc(accounts.emailKey))
    .limit(MOST_PER_KIND)
  return rows.map(({ way, ...row }) => ({ ...row, foundBy: wayOf(way) }))
}
