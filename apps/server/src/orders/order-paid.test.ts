import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { renewDue } from '../renewals/renew-due.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { createOpener } from './fulfill-waiting.ts'
import { orders } from './orders.table.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

test('a member gets one message about a paid order, when it is delivered, in their language, however many processes open it', async () => {
  const plan = await t.plan({ name: 'Basic', translations: { 'zh-CN': { name: '基础版' } } })
  const { member, tradeNo } = await shop.order(plan)
  expect(await messagesOf(member, 'order_paid')).toEqual([])
  await shop.takeCash(tradeNo)
  expect(await messagesOf(member, 'order_paid')).toEqual([])
  await atOnce(() => createOpener(t.app)())
  const [told, ...more] = await messagesOf(member, 'order_paid')
  expect([told, more]).toMatchObject([
    { data: { trade_no: tradeNo, order_type: 'new', plan: 'Basic', automatic: false }, ended: false },
    [],
  ])
  const inChinese = await member.call('POST', '/api/msg/fetch', {}, { 'accept-language': 'zh-CN' })
  expect(inChinese.body.items[0].content.data.plan).toBe('基础版')
})

test('a paid order that needs an operator tells nothing before it is delivered', async () => {
  const { member, tradeNo } = await shop.order()
  await t.database.db.update(orders).set({ type: 'reset' }).where(eq(orders.tradeNo, tradeNo))
  await shop.takeCash(tradeNo)
  await createOpener(t.app)()
  expect(await shop.status(member, tradeNo)).toBe('review')
  expect(await messagesOf(member, 'order_paid')).toEqual([])
})

test('an automatic renewal says that it was one', async () => {
  const plan = await t.plan()
  const { member } = await shop.bought(plan)
  await shop.give(member, 1500)
  const ends = new Date(t.app.now().getTime() + 6 * 3_600_000)
  const term = { autoRenew: true, expiresAt: ends, nextResetAt: ends }
  await t.database.db.update(subscriptions).set(term).where(eq(subscriptions.accountId, member.id))
  await atOnce(() => renewDue(t.database, { now: t.app.now, settings: t.app.settings() }, () => {}))
  const told = (await messagesOf(member, 'order_paid')).map(({ data }) => [data['order_type'], data['automatic']])
  expect(told).toEqual([
    ['renew', true],
    ['new', false],
  ])
})
