import { asc, inArray } from 'drizzle-orm'
import type { CouponChange, CouponInput } from '@portico/contract/coupons-admin'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { checkPlans } from '../plans/check-plans.ts'
import { toColumns } from '../to-columns.ts'
import { newCode } from './coupon-code.ts'
import { type CouponRow, coupons } from './coupons.table.ts'
import { type Filter, matching } from './list-coupons.ts'

const records = plainRecords(coupons, 'coupon')

/** Makes a random code when `input` has none. Throws `coupon.code_taken`. */
export function createCoupon({ transaction }: Database, by: Actor, input: CouponInput, now: Date): Promise<CouponRow> {
  return transaction(async (tx) => {
    await checkPlans(tx, input.plan_ids)
    const { code, ...terms } = input
    return explained(records.create(tx, by, { ...toColumns(coupons, terms), code: code ?? newCode() }, now))
  })
}

/** The code may change too, because uses refer to the coupon's id. Throws `coupon.code_taken`, `coupon.limit_below_used`. */
export function updateCoupon({ transaction }: Database, by: Actor, id: number, change: CouponChange, now: Date): Promise<CouponRow> {
  return transaction(async (tx) => {
    await checkPlans(tx, change.plan_ids)
    return explained(records.update(tx, by, id, toColumns(coupons, change), now))
  })
}

/** Enables or disables a coupon. Orders that already hold a use keep it. */
export function setCoupon({ transaction }: Database, by: Actor, id: number, enabled: boolean, now: Date): Promise<CouponRow> {
  return transaction((tx) => records.update(tx, by, id, { enabled }, now))
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
  await transaction((tx) => orRefuse(records.delete(tx, by, id, now), isForeignKeyViolation, new AppError('coupon.in_use')))
}

function explained<T>(statement: PromiseLike<T>): Promise<T> {
  const taken = new AppError('coupon.code_taken', { fields: { code: 'coupon.code_taken' } })
  const below = new AppError('coupon.limit_below_used', { fields: { limit_use: 'coupon.limit_below_used' } })
  const unique = orRefuse(statement, (error) => isUniqueViolation(error, 'coupons_code'), taken)
  return orRefuse(unique, (error) => isCheckViolation(error, 'coupons_used'), below)
}
