import { expect, test } from 'vitest'
import { startPaymentDesk } from '../../../test/gateways/payment-desk.ts'
import { forFile, type Member } from '../../../test/harness.ts'

const DAY = 86_400_000

const desk = await forFile(startPaymentDesk())

async function move(member: Member, change: object, decision?: object) {
  const { user } = (await desk.shop.admin.call('GET', `/admin/users/${member.id}`)).body
  const moved = await desk.shop.admin.call('PATCH', `/admin/users/${member.id}`, { version: user.version, change, decision })
  if (moved.status !== 200) throw new Error(JSON.stringify(moved.body))
}

test('the value of a pack that staff carry to a plan with an end goes by with its time', async () => {
  const [member, plan, other, third] = await Promise.all([
    desk.t.member(),
    desk.t.plan({ reset_price: 3000 }),
    desk.t.plan(),
    desk.t.plan(),
  ])
  await move(member, { plan_id: plan.id, expired_at: null })
  await desk.consume(member, 2 ** 30)
  await desk.paid({ plan_id: plan.id, period: 'reset_price' }, member)
  const ends = new Date(desk.now().getTime() + 30 * DAY).toISOString()
  await move(member, { plan_id: other.id, expired_at: ends }, { rest: 'carry', reason: 'a better plan' })
  expect(await unused(member, third.id)).toBe(3000)
  desk.pass(20 * DAY)
  // A third of the thirty days is left.
  expect(await unused(member, third.id)).toBe(1000)
  await move(member, { plan_id: third.id }, { rest: 'credit', reason: 'asked for it' })
  expect(await desk.money(member)).toEqual({ balance: 1000, debt: 0 })
  expect(await desk.faults()).toEqual([])
})

async function unused(member: Member, planId: number): Promise<number> {
  const { body } = await member.call('POST', '/muser/order/quote', { plan_id: planId, period: 'month_price' })
  return Math.abs(body.lines.find(({ kind }: { kind: string }) => kind === 'surplus')?.amount ?? 0) + body.credit_amount
}
