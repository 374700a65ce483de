import { and, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { InviteCodeState } from '@portico/contract/invites-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { addressHas, type Search } from '../accounts/find-by-address.ts'
import type { Db } from '../db/client.ts'
import { ordering, type Page, type Paging, readPage, type SortedPaging } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { type InviteCodeRow, inviteCodes, inviteUses, type InviteUseRow } from './invites.table.ts'
import { usableSql } from './make-invite-code.ts'

export type CodeWithOwner = { code: InviteCodeRow; email: string; sameNetwork: number }
export type Invited = { use: InviteUseRow; email: string; othersThere: number }

const sortable = { created_at: inviteCodes.createdAt, uses: inviteCodes.uses, page_views: inviteCodes.pageViews } as const

/** A member's own codes: the newest two hundred, newest first. */
export function ownCodes(db: Db, accountId: number): Promise<InviteCodeRow[]> {
  return db.select().from(inviteCodes).where(eq(inviteCodes.accountId, accountId)).orderBy(desc(inviteCodes.id)).limit(200)
}

/** Number of accounts whose inviter is this one. */
export async function countInvited(db: Db, accountId: number): Promise<number> {
  const [row] = await db.select({ n: count() }).from(accounts).where(eq(accounts.inviterId, accountId))
  return row?.n ?? 0
}

/** The member's own commission rule; null: the site's. */
export async function ownRule(db: Db, accountId: number): Promise<{ rate: number | null; mode: 'first' | 'every' | null }> {
  const columns = { rate: accounts.commissionRate, mode: accounts.commissionMode }
  const [row] = await db.select(columns).from(accounts).where(eq(accounts.id, accountId))
  return row ?? { rate: null, mode: null }
}

/** All invite codes, newest first unless `sort` says otherwise. */
export async function listCodes(
  db: Db,
  filter: { state?: InviteCodeState | undefined; search?: Search | undefined },
  paging: SortedPaging,
): Promise<Page<CodeWithOwner>> {
  const where = and(stateSql(filter.state), filter.search && matches(filter.search))
  const order = ordering(paging.sort, sortable, inviteCodes.createdAt, inviteCodes.id)
  const { items, ...count } = await readPage(db, select(db).where(where), order, paging)
  return { items: await withHints(db, items), ...count }
}

export async function findCode(db: Db, id: number): Promise<CodeWithOwner> {
  return foundRow(await withHints(db, await select(db).where(eq(inviteCodes.id, id))))
}

/** Accounts opened with a code, newest first. */
export async function listInvited(db: Db, codeId: number, paging: Paging): Promise<Page<Invited>> {
  await findCode(db, codeId)
  const found = db
    .select({ use: inviteUses, email: accounts.label, othersThere: othersThere.mapWith(Number) })
    .from(inviteUses)
    .innerJoin(accounts, eq(accounts.id, inviteUses.accountId))
    .where(eq(inviteUses.codeId, codeId))
    .$dynamic()
  return readPage(db, found, [desc(inviteUses.createdAt), desc(inviteUses.accountId)], paging)
}

/** Other accounts that the same member invited, with any code, from the same network. */
const othersThere = sql<number>`(
  select count(*) from ${inviteUses} other
    join ${inviteCodes} theirs on theirs.id = other.code_id
    join ${inviteCodes} ours on ours.id = ${inviteUses.codeId}
  where other.network = ${inviteUses.network} and other.account_id <> ${inviteUses.accountId} and theirs.account_id = ours.account_id)`

function select(db: Db) {
  return db
    .select({ code: inviteCodes, email: accounts.label })
    .from(inviteCodes)
    .innerJoin(accounts, eq(accounts.id, inviteCodes.accountId))
    .$dynamic()
}

async function withHints(db: Db, rows: { code: InviteCodeRow; email: string }[]): Promise<CodeWithOwner[]> {
  const ids = rows.map(({ code }) => code.id)
  if (ids.length === 0) return []
  const hinted = await db
    .select({
      codeId: inviteUses.codeId,
      n: sql<number>`count(*) filter (where ${inviteUses.sameAsOwner} or ${othersThere} > 0)`.mapWith(Number),
    })
    .from(inviteUses)
    .where(inArray(inviteUses.codeId, ids))
    .groupBy(inviteUses.codeId)
  const byCode = new Map(hinted.map(({ codeId, n }) => [codeId, n]))
  return rows.map((row) => ({ ...row, sameNetwork: byCode.get(row.code.id) ?? 0 }))
}

function stateSql(state: InviteCodeState | undefined): SQL | undefined {
  if (state === 'usable') return usableSql
  if (state === 'disabled') return isNotNull(inviteCodes.disabledAt)
  return state === 'used_up' ? and(isNull(inviteCodes.disabledAt), sql`${inviteCodes.uses} >= ${inviteCodes.maxUses}`) : undefined
}

function matches(search: Search): SQL | undefined {
  return or(eq(inviteCodes.code, search.text.toUpperCase()), addressHas(accounts.emailKey, search))
}
