import { and, asc, count, desc, eq, inArray, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { InviteCodeState } from '@portico/contract/invites-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { AppError } from '../errors.ts'
import { type InviteCodeRow, inviteCodes, inviteUses, type InviteUseRow } from './invites.table.ts'
import { usableSql } from './make-invite-code.ts'

export type CodeWithOwner = { code: InviteCodeRow; email: string; sameNetwork: number }
export type Invited = { use: InviteUseRow; email: string; othersThere: number }
type Paging = { page: number; page_size: number; sort?: string | undefined }

const sortable = { created_at: inviteCodes.createdAt, uses: inviteCodes.uses, page_views: inviteCodes.pageViews } as const

/** A member's own codes: the newest two hundred, newest first. */
export function ownCodes(db: Db, accountId: number): Promise<InviteCodeRow[]> {
  return db.select().from(inviteCodes).where(eq(inviteCodes.accountId, accountId)).orderBy(desc(inviteCodes.id)).limit(200)
}

/** How many accounts have this one as their inviter. */
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

/** Newest first unless `sort` says otherwise. */
export async function listCodes(
  db: Db,
  filter: { state?: InviteCodeState | undefined; q?: string | undefined },
  { page, page_size, sort }: Paging,
): Promise<{ items: CodeWithOwner[]; total: number }> {
  const where = and(stateSql(filter.state), filter.q?.trim() ? matches(filter.q.trim()) : undefined)
  const [rows, [sum]] = await Promise.all([
    select(db)
      .where(where)
      .orderBy(...ordering(sort))
      .limit(page_size)
      .offset((page - 1) * page_size),
    db.select({ total: count() }).from(inviteCodes).innerJoin(accounts, eq(accounts.id, inviteCodes.accountId)).where(where),
  ])
  return { items: await withHints(db, rows), total: sum?.total ?? 0 }
}

export async function findCode(db: Db, id: number): Promise<CodeWithOwner> {
  const [found] = await withHints(db, await select(db).where(eq(inviteCodes.id, id)))
  if (!found) throw new AppError('not_found')
  return found
}

/** Accounts opened with a code, newest first. */
export async function listInvited(db: Db, codeId: number, { page, page_size }: Paging): Promise<{ items: Invited[]; total: number }> {
  await findCode(db, codeId)
  const where = eq(inviteUses.codeId, codeId)
  const [items, [sum]] = await Promise.all([
    db
      .select({ use: inviteUses, email: accounts.email, othersThere: othersThere.mapWith(Number) })
      .from(inviteUses)
      .innerJoin(accounts, eq(accounts.id, inviteUses.accountId))
      .where(where)
      .orderBy(desc(inviteUses.createdAt), desc(inviteUses.accountId))
      .limit(page_size)
      .offset((page - 1) * page_size),
    db.select({ total: count() }).from(inviteUses).where(where),
  ])
  return { items, total: sum?.total ?? 0 }
}

/** Other accounts that the same member invited, with any code, from the same network. */
const othersThere = sql<number>`(
  select count(*) from ${inviteUses} other
    join ${inviteCodes} theirs on theirs.id = other.code_id
    join ${inviteCodes} ours on ours.id = ${inviteUses.codeId}
  where other.network = ${inviteUses.network} and other.account_id <> ${inviteUses.accountId} and theirs.account_id = ours.account_id)`

function select(db: Db) {
  return db
    .select({ code: inviteCodes, email: accounts.email })
    .from(inviteCodes)
    .innerJoin(accounts, eq(accounts.id, inviteCodes.accountId))
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

function matches(q: string): SQL | undefined {
  const part = `%${likeText(q.toLowerCase())}%`
  return or(eq(inviteCodes.code, q.toUpperCase()), like(accounts.emailKey, part))
}

function ordering(sort: string | undefined): SQL[] {
  const key = sort?.replace(/^-/, '')
  const column = key && Object.hasOwn(sortable, key) ? sortable[key as keyof typeof sortable] : inviteCodes.createdAt
  const direction = sort === undefined || sort.startsWith('-') ? desc : asc
  return [direction(column), direction(inviteCodes.id)]
}
