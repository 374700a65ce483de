import { afterAll, expect, test } from 'vitest'
import { startEpay } from '../../test/gateways/epay.ts'
import { expectOpenedOnce } from '../../test/gateways/opened-once.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { type Member, SETTINGS_KEY, startApp } from '../../test/harness.ts'
import { endProcess, type ServerProcess, startReady } from '../../test/server-process.ts'
import { slowness } from '../../../../scripts/slowness.ts'

/** `npm run test:kills` kills two hundred times. */
const KILLS = Number(process.env['KILLS'] ?? 4)
const ORDERS_A_KILL = 3

let server: ServerProcess

// Two processes on one database: this one places orders, the real server receives the payment notifications.
const [t, epay] = await Promise.all([startApp(), startEpay()])
const shop = await openShop(t)
afterAll(async () => {
  await end()
  await Promise.all([t.stop(), epay.stop()])
})

const start = () => startReady({ DATABASE_URL: t.database.url, DATABASE_DIRECT_URL: t.ownerUrl, SETTINGS_KEY, LOG_LEVEL: 'silent' })
const end = () => endProcess(server.child, 'SIGKILL')

type Order = { member: Member; tradeNo: string; attemptNo: string; path: string }

async function checkedOut(method: { id: number; notify_url: string }, plan: { id: number }): Promise<Order> {
  const { member, tradeNo } = await shop.order(plan)
  const { body } = await shop.checkout(member, tradeNo, method)
  await fetch(body.data)
  return { member, tradeNo, attemptNo: new URL(body.data).searchParams.get('out_trade_no')!, path: new URL(method.notify_url).pathname }
}

/** Notifies until it is acknowledged, as gateways do. Returns how often there was no answer. */
async function notifyUntilHeard({ attemptNo, path }: Order, up: () => Promise<unknown>): Promise<number> {
  for (let lost = 0; ;) {
    try {
      if ((await epay.send(server.base + path, epay.notification(attemptNo))).body === 'success') return lost
    } catch {
      lost++
      await up()
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

test(
  `killed ${KILLS} times between a notification and its answer, every paid order is opened once`,
  async () => {
    const [method, plan] = await Promise.all([shop.epay(epay), t.plan()])
    server = await start()
    const make = () => Promise.all(Array.from({ length: ORDERS_A_KILL }, () => checkedOut(method, plan)))
    // How long an answer takes without kills, after a warm-up.
    let usual = 0
    const all = await make()
    for (const order of all) {
      const began = performance.now()
      await notifyUntilHeard(order, () => Promise.reject(new Error('it was not killed')))
      usual = performance.now() - began
    }
    // Kills are aimed at the answer: later while they cut answers off, earlier while they come after all answers.
    let window = usual * 4
    let [cut, late, lost] = [0, 0, 0]
    while (cut < KILLS) {
      const orders = await make()
      all.push(...orders)
      const killed = pause(Math.random() * window).then(end)
      const up = killed.then(async () => (server = await start()))
      const unanswered = await Promise.all(orders.map((order) => notifyUntilHeard(order, () => up)))
      await up
      const cutNow = unanswered.filter((times) => times > 0).length
      lost += cutNow
      if (cutNow > 0) cut++
      else late++
      expect(late, 'kills that fell after all answers').toBeLessThan(KILLS * 3 + 20)
      window *= cutNow > 0 ? 1.1 : 0.6
    }
    await allOpened(all)
    await expectOpenedOnce(
      t,
      all.map(({ tradeNo }) => tradeNo),
    )
    expect(await shop.ledger('gateway')).toBe(-1000 * all.length)
    expect(await shop.ledger('revenue')).toBe(1000 * all.length)
    process.stderr.write(
      `${cut} kills before an answer and ${late} after, ${lost} notifications cut off, ${all.length} paid orders opened once\n`,
    )
  },
  60_000 + KILLS * 20_000,
)

/** The running server finishes what a killed one left. */
async function allOpened(orders: Order[]): Promise<void> {
  const states = 'select status, count(*)::int as n from orders where trade_no = any($1) group by status'
  const statesOf = async () => (await t.database.pool.query(states, [orders.map(({ tradeNo }) => tradeNo)])).rows
  await expect.poll(statesOf, { timeout: 30_000 * slowness }).toEqual([{ status: 'completed', n: orders.length }])
}
