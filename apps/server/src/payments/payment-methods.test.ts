import { Driver } from '@portico/contract/payments-admin'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { openShop, plainMethod } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { callOut } from '../outgoing/call-out.ts'
import { allowPrivate } from '../outgoing/private-addresses.ts'
import { openConfig } from './method-secrets.ts'
import { type PaymentMethodRow, paymentMethods } from './payments.table.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const path = '/admin/payment-methods'
const input = {
  ...plainMethod,
  driver: 'epay',
  name: 'EPay',
  config: { url: 'https://pay.example.com/', pid: '1001', key: 'secret-key' },
}
const create = (changes: object = {}) => shop.admin.call('POST', path, { ...input, ...changes })

test('without any method the site works: nothing is offered, and every driver lists what it needs', async () => {
  const fresh = await startApp()
  const [admin, member, plan] = [await fresh.admin(), await fresh.member(), await fresh.plan()]
  const { body } = await admin.call('GET', path)
  expect(body).toMatchObject({ items: [], total: 0 })
  expect(body.drivers.map(({ driver }: { driver: string }) => driver)).toEqual(Driver.options)
  expect(body.drivers.at(-1)).toMatchObject({ driver: 'balance', fields: [] })
  const { body: order } = await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })
  const offered = await member.call('GET', '/muser/order/getPaymentMethod', { trade_no: order.trade_no })
  expect(offered.body).toEqual({ items: [], balance: 0, currency: 'CNY', open: null })
  await fresh.stop()
})

test('a secret is stored and never sent back; a method tells where notifications go', async () => {
  const { status, body } = await create({ config: { ...input.config, admin: 'yes' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ secrets_set: ['key'] })
  expect(body.config, 'without a field that the driver does not have').toEqual({ url: 'https://pay.example.com', pid: '1001', type: '' })
  expect(body.notify_url).toBe(`${t.base}/api/v1/guest/payment/notify/epay/${body.uuid}`)
  expect(body.uuid).toMatch(/^[0-9a-f]{24}$/)
  const answers = [
    body,
    (await shop.admin.call('GET', path)).body,
    (await shop.admin.call('PATCH', `${path}/${body.id}`, { name: 'X' })).body,
  ]
  const { rows } = await t.database.pool.query('select before, after from audit_log')
  for (const seen of [...answers, rows]) expect(JSON.stringify(seen)).not.toContain('secret-key')
  const { body: elsewhere } = await create({ notify_origin: 'https://notify.example.com' })
  expect(elsewhere.notify_url).toBe(`https://notify.example.com/api/v1/guest/payment/notify/epay/${elsewhere.uuid}`)
})

async function storedRow(id: number): Promise<PaymentMethodRow> {
  const [row] = await t.database.db.select().from(paymentMethods).where(eq(paymentMethods.id, id))
  return row!
}

const storedKey = async (id: number): Promise<string | undefined> => openConfig(t.database.secrets, await storedRow(id))['key']

test('a secret is unreadable in the database, and opens only in its own row; without a settings key a secret is refused, and a method without one is stored', async () => {
  const [{ body: one }, { body: other }] = [await create(), await create()]
  const [row, elsewhere] = [await storedRow(one.id), await storedRow(other.id)]
  expect(JSON.stringify(row)).not.toContain('secret-key')
  expect(row.config['url']).toBe('https://pay.example.com')
  expect(openConfig(t.database.secrets, row)['key']).toBe('secret-key')
  expect(() => openConfig(t.database.secrets, { ...elsewhere, config: row.config })).toThrow('cannot be opened')
  const keyless = await startApp({ env: { SETTINGS_KEY: '' } })
  const admin = await keyless.admin()
  expect(await admin.call('POST', path, input)).toMatchObject({ status: 409, body: { code: 'secret.no_key' } })
  const manual = await admin.call('POST', path, { ...input, driver: 'manual', config: { instructions: 'To account 1' } })
  expect([manual.status, manual.body.config]).toEqual([200, { instructions: 'To account 1' }])
  await keyless.stop()
})

test('an empty secret keeps the stored one, unless the address it is used with changes; the audit log says only that it changed', async () => {
  const { body } = await create()
  const change = (config: object) => shop.admin.call('PATCH', `${path}/${body.id}`, { config })
  expect((await change({ url: 'https://pay.example.com', pid: '1002', key: '' })).body.config.pid).toBe('1002')
  expect(await storedKey(body.id)).toBe('secret-key')
  const moved = await change({ url: 'https://elsewhere.example.com', pid: '1002' })
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['config.key']])
  expect((await change({ url: 'https://elsewhere.example.com', pid: '1002', key: 'new-key' })).status).toBe(200)
  expect(await storedKey(body.id)).toBe('new-key')
  const rows = await audited(t, 'payment_method', body.id)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({ action: 'payment_method.create', before: null, after: { driver: 'epay', name: 'EPay', feePercent: 0 } })
  expect([rows[2]!.before, rows[2]!.after]).toEqual([{ config: '***' }, { config: '*** (new)' }])
  expect(JSON.stringify(rows)).not.toMatch(/secret-key|new-key/)
  await shop.admin.call('PATCH', `${path}/${body.id}`, { fee_percent: 250 })
  expect((await audited(t, 'payment_method', body.id)).at(-1)).toMatchObject({ before: { feePercent: 0 }, after: { feePercent: 250 } })
})

test.each([
  ['a required field is missing', { config: { url: 'https://pay.example.com', pid: '1' } }, 'config.key'],
  ['an address is not a web address', { config: { ...input.config, url: 'javascript:alert(1)' } }, 'config.url'],
  ['an address has a query', { config: { ...input.config, url: 'https://pay.example.com/?a=1' } }, 'config.url'],
  ['a merchant number injects other fields', { config: { ...input.config, pid: '1&money=1' } }, 'config.pid'],
  ['EPay is set to dollars', { currency: 'USD' }, 'currency'],
  ['a Stripe key is invalid', { driver: 'stripe', config: { secret_key: 'pk_test_x', webhook_secret: 'whsec_123' } }, 'config.secret_key'],
  [
    'a PayPal mode does not exist',
    { driver: 'paypal', config: { mode: 'both', client_id: 'A'.repeat(20), client_secret: 'B'.repeat(20) } },
    'config.mode',
  ],
  ['Stripe is set to a currency with three decimals', { driver: 'stripe', currency: 'KWD' }, 'currency'],
  ['a fee is negative', { fee_fixed: -1 }, 'fee_fixed'],
  ['a percentage is above 100', { fee_percent: 10_001 }, 'fee_percent'],
  ['a rate is zero', { exchange_rate: 0 }, 'exchange_rate'],
  ['the driver is unknown', { driver: 'barter' }, 'driver'],
])('refused with the field named: %s', async (_, changes, field) => {
  const stripe = { secret_key: 'sk_test_x', webhook_secret: 'whsec_123' }
  const isStripe = 'driver' in changes && changes.driver === 'stripe' && !('config' in changes)
  const { status, body } = await create({ ...(isStripe ? { config: stripe } : {}), ...changes })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
})

test('an unused method is deleted, a used one withdrawn, and neither can be changed afterwards', async () => {
  const [unused, used] = [(await create()).body, (await create()).body]
  const { member, tradeNo } = await shop.order()
  await shop.checkout(member, tradeNo, used)
  for (const { id } of [unused, used]) {
    expect((await shop.admin.call('DELETE', `${path}/${id}`)).body).toEqual({ ok: true })
    expect((await shop.admin.call('DELETE', `${path}/${id}`)).status).toBe(404)
    expect((await shop.admin.call('PATCH', `${path}/${id}`, { enabled: true })).status).toBe(404)
  }
  const left = await t.database.pool.query('select id from payment_methods where id = any($1)', [[unused.id, used.id]])
  expect(left.rows).toEqual([{ id: used.id }])
  const { items } = (await shop.admin.call('GET', path)).body
  expect(items.map(({ id }: { id: number }) => id)).not.toContain(used.id)
})

test('methods are offered in the operator’s order', async () => {
  const [a, b] = [(await create()).body.id, (await create()).body.id]
  const { items } = (await shop.admin.call('GET', path)).body
  const others = items.map(({ id }: { id: number }) => id).filter((id: number) => id !== a && id !== b)
  await shop.admin.call('POST', `${path}/sort`, { ids: [b, a, ...others] })
  const { member, tradeNo } = await shop.order()
  const offered = (await member.call('GET', '/muser/order/getPaymentMethod', { trade_no: tradeNo })).body.items
  expect(offered.slice(0, 2).map(({ id }: { id: number }) => id)).toEqual([b, a])
  await atOnce(() => shop.admin.call('POST', `${path}/sort`, { ids: [b, a, ...others] }))
  const by = { actorKind: 'staff', actorId: shop.admin.id }
  expect(await audited(t, 'payment_method')).toMatchObject([
    { ...by, action: 'payment_method.sort', before: { order: [...others, a, b] }, after: { order: [b, a, ...others] } },
  ])
})

test('an address inside is refused by field when it is saved, and accepted once its host and port are allowed', async () => {
  for (const url of ['http://127.0.0.2:9', 'http://localhost:9', 'http://192.168.0.7', 'http://[::1]:9', 'http://169.254.169.254']) {
    const { status, body } = await create({ config: { ...input.config, url } })
    expect({ status, fields: Object.keys(body.errors ?? {}) }, url).toEqual({ status: 422, fields: ['config.url'] })
    expect(body.errors['config.url'][0]).toContain('ALLOW_PRIVATE_ADDRESSES')
  }
  const { id } = (await create()).body
  const change = () => shop.admin.call('PATCH', `${path}/${id}`, { config: { ...input.config, url: 'http://127.0.0.2:9' } })
  expect((await change()).status).toBe(422)
  allowPrivate(['127.0.0.2:9'])
  expect(await change()).toMatchObject({ status: 200, body: { private_addresses: [] } })
})

test('a method saved before keeps its address, with a warning, until the address changes', async () => {
  const { body: made } = await create()
  // As the migration left it.
  const config = { ...(await storedRow(made.id)).config, url: 'http://127.0.0.3:9' }
  await t.database.db.update(paymentMethods).set({ config, keepsAddresses: true }).where(eq(paymentMethods.id, made.id))
  const seen = async () => {
    const { items } = (await shop.admin.call('GET', path)).body
    return items.find(({ id }: { id: number }) => id === made.id).private_addresses
  }
  expect(await seen()).toEqual(['127.0.0.3:9'])
  await expect(callOut('http://127.0.0.3:9')).rejects.toMatchObject({ cause: { message: expect.stringContaining('private') } })
  const key = await storedKey(made.id)
  expect(key).toBe('secret-key')
  // Nothing listens there; but it is asked.
  await expect(callOut('http://127.0.0.3:9')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  const same = { ...input.config, url: 'http://127.0.0.3:9', key: '' }
  expect((await shop.admin.call('PATCH', `${path}/${made.id}`, { name: 'New', config: same })).status).toBe(200)
  expect(await seen()).toEqual(['127.0.0.3:9'])
  expect((await shop.admin.call('PATCH', `${path}/${made.id}`, { config: input.config })).status).toBe(200)
  expect(await seen()).toEqual([])
  expect((await storedRow(made.id)).keepsAddresses).toBe(false)
})
