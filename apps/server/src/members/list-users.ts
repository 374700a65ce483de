import { alias } from 'drizzle-orm/pg-core'
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { FoundBy, UserState } from '@portico/contract/accounts-admin'
import type { Db, Tx } from '../db/client.ts'
import type { Actor } from '../actor.ts'
import { ordering, type Page, readPage, type SortedPaging } from '../db/page.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { AppError } from '../errors.ts'
import { inSpan, type Span } from '../db/in-days.ts'
import { groups } from '../groups/groups.table.ts'
import { ledgerAccounts } from '../ledger/ledger.table.ts'
import { linkAlarms } from '../link-fetches/link-fetches.table.ts'
import { alarmHolds } from '../link-fetches/link-mark.ts'
import { type NamedPlan, plans } from '../plans/plans.table.ts'
import { activeSql } from '../subscriptions/state.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import { type Asked, foundBy, wayOf } from './find-by.ts'

export type UserFilter = {
  asked?: Asked | undefined
  state?: UserState | undefined
  plan_id?: number | undefined
  inviter_id?: number | undefined
  /** When the accounts were created. */
  span?: Span | undefined
}
export type UserRow = {
  account: AccountRow
  subscription: SubscriptionRow
  plan: NamedPlan | null
  groupName: string | null
  balance: number | null
  /** Negative: owed. */
  debt: number | null
  inviterEmail: string | null
  alarm: typeof linkAlarms.$inferSelect | null
}

/** `foundBy`: null without a search. */
export type ListedUser = UserRow & { foundBy: FoundBy | null }
type At = { now: Date; currency: string }

/** Above this many accounts the unfiltered total is the planner's estimate: counting would cost more than the page. */
const EXACT_UNTIL = 10_000

/** A page of members, newest first unless `sort` says otherwise; a search shows the surest finds first. */
export async function listUsers(
  db: Db,
  by: Actor,
  filter: UserFilter,
  paging: SortedPaging,
  { now, currency }: At,
): Promise<Page<ListedUser>> {
  const [found, where] = selectIds(db, by, filter, now)
  const order = ordering(paging.sort, sortable, accounts.id, accounts.id)
  const ranked = filter.asked && paging.sort === undefined ? [asc(way), ...order] : order
  const { items: ids, total } = await readPage(db, found, ranked, paging, where ? undefined : estimatedTotal(db))
  return { items: await readUsers(db, ids, currency), total }
}

/** The ids of all that a filter finds, `most` of them; in order. */
export async function listUserIds(db: Db, by: Actor, filter: UserFilter, now: Date, most: number): Promise<number[]> {
  const rows = await selectIds(db, by, filter, now)[0].orderBy(asc(accounts.id)).limit(most)
  return rows.map(({ id }) => id)
}

/** All members of a filter, newest first. */
export function wholeUsers(tx: Tx, by: Actor, filter: UserFilter, { now, currency }: At): Promise<WholeList<UserRow>> {
  const ids = selectIds(tx, by, filter, now)[0].orderBy(desc(accounts.id))
  return wholeList(
    tx,
    ids,
    (some) => withIds(tx, some, currency),
    ({ account }) => account.id,
  )
}

const way = sql<number>`found.way`

function selectIds(db: Db, by: Actor, { asked, state, plan_id: planId, inviter_id: inviterId, span }: UserFilter, now: Date) {
  const conditions = and(
    stateSql(state, now),
    planId === undefined ? undefined : eq(subscriptions.planId, planId),
    inviterId === undefined ? undefined : eq(accounts.inviterId, inviterId),
    inSpan(accounts.createdAt, span),
  )
  const ids = db
    .select({ id: accounts.id, way: asked ? way : sql<null>`null` })
    .from(accounts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .$dynamic()
  if (!asked) return [ids.where(conditions), conditions] as const
  const found = sql`(select account_id, min(way) as way from (${foundBy(by, asked)}) ways group by account_id) found`
  return [ids.innerJoin(found, sql`found.account_id = ${accounts.id}`).where(conditions), true] as const
}

/** Members by ids, in that order. Reading a chosen page twice is faster than planning all joins. */
async function readUsers(db: Db, ids: { id: number; way: number | null }[], currency: string): Promise<ListedUser[]> {
  const rows = await withIds(
    db,
    ids.map(({ id }) => id),
    currency,
  )
  const byId = new Map(rows.map((row) => [row.account.id, row]))
  return ids.flatMap(({ id, way: found }) => {
    const row = byId.get(id)
    return row ? [{ ...row, foundBy: found === null ? null : wayOf(found) }] : []
  })
}

function withIds(db: Db, ids: number[], currency: string) {
  // One array parameter, so that the text is the same for any number of ids and PostgreSQL plans it once.
  return select(db, currency).where(sql`${accounts.id} = any(${sql.param(ids)})`)
}

export async function findUser(db: Db, id: number, currency: string): Promise<UserRow> {
  const [row] = await select(db, currency).where(eq(accounts.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

const inviters = alias(accounts, 'inviters')
const debts = alias(ledgerAccounts, 'debts')

function select(db: Db, currency: string) {
  const balance = and(eq(ledgerAccounts.kind, 'member'), eq(ledgerAccounts.ownerId, accounts.id), eq(ledgerAccounts.currency, currency))
  const owed = and(eq(debts.kind, 'debt'), eq(debts.ownerId, accounts.id), eq(debts.currency, currency))
  return db
    .select({
      account: accounts,
      subscription: subscriptions,
      plan: { name: plans.name, translations: plans.translations },
      groupName: groups.name,
      balance: ledgerAccounts.balance,
      debt: debts.balance,
      inviterEmail: inviters.label,
      alarm: linkAlarms,
    })
    .from(accounts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .leftJoin(groups, eq(groups.id, subscriptions.groupId))
    .leftJoin(ledgerAccounts, balance)
    .leftJoin(debts, owed)
    .leftJoin(inviters, eq(inviters.id, accounts.inviterId))
    .leftJoin(linkAlarms, alarmHolds())
    .$dynamic()
}

function stateSql(state: UserState | undefined, now: Date): SQL | undefined {
  const used = sql`${subscriptions.up} + ${subscriptions.down}`
  switch (state) {
    case undefined:
      return undefined
    case 'banned':
      return not(isNull(accounts.bannedAt))
    case 'admin':
      return isNotNull(accounts.roleId)
    case 'link_alarm':
      // The query for the total joins no alarms.
      return sql`exists (select from ${linkAlarms} where ${alarmHolds()})`
    case 'no_plan':
      return isNull(subscriptions.groupId)
    case 'expired':
      // A permanent member has no expiry and is never expired.
      return lt(subscriptions.expiresAt, now)
    case 'over_quota':
      return and(activeSql(now), gte(used, subscriptions.transferEnable))
    case 'active':
      return and(activeSql(now), lt(used, subscriptions.transferEnable), isNull(accounts.bannedAt))
  }
}

const sortable = {
  id: accounts.id,
  email: accounts.emailKey,
  created_at: accounts.createdAt,
  expired_at: subscriptions.expiresAt,
  last_login_at: accounts.lastLoginAt,
} as const

async function estimatedTotal(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select case when reltuples > ${EXACT_UNTIL} then reltuples::bigint else (select count(*) from ${accounts}) end as n
    from pg_class where oid = 'accounts'::regclass`)
  return rows[0]?.n ?? 0
}
