import { setTimeout as pause } from 'node:timers/promises'
import { callerOf } from '../apps/server/src/actor.ts'
import { createApp, createJobs } from '../apps/server/src/build-app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { connect } from '../apps/server/src/db/client.ts'
import { runJobsOnce } from '../apps/server/src/jobs/queue.ts'
import { createLog } from '../apps/server/src/log.ts'
import { createOpener } from '../apps/server/src/orders/fulfill-waiting.ts'
import { placeOrder } from '../apps/server/src/orders/place-order.ts'
import { renewDue } from '../apps/server/src/renewals/renew-due.ts'
import { checkout } from '../apps/server/src/payments/checkout.ts'
import { paymentMethods } from '../apps/server/src/payments/payments.table.ts'
import { receivePayment } from '../apps/server/src/payments/receive-payment.ts'
import { median } from './load.ts'

// A process of its own on the server's core. It prints one line of JSON: orders placed, paid and opened per second,
// bare transactions of as many rows per second, how long the due renewals took, and the jobs that follow them.

const AT_ONCE = 8
/**
 * An order's rows by transaction, as PostgreSQL counts them: order; attempt; the gateway's answer; receipt and its number, attempt,
 * order, three rows of the ledger, fund, and the job that opens it. Opening adds five, in one transaction for several orders: the
 * subscription, the order, who changed, the event and the invoice to write.
 */
const ROWS = [1, 1, 1, 9]
const LOOK_MS = 500
// Code that is compiled as it runs is measured warm, like on a server after its first hour.
const [WARM, ROUND] = [800, 300]
const [OPENED_ROWS, OPENED_TOGETHER] = [5, 20]

const url = process.env['DATABASE_URL'] ?? ''
const [orders, renewals] = [Number(process.env['ORDERS']), Number(process.env['RENEWALS'])]
const config = readConfig({ DATABASE_URL: url })
if ('faults' in config) throw new Error(config.faults.join('\n'))
const database = connect(url, { max: AT_ONCE + 2, isForOne: true })
const log = createLog('silent')
const app = await createApp({ config, database, log })
const buyers = (await database.pool.query<{ id: number }>('select id from accounts order by id desc limit $1', [orders])).rows
const [found] = await database.db.select().from(paymentMethods)
if (!found) throw new Error('the payment method is missing')
const method = found
const context = () => ({ now: app.now(), settings: app.settings() })

const open = createOpener(app)
await together(buyers.slice(0, WARM), buy)
await together(buyers.slice(0, WARM), () => bare(ROWS))
const [bought, plain]: [number[], number[]] = [[], []]
// In turns, so that other load affects both alike.
for (let from = WARM; from < orders; from += ROUND) {
  const round = buyers.slice(from, from + ROUND)
  bought.push(await perSecond(round, buy, () => opened(from + round.length)))
  plain.push(await barePerSecond(round))
}
// Work left by the orders above is not part of the renewals.
await runJobsOnce(database.pool, createJobs(app), log)
const from = performance.now()
const renewed = await renewDue(database, { now: app.now, settings: app.settings() }, (_, error) => console.error(error))
const seconds = (performance.now() - from) / 1000
await runJobsOnce(database.pool, createJobs(app), log)
const afterwards = (performance.now() - from) / 1000 - seconds
console.log(
  JSON.stringify({
    bought: median(bought),
    plain: median(plain),
    // Each round is compared with its own baseline: a slower machine slows both.
    ratio: median(bought.map((perSecond, i) => perSecond / (plain[i] ?? 0))),
    renewals: await countOf(`status = 'completed' and renewal_of is not null`),
    asked: renewals,
    failed: renewed.failed,
    seconds,
    afterwards,
    unheard: await unheard(),
  }),
)
await database.close()

/** Buys like a member and pays like a gateway, without HTTP. */
async function buy({ id: accountId }: { id: number }): Promise<void> {
  const wanted = { planId: 1, period: 'month_price', couponCode: null, useBalance: false } as const
  const by = callerOf(accountId)
  const { tradeNo } = await placeOrder(database, by, wanted, context())
  const at = { ...context(), language: 'en' as const, origin: 'https://example.com', log }
  const started = await checkout(database, by, { tradeNo, methodId: method.id }, at)
  const attemptNo = new URL(started.data ?? '').searchParams.get('out_trade_no') ?? ''
  const payment = { attemptNo, callbackNo: attemptNo, amount: started.amount, currency: 'CNY' }
  await receivePayment(database, method, payment, app.now())
}

/** The same transactions and rows: one INSERT per row, without any logic. */
async function barePerSecond(items: object[]): Promise<number> {
  const state = { waiting: 0, left: items.length }
  const order = async (): Promise<void> => {
    await bare(ROWS)
    state.waiting++
  }
  return perSecond(items, order, async () => {
    while (state.waiting > 0) {
      const some = Math.min(state.waiting, OPENED_TOGETHER)
      state.waiting -= some
      await bare([OPENED_ROWS * some])
      state.left -= some
    }
    return state.left > 0
  })
}

async function bare(transactions: number[]): Promise<void> {
  for (const rows of transactions) {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      for (let i = 0; i < rows; i++)
        await client.query({ name: 'bare', text: 'insert into bench_rows (a, b) values ($1, $2)', values: [i, 'x'] })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}

/**
 * Does the work while paid orders are opened as on the server: a look, then a pause. At the end there is no pause, or the faster
 * of two would wait as long as the slower. `look` returns whether any are left.
 */
async function perSecond<T>(items: T[], work: (item: T) => Promise<void>, look: () => Promise<boolean>): Promise<number> {
  const start = performance.now()
  const over = new AbortController()
  const opening = (async () => {
    while (await look()) await pause(LOOK_MS, null, { signal: over.signal }).catch(() => {})
  })()
  await together(items, work)
  over.abort()
  await opening
  return (items.length / (performance.now() - start)) * 1000
}

/** Opens paid orders; returns whether fewer than `wanted` are open so far. */
async function opened(wanted: number): Promise<boolean> {
  await open()
  return (await countOf(`status = 'completed' and renewal_of is null and cash_amount > 0 and trade_no not like 'BENCH%'`)) < wanted
}

async function countOf(which: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from orders where ${which}`)
  return rows[0]?.n ?? 0
}

/** Notifications that no channel has sent or skipped. */
async function unheard(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from event_deliveries where delivered_at is null')
  return rows[0]?.n ?? 0
}

async function together<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const next = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of next) await work(item)
    }),
  )
}
