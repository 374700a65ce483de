import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commissionChain } from '../../test/commission-chain.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { couponUses } from './coupon-uses.table.ts'
import { coupons } from './coupons.table.ts'
import { type CouponFor, findCoupon, returnCoupon, takeCoupon } from './use-coupon.ts'

const t = await forFile(startApp())
const member = await t.member()

const now = new Date('2027-01-10T12:00:00Z')
const later = new Date('2027-01-11T12:00:00Z')
const coupon = async (values: Partial<typeof coupons.$inferInsert> = {}) => {
  const given = { code: randomUUID().toUpperCase(), name: 'Any', kind: 'amount' as const, value: 300, ...values }
  const [row] = await t.database.db.insert(coupons).values(given).returning()
  return row!
}
const find = (code: string, values: Partial<CouponFor> = {}) =>
  findCoupon(t.database.db, code, { accountId: member.id, planId: 1, period: 'month_price', isNew: false, ...values }, now)
const orderOf = (buyer: Member) => commissionChain(t).order(buyer, 1000)
/** Another order takes a use. */
async function take(couponId: number, buyer = member) {
  const order = await orderOf(buyer)
  await t.database.transaction((tx) => takeCoupon(tx, couponId, order, now))
  return order
}
const usesOf = (couponId: number) => t.database.db.select().from(couponUses).where(eq(couponUses.couponId, couponId))
const taken = async (id: number): Promise<number> => (await t.database.db.select().from(coupons).where(eq(coupons.id, id)))[0]!.used

test('a coupon is found by its code in any spelling, for its plans and periods; a coupon that is unknown or not running cannot be used, and one for new members only by them', async () => {
  const [any, bound] = [await coupon(), await coupon({ planIds: [1], periods: ['month_price'] })]
  expect(await find(` ${any.code.toLowerCase()} `)).toEqual(any)
  expect(await find(bound.code)).toEqual(bound)
  await expect(find(bound.code, { planId: 2 })).rejects.toMatchObject({ code: 'coupon.not_here' })
  await expect(find(bound.code, { period: 'year_price' })).rejects.toMatchObject({ code: 'coupon.not_here' })
  const [off, fresh] = [await coupon({ enabled: false }), await coupon({ newMembersOnly: true })]
  for (const code of ['NO-SUCH-CODE', off.code]) await expect(find(code)).rejects.toMatchObject({ code: 'coupon.unusable' })
  await expect(find(fresh.code)).rejects.toMatchObject({ code: 'coupon.new_members_only' })
  expect(await find(fresh.code, { isNew: true })).toEqual(fresh)
})

test('a member can use a coupon as often as its limit says; what was given back does not count', async () => {
  const { id, code } = await coupon({ limitPerMember: 2 })
  await take(id)
  expect(await find(code)).toMatchObject({ used: 1 })
  const { id: orderId } = await take(id)
  await expect(find(code)).rejects.toMatchObject({ code: 'coupon.unusable' })
  await expect(take(id)).rejects.toMatchObject({ code: 'coupon.unusable' })
  await take(id, await t.member())
  expect(await taken(id)).toBe(3)
  for (const at of [now, later]) await t.database.transaction((tx) => returnCoupon(tx, orderId, at))
  expect(await taken(id)).toBe(2)
  expect((await usesOf(id)).flatMap((use) => use.returnedAt ?? [])).toEqual([now])
  expect(await find(code)).toMatchObject({ used: 2 })
})

test('a use is noted with its order; there is none of a coupon that is disabled or used up', async () => {
  const [{ id }, off] = [await coupon({ limitUse: 1 }), await coupon({ enabled: false })]
  const order = await take(id)
  expect(await usesOf(id)).toMatchObject([{ accountId: member.id, orderId: order.id, usedAt: now, returnedAt: null }])
  await expect(take(id)).rejects.toMatchObject({ code: 'coupon.unusable' })
  await expect(take(off.id)).rejects.toMatchObject({ code: 'coupon.unusable' })
  expect([await taken(id), await taken(off.id)]).toEqual([1, 0])
})

test('an order without a coupon gives nothing back; an error of the database stays what it is', async () => {
  const { id } = await coupon()
  await take(id)
  const { id: orderId } = await orderOf(member)
  await t.database.transaction((tx) => returnCoupon(tx, orderId, now))
  expect(await taken(id)).toBe(1)
  const broken = t.database.transaction(async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => {})
    await takeCoupon(tx, id, { id: 1, accountId: member.id }, now)
  })
  await expect(broken).rejects.toThrow('Failed query')
})
