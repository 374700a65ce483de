import type { SignInResult } from '@portico/contract/sign-ins-admin'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { findByAddress } from '../accounts/find-by-address.ts'
import type { Db } from '../db/client.ts'
import { inRange, type LogRange, newestFirst, pageOf } from '../newest-first.ts'
import { type SignInRow, signIns } from './sign-ins.table.ts'

export type SignInFilter = LogRange & {
  account_id?: number | undefined
  q?: string | undefined
  result?: SignInResult | undefined
  network?: string | undefined
}
export type SignInWithEmail = { row: SignInRow; email: string | null }

/** A page of sign-ins, newest first. */
export async function listSignIns(
  db: Db,
  filter: SignInFilter,
  zone: string,
  size: number,
): Promise<{ items: SignInWithEmail[]; next: number | null }> {
  const { account_id: accountId, q, result, network } = filter
  const where = and(
    inRange(signIns, filter, zone),
    accountId === undefined ? undefined : eq(signIns.accountId, accountId),
    q ? await byAddress(db, q) : undefined,
    result && eq(signIns.result, result),
    network ? eq(signIns.network, network) : undefined,
  )
  const rows = await db
    .select({ row: signIns, email: accounts.label })
    .from(signIns)
    .leftJoin(accounts, eq(accounts.id, signIns.accountId))
    .where(where)
    .orderBy(...newestFirst(signIns))
    .limit(size + 1)
  return pageOf(rows, size, ({ row }) => row.id)
}

async function byAddress(db: Db, typed: string): Promise<SQL> {
  const ids = await findByAddress(db, typed)
  return ids.length === 1 ? eq(signIns.accountId, ids[0] ?? 0) : inArray(signIns.accountId, ids)
}
