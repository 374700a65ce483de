import { sql } from 'drizzle-orm'
import type { CouponBatchInput } from '@portico/contract/coupons-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { checkPlans } from '../plans/check-plans.ts'
import { toColumns } from '../to-columns.ts'
import { newCode } from './coupon-code.ts'
import { coupons } from './coupons.table.ts'

type Batch = { batchId: string; count: number }

/** Makes a batch of coupons on the same terms in one statement: all or none. */
export function generateCoupons({ transaction }: Database, by: Actor, input: CouponBatchInput, now: Date): Promise<Batch> {
  return transaction(async (tx) => {
    const { prefix, count, ...terms } = input
    await checkPlans(tx, terms.plan_ids)
    const batchId = `${now.toISOString().slice(0, 10)}-${newCode().slice(0, 6)}`
    const codes = new Set<string>()
    while (codes.size < count) codes.add(newCode(prefix))
    const list = sql.param([...codes])
    await tx.execute(sql`
      insert into ${coupons} (code, name, kind, value, limit_use, limit_per_member, new_members_only, plan_ids, periods,
        starts_at, ends_at, batch_id)
      select code, ${input.name}, ${input.kind}, ${input.value}::bigint, ${input.limit_use}::int, ${input.limit_per_member}::int,
        ${input.new_members_only}::boolean, ${sql.param(input.plan_ids)}::bigint[], ${sql.param(input.periods)}::text[], ${input.starts_at}::timestamptz,
        ${input.ends_at}::timestamptz, ${batchId}
      from unnest(${list}::text[]) as code`)
    const batch = { batchId, count: codes.size }
    const after = { ...toColumns(coupons, terms), ...batch }
    await record(tx, by, { action: 'coupon_batch.create', entity: 'coupon_batch', id: batchId, after }, now)
    return batch
  })
}
