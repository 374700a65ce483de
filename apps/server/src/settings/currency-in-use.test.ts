import { describe, expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { coupons } from '../coupons/coupons.table.ts'
import { post } from '../ledger/post.ts'

const t = await forFile(startApp())
let shop = await openShop(t)
await t.database.pool.query('delete from payment_methods where fee_fixed > 0 or exchange_rate is not null')

const settings = (change: Record<string, unknown>): Promise<Answer> => shop.admin.call('PATCH', '/admin/settings', change)
const to = (currency: string): Promise<Answer> => settings({ 'site.currency': currency })
const left = async (): Promise<Record<string, number>> => {
  const { body } = await to('USD')
  return Object.fromEntries((body.details?.uses ?? []).map(({ kind, count }: { kind: string; count: number }) => [kind, count]))
}

/** Books a debt against the gateway, or takes it back. */
const owe = ({ id: ownerId }: Member, amount: number) =>
  t.database.transaction((tx) => {
    const legs = [{ kind: 'debt', ownerId, amount: -amount } as const, { kind: 'gateway', amount } as const]
    return post(tx, { kind: 'payment.charged_back', key: `test:${ownerId}:${amount}`, currency: 'CNY', legs, at: t.app.now() })
  })

describe('money row 10: the currency while there are amounts in it', () => {
  test('it is refused with a list of what is left, nothing changes, and it is accepted once nothing is', async () => {
    const plan = await t.plan()
    const [rich, poor] = [await t.member(), await t.member()]
    await shop.give(rich, 700)
    const { tradeNo } = await shop.order(plan, poor)
    await owe(poor, 300)
    await t.database.db.insert(coupons).values({ code: 'LEFT', name: 'Left', kind: 'amount', value: 300 })
    await t.database.db.insert(coupons).values({ code: 'SHARE', name: 'Share', kind: 'percent', value: 30 })
    const refused = await to('USD')
    expect([refused.status, refused.body.code]).toEqual([409, 'setting.currency_in_use'])
    expect(await left()).toEqual({ balance: 1, debt: 1, order: 1, plan: 1, coupon: 1 })
    await owe(poor, -300)
    expect((await rich.call('GET', '/muser/renewal')).body).toMatchObject({ balance: 700, currency: 'CNY' })

    await shop.takeCash(tradeNo)
    await t.runJobs()
    await settings({ 'topup.tiers': [{ amount: 1000, bonus: 100 }] })
    expect(await left()).toEqual({ balance: 1, term: 1, plan: 1, coupon: 1, tier: 1 })

    await shop.give(rich, -700)
    await shop.admin.call('PATCH', `/admin/plans/${plan.id}`, { month_price: null, year_price: null })
    await t.database.pool.query(`update coupons set enabled = false where code = 'LEFT'`)
    expect(await left()).toEqual({ term: 1, tier: 1 })
    t.travel(32 * 86_400_000)
    shop = await openShop(t)
    const done = await settings({ 'site.currency': 'USD', 'topup.tiers': [] })
    expect([done.status, done.body['site.currency']]).toEqual([200, 'USD'])
  })

  test('limits of top-ups and withdrawals that somebody chose are listed, unless they change in the same save', async () => {
    const [member] = [await t.member()]
    await settings({ 'topup.min': 700, 'topup.max': 90_000, 'withdrawal.min': 5000 })
    const { body } = await to('EUR')
    expect(body.details.uses).toContainEqual({ kind: 'limit', count: 3 })
    await settings({ 'topup.enabled': false })
    expect((await to('EUR')).body.details.uses).toContainEqual({ kind: 'limit', count: 1 })
    const changed = await settings({ 'site.currency': 'EUR', 'withdrawal.min': 700 })
    expect([changed.status, changed.body['withdrawal.min']]).toEqual([200, 700])
    expect((await member.call('GET', '/muser/renewal')).body.currency).toBe('EUR')
    await settings({ 'site.currency': 'USD', 'withdrawal.min': 5000 })
  })

  test('a restored setting is refused too, and saving the same currency is no change', async () => {
    const { items } = (await shop.admin.call('GET', '/admin/settings/changes', { key: 'site.currency' })).body
    await t.plan()
    const restored = await shop.admin.call('POST', `/admin/settings/changes/${items[0].id}/restore`, { key: 'site.currency' })
    expect([restored.status, restored.body.code]).toEqual([409, 'setting.currency_in_use'])
    expect((await to('USD')).status).toBe(200)
  })
})
