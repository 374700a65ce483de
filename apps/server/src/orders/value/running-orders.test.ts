import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/harness.ts'
import { at, type TimeMachine, timeMachine } from '../../../test/time-machine.ts'
import { makeOffer } from '../make-offer.ts'

let t: TestApp
let tm: TimeMachine
beforeAll(async () => {
  t = await startApp()
  tm = timeMachine(t)
})
afterAll(() => t.stop())

const zone = 'UTC'

test('an order paid in another currency is worth nothing in a change', async () => {
  const [member, held, wanted] = [await t.member(), await tm.plan(), await tm.plan()]
  const now = at('2027-01-01T00:00', zone)
  await tm.buy(member, held, 'year_price', now, zone)
  const offered = async (currency: string) => {
    const settings = { ...tm.settingsIn(zone), 'site.currency': currency }
    const change = { planId: wanted.id, period: 'month_price', couponCode: null, useBalance: false } as const
    return (await makeOffer(t.database.db, member.id, change, { now, settings })).offer
  }
  expect(await offered('CNY')).toMatchObject({ type: 'change', currency: 'CNY', surplusAmount: 36_000, totalAmount: 0 })
  expect(await offered('USD')).toMatchObject({ type: 'change', currency: 'USD', surplusAmount: 0, totalAmount: 3000, surplusOrderIds: [] })
})
