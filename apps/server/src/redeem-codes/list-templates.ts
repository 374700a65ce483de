import { and, count, desc, eq, sql, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { type NamedPlan, plans } from '../plans/plans.table.ts'
import {
  type RedeemBatchRow,
  redeemBatches,
  redeemCodes,
  type RedeemTemplateRow,
  redeemTemplates,
  redeemUses,
} from './redeem-codes.table.ts'

export type TemplateUse = {
  template: RedeemTemplateRow
  plan: NamedPlan | null
  batches: number
  codes: number
  uses: number
}

/** Kinds of codes with numbers of batches, codes and uses, newest first; `id`: only that one. */
export async function listTemplates(db: Db, id: number | null = null): Promise<TemplateUse[]> {
  const made = db
    .select({ templateId: redeemBatches.templateId, batches: count().as('batches_n'), codes: sum(redeemBatches.count).as('codes_n') })
    .from(redeemBatches)
    .groupBy(redeemBatches.templateId)
    .as('made')
  const used = db
    .select({ templateId: redeemBatches.templateId, uses: count().as('uses_n') })
    .from(redeemUses)
    .innerJoin(redeemBatches, eq(redeemBatches.id, redeemUses.batchId))
    .groupBy(redeemBatches.templateId)
    .as('used')
  const rows = await db
    .select({
      template: redeemTemplates,
      plan: { name: plans.name, translations: plans.translations },
      batches: made.batches,
      codes: made.codes,
      uses: used.uses,
    })
    .from(redeemTemplates)
    .leftJoin(plans, eq(plans.id, redeemTemplates.planId))
    .leftJoin(made, eq(made.templateId, redeemTemplates.id))
    .leftJoin(used, eq(used.templateId, redeemTemplates.id))
    .where(id === null ? undefined : eq(redeemTemplates.id, id))
    .orderBy(desc(redeemTemplates.id))
  return rows.map(({ template, plan, batches, codes, uses }) => ({
    template,
    plan,
    batches: batches ?? 0,
    codes: Number(codes ?? 0),
    uses: uses ?? 0,
  }))
}

export type BatchUse = { batch: RedeemBatchRow; template: RedeemTemplateRow; uses: number }
type BatchFilter = { id?: number; templateId?: number | undefined }

/** Batches, newest first. */
export async function listBatches(db: Db, { id, templateId }: BatchFilter, paging: Paging): Promise<Page<BatchUse>> {
  const where = and(
    id === undefined ? undefined : eq(redeemBatches.id, id),
    templateId === undefined ? undefined : eq(redeemBatches.templateId, templateId),
  )
  const uses = sql<number>`(select coalesce(sum(c.used_count), 0)::int from ${redeemCodes} c where c.batch_id = ${redeemBatches.id})`
  const found = db
    .select({ batch: redeemBatches, template: redeemTemplates, uses })
    .from(redeemBatches)
    .innerJoin(redeemTemplates, eq(redeemTemplates.id, redeemBatches.templateId))
    .where(where)
    .$dynamic()
  return readPage(db, found, [desc(redeemBatches.id)], paging)
}
