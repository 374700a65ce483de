import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { fetchLog } from './fetch-log.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const HOUR = 3_600_000
const steps = async (member: Member, tradeNo: string) => (await member.call('GET', '/muser/order/steps', { trade_no: tradeNo })).body
async function importLink(member: Member): Promise<void> {
  const { token } = await t.subscription(member.id)
  fetchLog(t.app).note({ token, userAgent: 'clash.meta/1.19.0', format: 'mihomo', address: '192.0.2.1' })
  await fetchLog(t.app).flush()
}
const use = async ({ id }: Member): Promise<void> => {
  await t.database.db.update(subscriptions).set({ usedAt: t.app.now() }).where(eq(subscriptions.accountId, id))
}

test('after a purchase, the import of the link and the first traffic are seen as they happen', async () => {
  const { member, tradeNo } = await shop.order()
  // An app may ask before there is anything to import.
  await importLink(member)
  t.travel(HOUR / 6)
  expect(await steps(member, tradeNo)).toEqual({ term_start: null, term_end: null, imported_at: null, used_at: null })
  await shop.takeCash(tradeNo)
  await t.runJobs()
  const { expiresAt } = await t.subscription(member.id)
  expect(await steps(member, tradeNo)).toEqual({
    term_start: expect.any(String),
    term_end: expiresAt?.toISOString(),
    imported_at: null,
    used_at: null,
  })
  t.travel(HOUR / 4)
  await importLink(member)
  expect(await steps(member, tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: null })
  await use(member)
  expect(await steps(member, tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: expect.any(String) })
})

test('traffic does not prove an import: only a fetch of the link does', async () => {
  const { member, tradeNo } = await shop.bought()
  await use(member)
  expect(await steps(member, tradeNo)).toMatchObject({ imported_at: null, used_at: expect.any(String) })
  await importLink(member)
  expect(await steps(member, tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: expect.any(String) })
})

test('a renewal and a change of plan keep the link, so what came before them counts', async () => {
  const plan = await t.plan()
  const { member, tradeNo } = await shop.bought(plan)
  await importLink(member)
  await use(member)
  t.travel(HOUR)
  const renewal = await shop.bought(plan, member)
  expect(await steps(member, renewal.tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: expect.any(String) })
  expect(await steps(member, renewal.tradeNo)).toMatchObject({ term_start: (await steps(member, tradeNo)).term_end })
  const change = await shop.bought(await t.plan(), member)
  expect(await steps(member, change.tradeNo)).toMatchObject({ imported_at: expect.any(String), used_at: expect.any(String) })
})

test("another member's order is not found, nor is an unknown one", async () => {
  const [{ tradeNo }, stranger] = await Promise.all([shop.order(), t.member()])
  expect((await steps(stranger, tradeNo)).code).toBe('order.not_found')
  expect((await steps(stranger, 'NOSUCHORDER1')).code).toBe('order.not_found')
  expect((await stranger.call('GET', '/muser/order/steps', { trade_no: '?' })).status).toBe(422)
})
