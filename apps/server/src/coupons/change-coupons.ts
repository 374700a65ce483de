import { asc, eq, inArray } from 'drizzle-orm'
import type { CouponChange, CouponInput } from '@portico/contract/coupons-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import type { Stored } from '../db/columns.ts'
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { checkPlans } from '../plans/check-plans.ts'
import { newCode } from './coupon-code.ts'
import { type CouponRow, coupons } from './coupons.table.ts'
import { type Filter, matching } from './list-coupons.ts'

/** Makes a random code when `input` has none. Throws `coupon.code_taken`. */
export function createCoupon({ transaction }: Database, by: Actor, input: CouponInput, now: Date): Promise<CouponRow> {
  return transaction(async (tx) => {
    await checkPlans(tx, input.plan_ids)
    const values = { ...toColumns(input), code: input.code ?? newCode() }
    const after = writtenRow(await explained(tx.insert(coupons).values(values).returning()))
    await record(tx, by, { action: 'coupon.create', entity: 'coupon', id: after.id, after }, now)
    return after
  })
}

/** The code may change too, because uses refer to the coupon's id. Throws `coupon.code_taken`, `coupon.limit_below_used`. */
export function updateCoupon({ transaction }: Database, by: Actor, id: number, change: CouponChange, now: Date): Promise<CouponRow> {
  return transaction(async (tx) => {
    await checkPlans(tx, change.plan_ids)
    return update(tx, by, id, { ...toColumns(change), code: change.code }, now)
  })
}

/** Enables or disables a coupon. Orders that already hold a use keep it. */
export function setCoupon({ transaction }: Database, by: Actor, id: number, enabled: boolean, now: Date): Promise<CouponRow> {
  return transaction((tx) => update(tx, by, id, { enabled }, now))
}

type Many = { filter: Filter; enabled: boolean; count: number }

/** Enables or disables all coupons of a filter. Throws `coupon.count_changed` unless they are `count`, as many as the operator saw. */
export function setCoupons({ transaction }: Database, by: Actor, { filter, enabled, count }: Many, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const rows = await tx
      .select({ id: coupons.id, enabled: coupons.enabled })
      .from(coupons)
      .where(matching(filter, now))
      .orderBy(asc(coupons.id))
      .for('update')
    if (rows.length !== count) throw new AppError('coupon.count_changed')
    const ids = rows.filter((row) => row.enabled !== enabled).map(({ id }) => id)
    // In batches, because a statement takes 65,535 parameters at most.
    for (let from = 0; from < ids.length; from += 10_000) {
      const part = ids.slice(from, from + 10_000)
      await tx.update(coupons).set({ enabled }).where(inArray(coupons.id, part))
    }
    const sides = { before: { enabled: !enabled }, after: { enabled, count: ids.length, ids } }
    if (ids.length > 0) await record(tx, by, { action: 'coupon.update_many', entity: 'coupon', ...sides }, now)
    return rows.length
  })
}

/** Deletes a coupon that no order ever named, not even a cancelled one. Throws `coupon.in_use`. */
export async function deleteCoupon({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const removed = tx.delete(coupons).where(eq(coupons.id, id)).returning()
    const [before] = await orRefuse(removed, isForeignKeyViolation, new AppError('coupon.in_use'))
    if (!before) throw new AppError('not_found')
    await record(tx, by, { action: 'coupon.delete', entity: 'coupon', id, before }, now)
  })
}

type Terms = Omit<CouponInput, 'code'>

/** The terms that single coupons and batches share. */
export function toColumns(input: Terms): Stored<Terms, CouponRow> {
  return {
    name: input.name,
    kind: input.kind,
    value: input.value,
    limitUse: input.limit_use,
    limitPerMember: input.limit_per_member,
    newMembersOnly: input.new_members_only,
    planIds: input.plan_ids,
    periods: input.periods,
    startsAt: input.starts_at === null ? null : new Date(input.starts_at),
    endsAt: input.ends_at === null ? null : new Date(input.ends_at),
  }
}

async function update(tx: Tx, by: Actor, id: number, values: Partial<typeof coupons.$inferInsert>, now: Date): Promise<CouponRow> {
  const [before] = await tx.select().from(coupons).where(eq(coupons.id, id)).for('update')
  if (!before) throw new AppError('not_found')
  const after = writtenRow(await explained(tx.update(coupons).set(values).where(eq(coupons.id, id)).returning()))
  await record(tx, by, { action: 'coupon.update', entity: 'coupon', id, before, after }, now)
  return after
}

function explained<T>(statement: PromiseLike<T>): Promise<T> {
  const taken = new AppError('coupon.code_taken', { fields: { code: 'coupon.code_taken' } })
  const below = new AppError('coupon.limit_below_used', { fields: { limit_use: 'coupon.limit_below_used' } })
  const unique = orRefuse(statement, (error) => isUniqueViolation(error, 'coupons_code'), taken)
  return orRefuse(unique, (error) => isCheckViolation(error, 'coupons_used'), below)
}
