import type pg from 'pg'
import type { DatabaseUrls } from '../apps/server/src/db/urls.ts'
import { median } from './load.ts'
import { adminHeaders, type Line, type Process, rssMb, startServer } from './measure.ts'
import { seedMembers, seedNodes } from './seed.ts'
import { signed } from '../apps/server/test/signed.ts'

/** Orders of a year; each has two entries, and so has a refund of one in ten or what an inviter earns of nine in ten. */
const [MEMBERS, ORDERS, SLOTS, TURNS] = [10_000, 250_000, 12, 7]
const MONTH = '2026-05'
/** A zone whose days begin in the middle of UTC's. */
const ZONE = 'Asia/Shanghai'

/** The page of a month in a year of 1,000,000 ledger entries: its time, and how much memory it takes. */
export async function timeMonth(client: pg.Client, urls: DatabaseUrls): Promise<Line[]> {
  await seed(client)
  const { rows } = await client.query<{ entries: number; days: number }>(
    'select (select count(*)::int from ledger_entries) as entries, (select count(*)::int from ledger_days) as days',
  )
  console.log(`${rows[0]?.entries} entries, ${rows[0]?.days} kept sums`)
  const server = await startServer(urls)
  const token = (await adminHeaders(server.port)).list['x-token'] ?? ''
  const idle = rssMb(server.pid)
  const [times, memory]: [number[], number[]] = [[], []]
  let failures = 0
  for (let turn = 0; turn < TURNS; turn++) {
    const began = performance.now()
    if (!(await read(server, token))) failures++
    times.push(performance.now() - began)
    memory.push(rssMb(server.pid) - idle)
  }
  await server.stop()
  const [ms, mb] = [median(times), Math.max(...memory)]
  const other = { floor: null, atMost: true, failures }
  return [
    { ...other, name: 'the page of a month among 1,000,000 entries', ours: ms, ratio: ms, bar: 1000, unit: 'ms' },
    { ...other, name: 'memory that it takes', ours: mb, ratio: mb, bar: 100, unit: 'MB' },
  ]
}

async function read({ port }: Process, token: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/admin/month?month=${MONTH}`, {
    headers: { 'x-token': token, ...signed({ month: MONTH }) },
  })
  const { money, income, owed, tax } = (await answer.json()) as Record<string, unknown[]>
  return answer.status === 200 && [money, income, owed, tax].every((rows) => (rows?.length ?? 0) > 0)
}

async function seed(client: pg.Client): Promise<void> {
  await seedNodes(client, 1)
  await seedMembers(client, MEMBERS)
  // A million rows through every trigger take minutes, and are not what is measured.
  await client.query('set session_replication_role = replica')
  const at = `timestamptz '2026-01-01' + (n * interval '1 year' / ${ORDERS})`
  const all = `generate_series(1, ${ORDERS}) n`
  await client.query(
    `insert into settings (key, value) values ('site.timezone', '"${ZONE}"') on conflict (key) do update set value = excluded.value`,
  )
  await client.query(
    `insert into payment_methods (uuid, driver, name, config, currency)
     select 'bench' || m, 'epay', 'EPay ' || m, '{}', 'CNY' from generate_series(1, 4) m`,
  )
  await client.query(
    `insert into orders (trade_no, account_id, plan_id, type, period, status, currency, price_amount, total_amount, cash_amount, fee_amount,
       payment_method_id, created_at, expires_at, paid_at, completed_at)
     select 'BENCH' || n, (select min(id) from accounts) + n % ${MEMBERS}, 1, 'renew', (array['month_price', 'quarter_price', 'year_price'])[1 + n % 3],
       'completed', 'CNY', 1000, 1000, 1000, 25, 1 + n % 4, ${at}, ${at} + interval '30 minutes', ${at}, ${at} from ${all}`,
  )
  await client.query(
    `insert into invoices (kind, year, number, no, account_id, order_id, currency, total_amount, taxed_amount, tax_amount, content, issued_at)
     select 'invoice', 2026, o.id, 'INV-2026-' || o.id, account_id, o.id, 'CNY', 1025, 1025, 164,
       jsonb_build_object('tax', jsonb_build_object('name', 'VAT', 'rate', 1900), 'seller', repeat('x', 400)), paid_at from orders o`,
  )
  await client.query(
    `insert into ledger_accounts (kind, owner_id, currency)
     select 'gateway', m, 'CNY' from generate_series(1, 4) m union all values ('revenue', 0, 'CNY')
     union all select 'commission', account_id, 'CNY' from subscriptions`,
  )
  await post(client, 'order.paid', 'paid:', 'true', ['gateway', '-1025', 'null'], ['revenue', '1025', 'o.id'])
  await post(client, 'order.refunded', 'refund:', 'o.id % 10 = 0', ['revenue', '-300', 'o.id'], ['gateway', '300', 'null'])
  await post(client, 'commission.paid', 'commission:', 'o.id % 10 > 0', ['revenue', '-100', 'null'], ['commission', '100', 'null'])
  // In production, each connection has rows of its own.
  await client.query(
    `insert into ledger_days
     select (at at time zone 'UTC')::date, transaction_id % ${SLOTS}, kind, method_id, movement, currency, pay_currency, plan_id, period,
       sum(amount), sum(pay_amount) from ledger_facts group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  )
  await client.query('set session_replication_role = default')
  for (const table of ['orders', 'invoices', 'ledger_transactions', 'ledger_entries', 'ledger_accounts', 'ledger_days'])
    await client.query(`vacuum analyze ${table}`)
}

type Leg = [kind: 'gateway' | 'revenue' | 'commission', amount: string, order: string]

/** One transaction of two entries for each order that fits. */
async function post(client: pg.Client, kind: string, key: string, where: string, ...legs: [Leg, Leg]): Promise<void> {
  await client.query(
    `insert into ledger_transactions (kind, key, created_at) select $1::text, $2::text || o.id, o.paid_at from orders o where ${where}`,
    [kind, key],
  )
  const owner = { gateway: '1 + o.id % 4', revenue: '0', commission: 'o.account_id' }
  const entries = legs.map(
    ([of, amount, order]) =>
      `select t.id, a.id, 'CNY', ${amount}::bigint, ${order}::bigint from orders o join ledger_transactions t on t.key = $1::text || o.id
       join ledger_accounts a on a.kind = '${of}' and a.owner_id = ${owner[of]} where ${where}`,
  )
  await client.query(
    `insert into ledger_entries (transaction_id, ledger_account_id, currency, amount, order_id) ${entries.join(' union all ')}`,
    [key],
  )
}
