import { alias } from 'drizzle-orm/pg-core'
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { FoundBy, UserState } from '@portico/contract/accounts-admin'
import type { Db, Tx } from '../db/client.ts'
import type { Actor } from '../actor.ts'
import { ordering, type Page, readPage, rowsOf, type SortedPaging } from '../db/page.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { foundRow } from '../errors.ts'
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
  /** When their plans end. */
  ends?: Span | undefined
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
/** `most`: finds of a search that are ranked and counted, unless a later page or all are asked for. */
type At = { now: Date; currency: string; most?: number }

const RANKED = 1000

/** A page of members, newest first unless `sort` says otherwise; a search shows the surest finds first. */
export async function listUsers(
  db: Db,
  by: Actor,
  filter: UserFilter,
  paging: SortedPaging,
  { now, currency, most: ranked = RANKED }: At,
): Promise<Page<ListedUser>> {
  const order = ordering(paging.sort, sortable, accounts.id, accounts.id)
  const { asked } = filter
  // A part that most addresses share finds nearly everybody. Another order, or a filter beside it, takes all finds.
  const isAlone = conditionsOf(filter, now) === undefined
  const most = asked && isAlone && paging.sort === undefined && paging.page > 0 ? Math.max(ranked, paging.page * paging.page_size) : null
  const few = asked && most !== null ? { ...asked, most: most + 1, newest: true as const } : asked
  const { found, counted } = selectIds(db, by, { ...filter, asked: few }, now)
  const surest = asked && paging.sort === undefined ? [asc(way), ...order] : order
  const exactly = asked && paging.total_is === 'exact' ? selectIds(db, by, filter, now).counted : counted
  const { items: ids, ...count } = await readPage(db, found, surest, paging, exactly, most ?? undefined)
  return { items: await readUsers(db, ids, currency), ...count }
}

/** The ids of all that a filter finds, `most` of them; in order. */
export async function listUserIds(db: Db, by: Actor, filter: UserFilter, now: Date, most: number): Promise<number[]> {
  const rows = await selectIds(db, by, filter, now).found.orderBy(asc(accounts.id)).limit(most)
  return rows.map(({ id }) => id)
}

/** All members of a filter, newest first. */
export function wholeUsers(tx: Tx, by: Actor, filter: UserFilter, { now, currency }: At): Promise<WholeList<UserRow>> {
  const ids = selectIds(tx, by, filter, now).found.orderBy(desc(accounts.id))
  return wholeList(
    tx,
    ids,
    (some) => withIds(tx, some, currency),
    ({ account }) => account.id,
  )
}

const way = sql<number>`found.way`

/** All of a filter but its search. */
function conditionsOf({ state, plan_id: planId, inviter_id: inviterId, span, ends }: UserFilter, now: Date): SQL | undefined {
  return and(
    stateSql(state, now),
    planId === undefined ? undefined : eq(subscriptions.planId, planId),
    inviterId === undefined ? undefined : eq(accounts.inviterId, inviterId),
    inSpan(accounts.createdAt, span),
    endsIn(ends),
  )
}

const ofAccounts = new Set<UserState | undefined>([undefined, 'banned', 'admin'])
const ofSubscriptions = new Set<UserState | undefined>([undefined, 'no_plan', 'expired', 'over_quota'])

/** Each account has one subscription, so a filter that looks at one of both tables is counted in it alone; undefined: it looks at both. */
function countedFrom({ state, plan_id: planId, inviter_id: inviterId, span, ends }: UserFilter, where: SQL | undefined): SQL | undefined {
  if (ofAccounts.has(state) && planId === undefined && endsIn(ends) === undefined) return rowsOf(accounts, where)
  const isOfMember = inviterId !== undefined || inSpan(accounts.createdAt, span) !== undefined
  return ofSubscriptions.has(state) && !isOfMember ? rowsOf(subscriptions, where) : undefined
}

function selectIds(db: Db, by: Actor, filter: UserFilter, now: Date) {
  const { asked } = filter
  const conditions = conditionsOf(filter, now)
  const ids = db
    .select({ id: accounts.id, way: asked ? way : sql<null>`null` })
    .from(accounts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .$dynamic()
  if (!asked) return { found: ids.where(conditions), counted: countedFrom(filter, conditions) }
  const ways = foundBy(by, asked)
  const found = sql`(select account_id, min(way) as way from (${ways}) ways group by account_id) found`
  return {
    found: ids.innerJoin(found, sql`found.account_id = ${accounts.id}`).where(conditions),
    counted: conditions ? undefined : sql`select distinct account_id from (${ways}) ways`,
  }
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

function endsIn(ends: Span | undefined): SQL | undefined {
  const within = inSpan(subscriptions.expiresAt, ends)
  return within && and(isNotNull(subscriptions.groupId), within)
}

function withIds(db: Db, ids: number[], currency: string) {
  // One array parameter, so that the text is the same for any number of ids and PostgreSQL plans it once.
  return select(db, currency).where(sql`${accounts.id} = any(${sql.param(ids)})`)
}

export async function findUser(db: Db, id: number, currency: string): Promise<UserRow> {
  return foundRow(await select(db, currency).where(eq(accounts.id, id)))
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
