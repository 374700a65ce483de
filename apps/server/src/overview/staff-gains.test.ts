import type { Permission } from '@portico/contract/permissions'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commissionChain } from '../../test/commission-chain.ts'
import { freeCoupon } from '../../test/own-tries/try-desk.ts'
import { HOUR, openShop, plainMethod } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const WEEK = 7 * 24 * 3_600_000

/** Whose gains the owner is told now. */
async function told(who = shop.admin): Promise<string[]> {
  t.travel(5000)
  const { items } = (await who.call('GET', '/admin/overview/needs')).body
  return items.find(({ kind }: { kind: string }) => kind === 'staff_gains')?.names ?? []
}
async function must(who: Member, method: string, path: string, body: Record<string, unknown>) {
  const answer = await who.call(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body
}
async function buy(me: Member, plan: { id: number }, more: object = {}) {
  await shop.give(me, 10_000)
  return must(me, 'POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price', ...more })
}

/** By a rule of their own, or by what only staff can see. */
const gains: Record<string, { needs: Permission[]; gain: (me: Member) => Promise<unknown> }> = {
  'a plan at their price': {
    needs: ['plans.write'],
    gain: async (me) => {
      const plan = await t.plan()
      await must(me, 'PATCH', `/admin/plans/${plan.id}`, { month_price: 1 })
      await buy(me, plan)
    },
  },
  'a promotion of theirs': {
    needs: ['coupons.write'],
    gain: async (me) => {
      const plan = await t.plan()
      const only = { plan_ids: [plan.id], periods: null, starts_at: null, ends_at: null }
      const promotion = { name: 'Spring', content: '', percent: 90, new_members_only: false, enabled: true, ...only }
      await must(me, 'POST', '/admin/promotions', promotion)
      await buy(me, plan)
    },
  },
  'a coupon that the console shows them': {
    needs: ['coupons.read'],
    gain: async (me) => {
      const { code } = await must(shop.admin, 'POST', '/admin/coupons', { ...freeCoupon, code: null })
      await buy(me, await t.plan(), { coupon_code: code })
    },
  },
  'a payment method of theirs': {
    needs: ['payments.write'],
    gain: async (me) => {
      const manual = { ...plainMethod, driver: 'manual', config: { instructions: 'IBAN' } }
      const method = await must(me, 'POST', '/admin/payment-methods', manual)
      const { tradeNo } = await shop.order(undefined, me)
      await shop.checkout(me, tradeNo, method)
      await must(shop.admin, 'POST', `/admin/orders/${tradeNo}/payment`, { note: 'seen' })
    },
  },
  'commission for what was paid with a method of theirs': {
    needs: ['payments.write'],
    gain: async (me) => {
      const manual = { ...plainMethod, driver: 'manual', config: { instructions: 'IBAN' } }
      const method = await must(me, 'POST', '/admin/payment-methods', manual)
      const { member, tradeNo } = await shop.order()
      await commissionChain(t).invited(member, me)
      await shop.checkout(member, tradeNo, method)
      await must(shop.admin, 'POST', `/admin/orders/${tradeNo}/payment`, { note: 'seen' })
      await t.runJobs()
    },
  },
  'a reward that they set': {
    needs: ['settings.money'],
    gain: async (me) => must(me, 'PATCH', '/admin/settings', { 'checkin.max_mb': 60 + me.id }),
  },
  'the rate of a node that serves them': {
    needs: ['nodes.write'],
    gain: async (me) => {
      const { id: planId, groupId } = await t.plan()
      await t.subscribe(me.id, groupId, { planId })
      const node = await t.node({ groupIds: [groupId] })
      await must(me, 'PATCH', `/admin/nodes/${node.id}`, { rate: 0 })
    },
  },
}

/** So that what they gained no longer shows. */
const dismiss = ({ id }: Member) => t.database.db.update(accounts).set({ roleId: null }).where(eq(accounts.id, id))

test.each(Object.entries(gains))('the owner is told of staff who gain by %s, but of no owner', async (_, { needs, gain }) => {
  const [me, owner] = [await t.staff(needs), await t.admin()]
  await gain(owner)
  expect(await told()).toEqual([])
  await gain(me)
  expect(await told()).toEqual([me.email])
  expect(await told(await t.staff(['log.read'])), 'others are not').toEqual([])
  await dismiss(me)
})

test('nothing is told of staff who buy, like members, what others have priced', async () => {
  const [me, colleague, plan] = [await t.staff(['plans.write']), await t.staff(['plans.write']), await t.plan()]
  await must(colleague, 'PATCH', `/admin/plans/${plan.id}`, { month_price: 900 })
  await buy(me, plan)
  expect(await told()).toEqual([])
})

test('the owner is told for a week', async () => {
  const me = await t.staff(['settings.money'])
  await must(me, 'PATCH', '/admin/settings', { 'checkin.max_mb': 77 })
  t.travel(WEEK - HOUR)
  expect(await told(await t.admin())).toEqual([me.email])
  t.travel(HOUR)
  expect(await told(await t.admin())).toEqual([])
})
