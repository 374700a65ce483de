import { and, asc, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { RedeemCodeStatus } from '@portico/contract/redeem-codes-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { addressHas, type Search } from '../accounts/find-by-address.ts'
import type { Db, Tx } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { foundRow } from '../errors.ts'
import { codeKey } from './code-text.ts'
import {
  type RedeemBatchRow,
  redeemBatches,
  type RedeemCodeRow,
  redeemCodes,
  type RedeemTemplateRow,
  redeemTemplates,
  type RedeemUseRow,
  redeemUses,
} from './redeem-codes.table.ts'

export type CodeFilter = {
  id?: number
  templateId?: number | undefined
  batchId?: number | undefined
  status?: RedeemCodeStatus | undefined
  q?: string | undefined
}
export type CodeInBatch = { code: RedeemCodeRow; batch: RedeemBatchRow; template: RedeemTemplateRow; status: RedeemCodeStatus }

/** Newest first, with the status at `now`. */
export async function listCodes(db: Db, filter: CodeFilter, paging: Paging, now: Date): Promise<Page<CodeInBatch>> {
  const where = and(
    filter.id === undefined ? undefined : eq(redeemCodes.id, filter.id),
    filter.templateId === undefined ? undefined : eq(redeemBatches.templateId, filter.templateId),
    filter.batchId === undefined ? undefined : eq(redeemCodes.batchId, filter.batchId),
    filter.status === undefined ? undefined : sql`${statusSql(now)} = ${filter.status}`,
    filter.q ? codeBegins(filter.q) : undefined,
  )
  return readPage(db, select(db, now).where(where), [desc(redeemCodes.id)], paging)
}

/** All codes of a batch, or those of one status, in the order they were created. Throws `not_found`. */
export async function codesOfBatch(tx: Tx, batchId: number, status: RedeemCodeStatus | null, now: Date): Promise<WholeList<CodeInBatch>> {
  foundRow(await tx.select({ id: redeemBatches.id }).from(redeemBatches).where(eq(redeemBatches.id, batchId)))
  const ids = tx
    .select({ id: redeemCodes.id })
    .from(redeemCodes)
    .innerJoin(redeemBatches, eq(redeemBatches.id, redeemCodes.batchId))
    .innerJoin(redeemTemplates, eq(redeemTemplates.id, redeemBatches.templateId))
    .where(and(eq(redeemCodes.batchId, batchId), status === null ? undefined : sql`${statusSql(now)} = ${status}`))
    .orderBy(asc(redeemCodes.id))
  return wholeList(
    tx,
    ids,
    (some) => select(tx, now).where(inArray(redeemCodes.id, some)),
    ({ code }) => code.id,
  )
}

function select(db: Db, now: Date) {
  return db
    .select({ code: redeemCodes, batch: redeemBatches, template: redeemTemplates, status: statusSql(now) })
    .from(redeemCodes)
    .innerJoin(redeemBatches, eq(redeemBatches.id, redeemCodes.batchId))
    .innerJoin(redeemTemplates, eq(redeemTemplates.id, redeemBatches.templateId))
    .$dynamic()
}

export type UseFilter = { accountId?: number; templateId?: number | undefined; batchId?: number | undefined; search?: Search | undefined }
export type UseOfCode = { use: RedeemUseRow; code: string; batchName: string; templateName: string; email: string }

/** Uses of codes, newest first. */
export async function listUses(db: Db, filter: UseFilter, paging: Paging): Promise<Page<UseOfCode>> {
  const where = and(
    filter.accountId === undefined ? undefined : eq(redeemUses.accountId, filter.accountId),
    filter.templateId === undefined ? undefined : eq(redeemBatches.templateId, filter.templateId),
    filter.batchId === undefined ? undefined : eq(redeemUses.batchId, filter.batchId),
    filter.search && or(addressHas(accounts.emailKey, filter.search), codeBegins(filter.search.text)),
  )
  const names = { code: redeemCodes.code, batchName: redeemBatches.name, templateName: redeemTemplates.name, email: accounts.label }
  const found = db
    .select({ use: redeemUses, ...names })
    .from(redeemUses)
    .innerJoin(redeemCodes, eq(redeemCodes.id, redeemUses.codeId))
    .innerJoin(redeemBatches, eq(redeemBatches.id, redeemUses.batchId))
    .innerJoin(redeemTemplates, eq(redeemTemplates.id, redeemBatches.templateId))
    .innerJoin(accounts, eq(accounts.id, redeemUses.accountId))
    .where(where)
    .$dynamic()
  return readPage(db, found, [desc(redeemUses.id)], paging)
}

/** Status of a code, as SQL. A used-up code stays used, whatever happens to it later. */
function statusSql(now: Date): SQL<RedeemCodeStatus> {
  return sql<RedeemCodeStatus>`case
    when ${redeemCodes.usedCount} >= ${redeemCodes.maxUses} then 'used'
    when ${redeemCodes.disabledAt} is not null or not ${redeemBatches.enabled} or not ${redeemTemplates.enabled} then 'disabled'
    when ${redeemBatches.expiresAt} <= ${now} then 'expired'
    when ${redeemCodes.usedCount} > 0 then 'partly_used'
    else 'unused' end`
}

/** Matches nothing if no character of the text can be part of a code. */
function codeBegins(q: string): SQL {
  const key = codeKey(q)
  return key === '' ? sql`false` : like(redeemCodes.code, `${key}%`)
}
