import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

test('a member places an order and sees it', async () => {
  const [plan, member] = await Promise.all([t.plan(), t.member()])
  const placed = await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })
  expect(placed.status).toBe(200)
  expect(placed.body).toMatchObject({ status: 'pending', type: 'new', total_amount: 1000, plan_name: 'Basic', currency: 'CNY' })
  const mine = await member.call('GET', '/muser/order/fetch')
  expect(mine.body).toMatchObject({ total: 1, items: [{ trade_no: placed.body.trade_no }] })
})
