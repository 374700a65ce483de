import { expect, test } from 'vitest'
import { audited } from '../../test/audited.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
await shop.order()
await shop.order()

test.each([
  ['order', '/admin/orders/export', { status: 'pending', sort: 'total_amount' }, { status: 'pending' }, 2],
  ['order', '/admin/orders/export', { q: 'nobody' }, { q: 'nobody' }, 0],
  ['ledger', '/admin/ledger/export', { what: 'transactions', from: '2020-01-01' }, { what: 'transactions', from: '2020-01-01' }, null],
  ['ledger', '/admin/ledger/export', { what: 'months' }, { what: 'months' }, null],
  ['withdrawal', '/admin/withdrawals/export', { method: 'bank' }, { method: 'bank' }, 0],
  ['commission', '/admin/commissions/export', { q: 'nobody', sort: '-amount' }, { q: 'nobody' }, 0],
  ['coupon', '/admin/coupons/export', {}, {}, 0],
])('an export leaves who took which rows: %s %s %j', async (entity, path, query, filter, rows) => {
  const finance = await t.staff('finance')
  const before = await audited(t, entity)
  const answer = await finance.call('GET', path, query)
  expect(answer.status).toBe(200)
  if (rows !== null) expect(answer.body.rows).toBe(rows)
  const left = (await audited(t, entity)).slice(before.length)
  expect(left).toMatchObject([{ action: `${entity}.export`, actorKind: 'staff', actorId: finance.id, ip: '127.0.0.1', before: null }])
  expect(left[0]!.after).toEqual({ exported: answer.body.rows, ...filter })
})

test('an export that is refused leaves nothing', async () => {
  const before = await audited(t, 'order')
  expect((await shop.admin.call('GET', '/admin/orders/export', { status: 'no such' })).status).toBe(422)
  expect(await audited(t, 'order')).toEqual(before)
})
