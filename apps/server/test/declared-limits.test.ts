import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from 'drizzle-orm'
import { boundEndpoints } from '../src/http/router.ts'
import { post } from '../src/ledger/post.ts'
import { startEpay } from './gateways/epay.ts'
import { openShop } from './gateways/shop.ts'
import { forFile, startApp } from './harness.ts'
import { refusalLog } from '../src/refused-notifications/note-refusals.ts'

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)

type Field = {
  type?: string
  maximum?: number
  format?: string
  properties?: Record<string, Field>
  items?: Field
  anyOf?: Field[]
  allOf?: Field[]
}
/** Every field that a caller can send, with its path. */
function fieldsOf(field: Field, path: string): [path: string, field: Field][] {
  const inner = [...(field.anyOf ?? []), ...(field.allOf ?? []), ...(field.items ? [field.items] : [])].flatMap((one) =>
    fieldsOf(one, path),
  )
  const named = Object.entries(field.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, `${path} ${name}`))
  return [[path, field], ...inner, ...named]
}

describe('money row 18: amounts and dates have limits', () => {
  test('every amount that can be sent has a largest value', () => {
    const unlimited = boundEndpoints.flatMap(({ method, path, body, query }) =>
      [body, query].flatMap((schema) => {
        if (!schema) return []
        const fields = fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field, `${method} ${path}`)
        const isMoney = (name: string) => /(amount|price|balance|fee_fixed|tolerance|rate)$/.test(name)
        return fields.filter(([name, { type, maximum }]) => type === 'integer' && isMoney(name) && (maximum ?? Infinity) > 1e12)
      }),
    )
    expect(unlimited.map(([path]) => path)).toEqual([])
  })

  test('a date filter refuses days that no calendar of ours has, wherever there is one', async () => {
    const dated = boundEndpoints.flatMap((e) => {
      if (e.method !== 'GET' || e.path.includes(':') || !e.query) return []
      const { properties = {} } = z.toJSONSchema(e.query, { io: 'input', unrepresentable: 'any' }) as Field
      return ['from', 'to', 'day'].filter((name) => properties[name]?.type === 'string').map((name) => ({ path: e.path, name }))
    })
    expect(dated.length).toBeGreaterThan(10)
    for (const { path, name } of dated) {
      for (const day of ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30']) {
        const { status, body } = await shop.admin.call('GET', path, { [name]: day })
        expect([path, day, status, body.errors?.[name] !== undefined]).toEqual([path, day, 422, true])
      }
    }
  })

  test('a member with a balance above the largest amount sees it', async () => {
    const member = await t.member()
    const amount = 250_000_000_000
    await t.database.transaction((tx) =>
      post(tx, {
        kind: 'balance.adjusted',
        key: `huge:${member.id}`,
        currency: 'CNY',
        legs: [
          { kind: 'site', amount: -amount },
          { kind: 'member', ownerId: member.id, amount },
        ],
        at: t.app.now(),
      }),
    )
    const { tradeNo } = await shop.order(undefined, member)
    const answers = [
      await member.call('POST', '/muser/info'),
      await member.call('GET', '/muser/order/getPaymentMethod', { trade_no: tradeNo }),
      await member.call('POST', '/muser/order/quote', { topup_amount: 1000 }),
      await shop.admin.call('GET', `/admin/users/${member.id}`),
      await shop.admin.call('GET', '/admin/users', { q: member.email }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(answers[0]!.body.userInfo.balance).toBe(amount)
  })

  test.each([
    ['a NUL in the gateway’s number', { trade_no: 'a\0b' }],
    ['a number as long as a book', { trade_no: 'x'.repeat(5000) }],
    ['an amount above the largest', { money: '9999999999999.00' }],
  ])('a genuine notification with %s is refused and logged', async (_, changes) => {
    const { method, tradeNo, attemptNo } = await shop.atEpay(epay)
    epay.markPaid(attemptNo)
    expect((await epay.send(method.notify_url, epay.notification(attemptNo, changes))).status).toBe(400)
    await refusalLog(t.app).flush()
    const { items } = (await shop.admin.call('GET', '/admin/log/notifications', { method_id: method.id })).body
    expect(items).toMatchObject([{ reason: 'not_genuine', number: attemptNo }])
    expect((await shop.details(tradeNo)).receipts).toEqual([])
    expect((await shop.admin.call('GET', '/admin/receipts', {})).status).toBe(200)
    const { rows } = await t.database.db.execute(sql`select count(*)::int as count from ledger_accounts where kind = 'unallocated'`)
    expect(rows).toEqual([{ count: 0 }])
  })
})
