import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Line } from './measure.ts'

const [ORDERS, RENEWALS] = [3200, 10_000]

/** Ends of terms have milliseconds, as JavaScript writes them. */
const END = `date_trunc('milliseconds', now() + interval '6 hours')`

/** Orders placed, paid and opened, against bare transactions of as many rows, and all renewals of a day, on the server's core. */
export async function timeOrders(client: pg.Client, databaseUrl: string): Promise<Line[]> {
  await client.query('create table bench_rows (id bigint generated always as identity primary key, a int, b text)')
  await client.query('grant all on bench_rows to public')
  await client.query(
    `insert into payment_methods (uuid, driver, name, config, currency)
     values ('bench', 'epay', 'EPay', '{"url": "https://pay.example.com", "pid": "1", "key": "k"}', 'CNY')`,
  )
  await seedRenewals(client)
  const found = await run(databaseUrl)
  return [
    {
      name: 'orders placed, paid and opened',
      ours: found.bought,
      floor: found.plain,
      ratio: found.ratio,
      // Most of an order's time is Drizzle building the text of statements for wide rows; prepared text is not worth its code.
      bar: 0.15,
      unit: 'orders/s',
    },
    {
      name: `opening ${RENEWALS} automatic renewals`,
      ours: found.seconds,
      floor: null,
      ratio: found.seconds,
      bar: 60,
      atMost: true,
      unit: 's',
      failures: found.failed + RENEWALS - found.renewals,
    },
    {
      // Members have their service by now; each channel sends, or notes why it does not.
      name: `notifying about them by mail, push and Telegram`,
      ours: found.afterwards,
      floor: null,
      ratio: found.afterwards,
      bar: 150,
      atMost: true,
      unit: 's',
      failures: found.unheard,
    },
  ]
}

/** Members with a month that ends today, its order and enough balance, and members without a plan who will buy one. */
async function seedRenewals(client: pg.Client): Promise<void> {
  const due = 'select account_id from subscriptions order by account_id limit $1'
  await client.query(
    `update subscriptions set auto_renew = true, expires_at = ${END}, anchor_day = 15, next_reset_at = now() + interval '6 hours'
     where account_id in (${due})`,
    [RENEWALS],
  )
  await client.query(
    `insert into orders (trade_no, account_id, plan_id, type, period, status, currency, price_amount, total_amount, cash_amount, snapshot,
       created_at, expires_at, paid_at, completed_at, term_start, term_end)
     select 'BENCH' || account_id, account_id, 1, 'new', 'month_price', 'completed', 'CNY', 1000, 1000, 1000,
       '{"planName": "Bench", "groupId": 1, "transferEnable": 107374182400, "speedLimit": null, "deviceLimit": null}',
       now(), now() + interval '30 minutes', now(), now(), now() - interval '1 month', ${END} from (${due}) as d`,
    [RENEWALS],
  )
  await client.query(`insert into ledger_accounts (kind, owner_id, currency) values ('site', 0, 'CNY') on conflict do nothing`)
  await client.query(`insert into ledger_accounts (kind, owner_id, currency) select 'member', account_id, 'CNY' from (${due}) as d`, [
    RENEWALS,
  ])
  await client.query('begin')
  const given = await client.query<{ id: number }>(
    `insert into ledger_transactions (kind, key, created_at) values ('balance.adjusted', 'bench', now()) returning id`,
  )
  const [transaction, sum] = [given.rows[0]?.id, RENEWALS * 1500]
  await client.query(
    `insert into ledger_entries (transaction_id, ledger_account_id, currency, amount)
     select $1, id, 'CNY', case kind when 'member' then 1500 else -${sum} end from ledger_accounts where kind in ('member', 'site')`,
    [transaction],
  )
  await client.query(
    `insert into funds (origin_id, account_id, currency, amount) select $1, owner_id, 'CNY', 1500 from ledger_accounts where kind = 'member'`,
    [transaction],
  )
  await client.query('commit')
  await client.query(
    `update subscriptions set plan_id = null, group_id = null, expires_at = null
     where account_id in (select id from accounts order by id desc limit $1)`,
    [ORDERS],
  )
  await client.query('vacuum analyze')
  // A database that has run for a while writes to existing log files.
  await client.query('checkpoint')
}

type Found = {
  bought: number
  plain: number
  ratio: number
  renewals: number
  failed: number
  seconds: number
  afterwards: number
  unheard: number
}

function run(databaseUrl: string): Promise<Found> {
  const script = fileURLToPath(new URL('./order-work.ts', import.meta.url))
  const node = [process.execPath, '--max-semi-space-size=16', script]
  const command = process.env['BENCH_PINNED'] ? ['taskset', '-c', '0', ...node] : node
  const env = { ...process.env, DATABASE_URL: databaseUrl, ORDERS: String(ORDERS), RENEWALS: String(RENEWALS) }
  const child = spawn(command[0] ?? '', command.slice(1), { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((done, failed) => {
    // order-work.ts prints this one line.
    child.once('exit', (code) => (code === 0 ? done(JSON.parse(said) as Found) : failed(new Error(`order-work ended with ${code}`))))
  })
}
