import { may } from '@portico/contract/access'
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { emailKey } from '../accounts/email-key.ts'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { type NamedPlan, plans } from '../plans/plans.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { MOST, numberIn } from './asked-text.ts'

export type MemberFound = {
  id: number
  email: string
  bannedAt: Date | null
  roleId: number | null
  plan: NamedPlan | null
}

/** Accounts by the start of their address, by id, or by a link that the caller may see. */
export async function findMembers(db: Db, by: Actor, q: string): Promise<MemberFound[]> {
  if (!may(by.permissions, 'members.read')) return []
  const id = numberIn(q)
  // One lookup for each way, because an index serves no "or" over two tables.
  const found = sql.join([...byAddress(q), ...(id === null ? [] : [sql`select ${id}::bigint`]), ...byLink(by, q)], sql` union `)
  return db
    .select({
      id: accounts.id,
      email: accounts.label,
      bannedAt: accounts.bannedAt,
      roleId: accounts.roleId,
      plan: { name: plans.name, translations: plans.translations },
    })
    .from(accounts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .where(sql`${accounts.id} in (${found})`)
    .orderBy(desc(sql`${accounts.id} = ${id ?? 0}`), asc(accounts.emailKey))
    .limit(MOST)
}

/** Also by a whole address in another spelling, as the login form takes it. */
function byAddress(q: string): SQL[] {
  const { id, emailKey: key } = accounts
  const start = sql`(select ${id} from ${accounts} where ${key} like ${`${likeText(q.toLowerCase())}%`} order by ${key} limit ${MOST})`
  return /.@./.test(q) ? [start, sql`select ${id} from ${accounts} where ${key} = ${emailKey(q)}`] : [start]
}

/** A link, or its first digits. Never of staff: an operator who may not see such a link could guess it digit by digit. */
function byLink(by: Actor, q: string): SQL[] {
  const token = /(?:^|\/s\/|token=)([0-9a-f]{8,32})$/i.exec(q)?.[1]?.toLowerCase()
  if (token === undefined || !may(by.permissions, 'members.access')) return []
  const { accountId } = subscriptions
  return [
    sql`(select ${accountId} from ${subscriptions} join ${accounts} on ${accounts.id} = ${accountId}
      where ${subscriptions.token} like ${`${token}%`} and ${accounts.roleId} is null limit ${MOST})`,
  ]
}
