import { asc, eq, inArray } from 'drizzle-orm'
import type { CouponChange, CouponFilter, CouponInput } from '@portico/contract/coupons-admin'
import type { Tx } from '../db/client.ts'
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { checkPlans } from '../plans/check-plans.ts'
import { newCode } from './coupon-code.ts'
import { coupons } from './coupons.table.ts'
import { matching } from './list-coupons.ts'

/** Throws `coupon.code_taken` where there is one with that code. */
export async function createCoupon(tx: Tx, input: CouponInput): Promise<number> {
  await checkPlans(tx, input.plan_ids)
  const values = { ...toColumns(input), code: input.code ?? newCode() }
  const [row] = await explained(() => tx.insert(coupons).values(values).returning({ id: coupons.id }))
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Its code too may change: uses are known by number. Throws `coupon.limit_below_used`, for what was used cannot be taken back. */
export async function updateCoupon(tx: Tx, id: number, change: CouponChange): Promise<void> {
  await checkPlans(tx, change.plan_ids)
  const values = { ...toColumns(change), code: change.code }
  const [row] = await explained(() => tx.update(coupons).set(values).where(eq(coupons.id, id)).returning({ id: coupons.id }))
  if (!row) throw new AppError('not_found')
}

/** Orders that already hold a use keep it. */
export async function setCoupon(tx: Tx, id: number, enabled: boolean): Promise<void> {
  const [row] = await tx.update(coupons).set({ enabled }).where(eq(coupons.id, id)).returning({ id: coupons.id })
  if (!row) throw new AppError('not_found')
}

/** All of a filter at once. Throws `coupon.count_changed` unless they are as many as the operator saw. */
export async function setCoupons(
  tx: Tx,
  { filter, enabled, count }: { filter: CouponFilter; enabled: boolean; count: number },
  now: Date,
): Promise<number> {
  const rows = await tx.select({ id: coupons.id }).from(coupons).where(matching(filter, now)).orderBy(asc(coupons.id)).for('update')
  if (rows.length !== count) throw new AppError('coupon.count_changed')
  // In parts: a statement takes 65,535 parameters at most.
  for (let from = 0; from < rows.length; from += 10_000) {
    const ids = rows.slice(from, from + 10_000).map(({ id }) => id)
    await tx.update(coupons).set({ enabled }).where(inArray(coupons.id, ids))
  }
  return rows.length
}

/** Only one that no order ever named can go: the database refuses otherwise. */
export async function deleteCoupon(tx: Tx, id: number): Promise<void> {
  try {
    const [row] = await tx.delete(coupons).where(eq(coupons.id, id)).returning({ id: coupons.id })
    if (!row) throw new AppError('not_found')
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('coupon.in_use')
    throw error
  }
}

function toColumns(input: Omit<CouponInput, 'code'>): Omit<typeof coupons.$inferInsert, 'code'> {
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

async function explained<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, 'coupons_code')) throw new AppError('coupon.code_taken', { fields: { code: 'coupon.code_taken' } })
    if (isCheckViolation(error, 'coupons_used')) {
      throw new AppError('coupon.limit_below_used', { fields: { limit_use: 'coupon.limit_below_used' } })
    }
    throw error
  }
}
