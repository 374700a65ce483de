import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type Epay, startEpay } from '../../../test/gateways/epay.ts'
import { expectOpenedOnce } from '../../../test/gateways/opened-once.ts'
import { openShop } from '../../../test/gateways/shop.ts'
import { type Call, caller, type Member, SETTINGS_KEY, startApp, type TestApp, withToken } from '../../../test/harness.ts'
import { clusterIn, lose, type Loss, losses } from '../../../test/lose-database.ts'
import { endProcess, newFolder, removeFolders, type ServerProcess, startReady } from '../../../test/server-process.ts'
import { mailSettings, type Smtp, startSmtp } from '../../../test/smtp.ts'
import { usedFolder } from '../../../test/used-folder.ts'
import { enqueue } from '../../jobs/queue.ts'
import { sendMessage } from '../../messages/send-message.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { slowness } from '../../../../../scripts/slowness.ts'

/** `npm run test:kills` takes the database away fifty times, 17 in each setting, and pauses it for 30 s. */
const LOSSES = Math.min(50, Number(process.env['KILLS'] ?? 4))
const isLong = LOSSES > 4
const BUYERS = 2

type Setting = { its: 'own' | 'external'; processes: number }
const settings: Setting[] = isLong
  ? [
      { its: 'own', processes: 1 },
      { its: 'external', processes: 1 },
      { its: 'external', processes: 3 },
    ]
  : [{ its: 'own', processes: 1 }]
const EACH = Math.ceil(LOSSES / settings.length)

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  removeFolders()
})

test.each(settings)(
  `$processes processes with $its database lose it ${EACH} times: none ends, and nothing is lost or done twice`,
  async (setting) => {
    const { cluster, servers, key } = await startSetting(setting)
    const t = await startApp({ on: { ...cluster, drop: async () => {} }, env: { SETTINGS_KEY: key } })
    ends.push(t.stop)
    const [epay, smtp] = await Promise.all([startEpay(), startSmtp()])
    ends.push(epay.stop, smtp.stop)
    const work = await beginWork(t, { servers, epay, smtp })
    const times: number[] = []
    for (let n = 0; n < EACH; n++) {
      const seen = work.done()
      await expect.poll(work.done, { timeout: 60_000 * slowness, interval: 20 }).toBeGreaterThan(seen)
      await pause(Math.random() * 300)
      await lose(cluster, losses[n % losses.length]!, lengthOf(losses[n % losses.length]!))
      const back = performance.now()
      await expectJobs(t, smtp)
      times.push(Math.round(performance.now() - back))
    }
    const report = await work.finish()
    for (const { child, output } of servers) {
      expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: null, signal: null })
      expect(output()).not.toContain('nobody caught')
    }
    process.stderr.write(
      `${setting.processes} with ${setting.its} database, ${EACH} losses, ${report}; jobs again after ${times.toSorted((a, b) => a - b).join(', ')} ms\n`,
    )
  },
  120_000 + EACH * 120_000,
)

const lengthOf = (loss: Loss): number => (loss === 'paused' && isLong ? 30_000 : 1000)

/** Jobs run that members wait for, and mails arrive. The figures are printed: on a quiet machine it takes less than ten seconds. */
async function expectJobs(t: TestApp, smtp: Smtp): Promise<void> {
  const { length } = smtp.mails
  await again(() =>
    t.database.transaction(async (tx) => {
      await enqueue(tx, 'reset_traffic', { probe: true })
      await enqueue(tx, 'close_attempts', { order_id: 0, probe: true })
    }),
  )
  const probes = `select t.identifier, j.attempts, j.locked_at, j.run_at, j.last_error from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where j.payload ->> 'probe' = 'true'`
  const left = async (): Promise<unknown[]> => (await again(() => t.asOwner(probes))).rows
  await expect.poll(left, { timeout: 60_000 * slowness, interval: 50 }).toEqual([])
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 * slowness, interval: 50 }).toBeGreaterThan(length)
}

/** Tries until it succeeds, as people do. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch {
      await pause(50)
    }
  }
}

async function startSetting({
  its,
  processes,
}: Setting): Promise<{ cluster: ReturnType<typeof clusterIn>; servers: ServerProcess[]; key: string }> {
  if (its === 'own') {
    const dataDir = await usedFolder()
    const server = await startReady({ LOG_LEVEL: 'fatal', DATA_DIR: dataDir })
    ends.push(() => endProcess(server.child, 'SIGTERM'))
    return { cluster: clusterIn(dataDir), servers: [server], key: readFileSync(join(dataDir, 'settings.key'), 'utf8').trim() }
  }
  const dataDir = newFolder()
  const postgres: EmbeddedPostgres = await startEmbedded(dataDir, { connections: 200 })
  // Something else starts it again.
  postgres.supervise({ log: pino({ level: 'silent' }), giveUp: (reason) => expect.fail(reason) })
  ends.push(postgres.stop)
  const cluster = clusterIn(dataDir)
  const urls = { DATABASE_URL: cluster.serverUrl, DATABASE_DIRECT_URL: cluster.ownerUrl }
  const servers = await Promise.all(Array.from({ length: processes }, () => startReady({ SETTINGS_KEY, LOG_LEVEL: 'fatal', ...urls })))
  ends.push(() => Promise.all(servers.map(({ child }) => endProcess(child, 'SIGTERM'))))
  return { cluster, servers, key: SETTINGS_KEY }
}

type Around = { servers: ServerProcess[]; epay: Epay; smtp: Smtp }

/** Members buy and pay, a node reports, and mails are sent, until `finish`, which checks that each was done once. */
async function beginWork(t: TestApp, { servers, epay, smtp }: Around): Promise<{ done: () => number; finish: () => Promise<string> }> {
  const shop = await openShop(t)
  await shop.admin.call('PATCH', '/admin/settings', mailSettings(smtp.port))
  const [method, plan, node] = await Promise.all([shop.epay(epay), t.plan(), t.node()])
  const user = await t.member()
  await t.subscribe(user.id, node.groupId)
  const state = { isOver: false }
  let turn = 0
  const base = (): string => servers[turn++ % servers.length]!.base
  const paid: { tradeNo: string; member: Member }[] = []
  let [reports, mails] = [0, 0]

  async function buy(): Promise<void> {
    const member = await again(() => t.member())
    const call: Call = (...asked) => withToken(caller(base()), member.token)(...asked)
    const body = { plan_id: plan.id, period: 'month_price', use_balance: false }
    const placed = await call('POST', '/muser/order/save', body)
    // What became of it, nobody knows: another member buys.
    if (placed.status !== 200) return pause(20)
    const tradeNo: string = placed.body.trade_no
    const link = await again(async () => {
      const { status, body } = await call('POST', '/muser/order/checkout', { trade_no: tradeNo, method: method.id })
      if (status !== 200) throw new Error('not yet')
      return new URL(body.data as string)
    })
    await fetch(link)
    const { pathname } = new URL(method.notify_url)
    await again(async () => {
      const { body } = await epay.send(base() + pathname, epay.notification(link.searchParams.get('out_trade_no')!))
      if (body !== 'success') throw new Error('not yet')
    })
    paid.push({ tradeNo, member })
  }

  async function report(): Promise<void> {
    const query = new URLSearchParams({ token: node.secret, node_id: String(node.id), node_type: 'trojan' })
    const key = `batch-${reports}`
    await again(async () => {
      const headers = { 'content-type': 'application/json', 'x-batch-id': key }
      const sent = await fetch(`${base()}/api/v1/server/UniProxy/push?${query}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ [user.id]: [1000, 0] }),
      })
      if (sent.status !== 200) throw new Error('not yet')
    })
    reports++
    await pause(20)
  }

  async function mail(): Promise<void> {
    const { database, now } = t.app
    const to = { channel: 'email', address: `to-${mails}@example.com` } as const
    const message = { to, accountId: null, language: 'en', template: 'address_taken', data: {} } as const
    await database
      .transaction((tx) => sendMessage(tx, database.secrets, message, now()))
      .then(
        () => mails++,
        () => {},
      )
    await pause(200)
  }

  const until = async (work: () => Promise<void>): Promise<void> => {
    while (!state.isOver) await work().catch(() => pause(20))
  }
  const working = [...Array.from({ length: BUYERS }, () => until(buy)), until(report), until(mail)]

  async function finish(): Promise<string> {
    state.isOver = true
    await Promise.all(working)
    const soon = { timeout: 60_000 * slowness, interval: 200 }
    const tradeNos = paid.map(({ tradeNo }) => tradeNo)
    const open = `select trade_no, status from orders where trade_no = any($1) and status <> 'completed'`
    await expect.poll(async () => (await t.database.pool.query(open, [tradeNos])).rows, soon).toEqual([])
    await expectOpenedOnce(t, tradeNos)
    expect(await shop.ledger('gateway')).toBe(-1000 * paid.length)
    const traffic = async (): Promise<number> =>
      Number((await t.database.pool.query('select up + down as used from subscriptions where account_id = $1', [user.id])).rows[0].used)
    await expect.poll(traffic, soon).toBe(1000 * reports)
    // What was cut off while it was sent is free after two minutes; here at once.
    await t.database.pool.query(`update messages set next_try_at = now() where status = 'queued'`)
    await t.database.transaction((tx) => enqueue(tx, 'send_email', {}))
    const mailsThat = async (are: string): Promise<number> =>
      Number((await t.database.pool.query('select count(*) as n from messages where status = $1', [are])).rows[0].n)
    await expect.poll(() => mailsThat('queued'), soon).toBe(0)
    const stored = await mailsThat('sent')
    expect(stored).toBeGreaterThanOrEqual(mails)
    expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(stored)
    const twice = smtp.mails.length - stored
    // SMTP cannot tell whether a mail whose answer was lost was taken: three in work for each process.
    expect(twice).toBeLessThanOrEqual(3 * servers.length * EACH)
    return `${paid.length} paid orders opened once, ${reports} reports counted once, ${stored} mails sent (${twice} twice, cut off before they were recorded)`
  }
  return { done: () => Math.min(paid.length, reports, mails), finish }
}
