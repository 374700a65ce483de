import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { plans } from '../plans/plans.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { notePrices } from './note-price.ts'

const DAY = 86_400_000
const t = await forFile(startApp())
const shop = await openShop(t)

const note = () => notePrices(t.database, { now: t.app.now(), settings: t.app.settings() })
const told = async (member: Member): Promise<unknown[]> =>
  (await messagesOf(member, 'renewal_price')).map(({ data, ended }) => [data['amount'], ended])
const price = ({ id }: { id: number }, month_price: number) => t.database.db.update(plans).set({ month_price }).where(eq(plans.id, id))

/** A member with a paid month of a plan that renews itself and ends in `days`. */
async function renewing(days = 9) {
  const plan = await t.plan()
  const { member, tradeNo } = await shop.order(plan)
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  const expiresAt = new Date(t.app.now().getTime() + days * DAY)
  await t.database.db
    .update(subscriptions)
    .set({ expiresAt, nextResetAt: expiresAt, autoRenew: true })
    .where(eq(subscriptions.accountId, member.id))
  return { plan, member }
}

test('each new price of the next renewal brings one message, which ends when the old price is back', async () => {
  const { plan, member } = await renewing()
  await atOnce(note)
  expect(await told(member)).toEqual([])
  await price(plan, 1500)
  await atOnce(note)
  await atOnce(note)
  expect(await told(member)).toEqual([[1500, false]])
  await price(plan, 1800)
  await atOnce(note)
  expect(await told(member)).toEqual([
    [1800, false],
    [1500, true],
  ])
  await price(plan, 1000)
  await note()
  expect((await told(member)).map((one) => (one as unknown[])[1])).toEqual([true, true])
})

test('not told: long before, without automatic renewal, while suspended, or where renewals are off', async () => {
  const [early, manual, banned] = [await renewing(12), await renewing(), await renewing()]
  await manual.member.call('POST', '/muser/update', { auto_renewal: false })
  for (const { plan } of [early, manual, banned]) await price(plan, 1500)
  await t.ban(banned.member.id)
  await note()
  for (const { member } of [early, manual]) expect(await told(member)).toEqual([])
  const { rows } = await t.database.pool.query(`select from events where type = 'renewal_price' and account_id = $1`, [banned.member.id])
  expect(rows).toEqual([])
  const other = await renewing()
  await price(other.plan, 1500)
  await shop.admin.call('PATCH', '/admin/settings', { 'renewal.enabled': false })
  await note()
  expect(await told(other.member)).toEqual([])
  await shop.admin.call('PATCH', '/admin/settings', { 'renewal.enabled': true })
  await note()
  expect(await told(other.member)).toEqual([[1500, false]])
})

test('switching automatic renewal off ends it', async () => {
  const { plan, member } = await renewing()
  await price(plan, 1500)
  await note()
  await member.call('POST', '/muser/update', { auto_renewal: false })
  expect(await told(member)).toEqual([[1500, true]])
})
