import type { Month, MonthDeferred } from '@portico/contract/months-admin'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { AHEAD, BEHIND, liveYear, MONTHS, zoneOf } from '../../test/year-of-trade.ts'
import { callerOf, jobActor } from '../actor.ts'
import { dayKey, dayStart } from '../calendar.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { statementLines } from '../statements/statements.table.ts'

// Every figure is compared with sums over the ledger that are written here, and with what the gateway has in its own books.

const { t, dollars, balance, atGateway, unused, ask, settings, admin, now } = await forFile(liveYear())

const seen = new Map<string, Promise<Month>>()
/** As the page has it in that zone. */
function read(month: string, zone = BEHIND, again = false): Promise<Month> {
  const key = `${month} ${zone}`
  const known = again ? undefined : seen.get(key)
  const asked = known ?? settings({ 'site.timezone': zone }).then(() => ask('GET', '/admin/month', { month }))
  seen.set(key, asked)
  return asked
}
type Facts = {
  month: string
  kind: string
  owner: number
  movement: string
  currency: string
  amount: number
  plan: number
  period: string
  price: boolean
  order: number
}
/** Sums over the ledger alone. */
async function facts(zone: string): Promise<Facts[]> {
  const { rows } = await t.database.db.execute<Record<string, string>>(sql`
    select to_char(t.created_at at time zone ${zone}, 'YYYY-MM') as month, a.kind, a.owner_id as owner, t.kind as movement, a.currency,
      e.amount, coalesce(o.plan_id, 0) as plan, o.period, o.expires_at > o.created_at as price,
      e.order_id as "order"
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join ledger_accounts a on a.id = e.ledger_account_id
    left join orders o on o.id = e.order_id`)
  return rows.map(
    (row) => ({ ...row, owner: Number(row['owner']), amount: Number(row['amount']), plan: Number(row['plan']) }) as unknown as Facts,
  )
}
const sum = (rows: { amount: number }[]): number => rows.reduce((all, { amount }) => all + amount, 0)

test.each([AHEAD, BEHIND])(
  'in %s, what each method received, returned and paid out is what the ledger has, month by month',
  async (zone) => {
    const all = await facts(zone)
    for (const month of MONTHS) {
      const { money } = await read(month, zone)
      const here = all.filter((fact) => fact.month === month && fact.kind === 'gateway')
      const of = (owner: number, currency: string, which: RegExp, not = /^$/) =>
        sum(here.filter((f) => f.owner === owner && f.currency === currency && which.test(f.movement) && !not.test(f.movement)))
      const back = /^(order|payment)\.(refunded|refund_failed|returned|charged_back|restored)$|^withdrawal\.paid$/
      const expected = [...new Set(here.map((f) => `${f.owner} ${f.currency}`))].map((key) => {
        const [owner, currency] = [Number(key.split(' ')[0]), key.split(' ')[1]!]
        // Money came in with (order|payment).returned only by the order's own account.
        return {
          method_id: owner,
          currency,
          received: 0 - of(owner, currency, /./, back) - of(owner, currency, /^order\.returned$/),
          refunded: of(owner, currency, /refunded$|payment\.returned$/),
          charged_back: of(owner, currency, /charged_back/),
          came_back: 0 - of(owner, currency, /restored|refund_failed/),
          paid_out: of(owner, currency, /withdrawal\.paid/),
          net: 0 - of(owner, currency, /./),
        }
      })
      for (const row of expected.filter((one) => one.received || one.refunded || one.charged_back || one.came_back || one.paid_out)) {
        const shown = money.find(({ method_id, currency }) => method_id === row.method_id && currency === row.currency)
        expect({ month, ...shown }).toMatchObject({ month, ...row })
      }
      expect(money.filter(({ net }) => net !== 0).length).toBeLessThanOrEqual(expected.length)
    }
  },
)

test('fees are those of the orders paid in the month, by method, and of payouts', async () => {
  const paid = await t.database.db.execute<Record<string, string>>(sql`
    select to_char(paid_at at time zone ${BEHIND}, 'YYYY-MM') as month, payment_name, sum(fee_amount) as fees from orders
    where fee_amount > 0 group by 1, 2`)
  expect(paid.rows.length).toBeGreaterThan(20)
  for (const { month, payment_name: method, fees } of paid.rows) {
    const { money } = await read(month!)
    expect([month, method, money.find((row) => row.method === method && row.currency === 'CNY')!.fees]).toEqual([
      month,
      method,
      Number(fees),
    ])
  }
  const byHands = (await Promise.all(MONTHS.map((month) => read(month)))).map(
    ({ money }) => money.find((row) => row.method === null && row.currency === 'CNY')?.fees ?? 0,
  )
  expect(byHands.reduce((all, one) => all + one, 0)).toBe(4 * 60)
})

test('income by plan and period is the revenue of their orders; what the site paid for is no income; what is owed at its end is what the accounts summed to', async () => {
  const all = await facts(BEHIND)
  for (const month of MONTHS) {
    const { income, owed } = await read(month)
    const here = all.filter((f) => f.month === month && f.kind === 'revenue' && f.plan > 0 && f.price)
    for (const { plan_id, period, currency, sold, returned, net, orders } of income) {
      const of = here.filter((f) => f.plan === plan_id && f.period === period && f.currency === currency)
      const paid = of.filter((f) => /^order\.(balance_)?paid$/.test(f.movement))
      const came = sum(paid)
      expect([month, sold, returned, net]).toEqual([month, came, came - sum(of), sum(of)])
      expect([month, orders]).toEqual([month, new Set(paid.map(({ order }) => order)).size])
    }
    expect(income.reduce((total, { net }) => total + net, 0)).toBe(sum(here))
    const until = (kind: string, currency = 'CNY') => sum(all.filter((f) => f.kind === kind && f.month <= month && f.currency === currency))
    const cny = owed.find(({ currency }) => currency === 'CNY')!
    const [balances, commissions, held, unclear] = ['member', 'commission', 'held', 'unallocated'].map((kind) => until(kind))
    expect({ month, ...cny }).toMatchObject({ month, balances, commissions, held, unclear, debts: 0 - until('debt') })
    expect(cny.total).toBe(balances! + commissions! + held! + unclear!)
  }
  const [{ income }] = [await read('2027-01')]
  expect(income.map(({ plan: name, period }) => `${name} ${period}`).toSorted()).toEqual([
    'Basic month_price',
    'Basic year_price',
    'Pro month_price',
  ])
  expect((await read('2027-03')).owed.find(({ currency }) => currency === 'CNY')!.debts).toBeGreaterThanOrEqual(0)
})

test('deferred revenue is what an own rule values, and rolls forward to the cent', async () => {
  const lines: MonthDeferred[] = []
  for (const month of MONTHS) {
    const { deferred } = await read(month, zoneOf(month))
    const [line] = deferred.filter(({ currency }) => currency === 'CNY')
    if (line) lines.push(line)
    else expect(month).toBe('2027-01')
  }
  for (const [i, line] of lines.entries()) {
    const next = lines[i + 1]
    expect([line.opened_at, line.opening]).toEqual([dayStart(`${MONTHS[i]}-01`, zoneOf(MONTHS[i]!)).toISOString(), unused.get(MONTHS[i]!)])
    expect(line.closing).toBe(unused.get(MONTHS[i + 1] ?? '2028-01'))
    if (next) expect([line.closing, line.closed_at]).toEqual([next.opening, next.opened_at])
    expect(line.opening + line.sold - line.given - line.refunded).toBe(line.closing)
    const { rows } = await t.database.db.execute<Record<string, string>>(sql`
      select coalesce(sum(amount) filter (where t.kind in ('order.paid', 'order.balance_paid')), 0) as sold,
        coalesce(-sum(amount) filter (where t.kind not in ('order.paid', 'order.balance_paid')), 0) as refunded
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join ledger_accounts a on a.id = e.ledger_account_id
      join orders o on o.id = e.order_id where a.kind = 'revenue' and o.plan_id is not null and o.expires_at > o.created_at
        and t.created_at >= ${line.opened_at}::timestamptz and t.created_at < ${line.closed_at}::timestamptz`)
    expect([line.sold, line.refunded]).toEqual([Number(rows[0]!['sold']), Number(rows[0]!['refunded'])])
    expect(line.given).toBeGreaterThan(0)
  }
  expect(lines).toHaveLength(12)
})

test('what is at the gateway is what the gateway has, in its own currency, after costs and payouts', async () => {
  const entered = { method_id: dollars.id, currency: 'USD', note: 'statement' }
  for (const month of MONTHS) {
    const happened_at = dayStart(`${month}-20`, BEHIND).toISOString()
    await ask('POST', '/admin/gateway-entries', { ...entered, happened_at, kind: 'cost', amount: 31 })
    await ask('POST', '/admin/gateway-entries', { ...entered, happened_at, kind: 'payout', amount: 100 })
  }
  let opening = 0
  for (const month of MONTHS) {
    const { gateways, money } = await read(month, BEHIND, true)
    const row = gateways.find(({ method_id, currency }) => method_id === dollars.id && currency === 'USD')!
    const here = atGateway.filter(({ at }) => dayKey(at, BEHIND).startsWith(month))
    const of = (way: string) => sum(here.filter((one) => one.way === way))
    const [received, refunded, charged_back, came_back] = ['received', 'refunded', 'charged_back', 'came_back'].map(of)
    const closing = opening + received! - refunded! - charged_back! + came_back! - 131
    expect({ month, ...row }).toEqual({
      month,
      method_id: dollars.id,
      method: 'Card',
      currency: 'USD',
      opening,
      received,
      refunded,
      charged_back,
      came_back,
      costs: 31,
      payouts: 100,
      closing,
    })
    expect(money.find(({ method_id, currency }) => method_id === dollars.id && currency === 'USD')).toMatchObject({ costs: 31 })
    opening = closing
  }
})

test('exports have one line for each movement, with the figures of the page, fixed decimals and local times', async () => {
  const lines = async (month: string, what: string): Promise<string[][]> => {
    const { csv, rows } = await ask('GET', '/admin/month/export', { month, what })
    const all = csv
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
      .slice(1)
    expect(all).toHaveLength(rows)
    return all.map((line: string) => line.split(','))
  }
  for (const month of ['2027-02', '2027-05', '2027-06', '2027-10']) {
    const { money } = await read(month, BEHIND, true)
    const exported = Object.fromEntries(
      await Promise.all(['payments', 'refunds', 'reversals'].map(async (what) => [what, await lines(month, what)] as const)),
    )
    const total = (what: string, row: Month['money'][number]) =>
      sum(
        exported[what]!.filter((line) => line[4] === (row.method ?? '') && line[6] === row.currency).map((line) => {
          expect(line[0]).toMatch(new RegExp(`^${month}-\\d\\d \\d\\d:\\d\\d:\\d\\d$`))
          expect(line[7]).toMatch(/^-?\d+\.\d\d$/)
          return { amount: Math.round(Number(line[7]) * 100) }
        }),
      )
    for (const row of money) {
      expect([month, row.method, total('payments', row)]).toEqual([month, row.method, row.received])
      const back = total('refunds', row) + total('reversals', row)
      expect([month, row.method, back]).toEqual([month, row.method, row.refunded + row.charged_back - row.came_back])
    }
  }
  expect((await lines('2027-06', 'disputes')).map(([opened]) => opened)).toEqual(['2027-06-02 09:00:00'])
  expect(await lines('2027-06', 'costs')).toHaveLength(2)
  const page = await lines('2027-06', 'month')
  const { owed } = await read('2027-06')
  const shown = (owed.find(({ currency }) => currency === 'CNY')!.total / 100).toFixed(2)
  expect(page).toContainEqual(['2027-06', 'owed', '', 'CNY', 'total', shown])
})

test('fees that an imported statement names are costs, unless its line is ignored', async () => {
  const [before, lines] = [await read('2027-08', BEHIND, true), { methodId: dollars.id, currency: 'USD', amount: 300, feeAmount: 7 }]
  const imported = { ...lines, occurredAt: dayStart('2027-08-09', BEHIND), importedBy: admin().id, importedAt: now() }
  const ignored = { status: 'ignored', note: 'not ours', closedBy: admin().id, closedAt: now() } as const
  await t.database.db.insert(statementLines).values([
    { ...imported, reference: 'fee_1', status: 'unmatched' },
    { ...imported, reference: 'fee_2', ...ignored },
  ])
  const after = await read('2027-08', BEHIND, true)
  const costs = ({ gateways }: Month) => gateways.find(({ currency, method_id }) => currency === 'USD' && method_id === dollars.id)!.costs
  expect(costs(after)).toBe(costs(before) + 7)
  const { csv } = await ask('GET', '/admin/month/export', { month: '2027-08', what: 'costs' })
  expect(csv).toContain('2027-08-09 00:00:00,cost,Card,USD,0.07,fee_1,')
  expect(csv).not.toContain('fee_2')
})

test('what is no month, no method or no amount is refused, and so are staff without permission', async () => {
  for (const month of ['2027-13', '2027-1', 'x']) expect((await admin().call('GET', '/admin/month', { month })).status).toBe(422)
  const entry = { method_id: dollars.id, kind: 'payout', happened_at: now().toISOString(), currency: 'USD', amount: 5, note: '' }
  const enter = async (values: object, by = admin()) => (await by.call('POST', '/admin/gateway-entries', { ...entry, ...values })).status
  for (const values of [{ method_id: balance.id }, { method_id: 999_999 }, { amount: 0 }, { amount: -5 }])
    expect(await enter(values)).toBe(422)
  expect(await enter({ kind: 'cost', amount: -5 })).toBe(200)
  const reader = await t.staff(['money.read'])
  expect((await reader.call('GET', '/admin/month', { month: '2027-01' })).status).toBe(200)
  expect([await enter({}, reader), (await reader.call('DELETE', '/admin/gateway-entries/1')).status]).toEqual([404, 404])
  expect((await reader.call('GET', '/admin/month/export', { month: '2027-01', what: 'month' })).status).toBe(404)
  expect((await admin().call('DELETE', '/admin/gateway-entries/999999')).status).toBe(404)
})

test('a year’s documents tax what came in once: not the top-up and what was bought with it', async () => {
  const months = await Promise.all(MONTHS.map((month) => read(month)))
  const total = (name: 'base' | 'tax') => months.reduce((all, { tax }) => all + tax.reduce((one, row) => one + row[name], 0), 0)
  const all = await t.database.db.execute<Record<string, string>>(sql`
    select sum(case kind when 'invoice' then taxed_amount else -taxed_amount end) as taxed,
      sum(case kind when 'invoice' then tax_amount else -tax_amount end) as tax from invoices`)
  expect(total('base') + total('tax')).toBe(Number(all.rows[0]!['taxed']))
  expect(total('tax')).toBe(Number(all.rows[0]!['tax']))
  expect(months.flatMap(({ tax }) => tax.map(({ rate }) => rate))).toEqual(MONTHS.map(() => 1900))
  const { items, sums } = await ask('GET', '/admin/invoices', { page_size: 100 })
  expect(items.length).toBeGreaterThan(30)
  expect(sums).toEqual([{ currency: 'CNY', received: Number(all.rows[0]!['taxed']), tax: Number(all.rows[0]!['tax']) }])
})

test('the kept sums are those of the entries', async () => {
  expect((await checkLedger(t.database, jobActor('check_ledger'), now())).faults.filter(({ rule }) => rule === 'day_sums')).toEqual([])
  await t.asOwner(`update ledger_days set amount = amount + 1 where ctid in (select ctid from ledger_days limit 1)`)
  const { faults } = await checkLedger(t.database, callerOf(admin().id, ['*']), now())
  expect(faults.filter(({ rule }) => rule === 'day_sums')).toHaveLength(1)
})
