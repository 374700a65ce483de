import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, startApp } from '../../../test/harness.ts'
import { openTelegram, type Person } from '../../../test/telegram-desk.ts'
import { handOut } from '../../backups/keep-backups.ts'
import { disputes } from '../../disputes/disputes.table.ts'
import { orders } from '../../orders/orders.table.ts'
import { outages } from '../../outages/outages.table.ts'
import { paymentAttempts, paymentReceipts } from '../../payments/payments.table.ts'
import { paymentReversals } from '../../refunds/refunds.table.ts'
import { reportAlarms } from '../../report-watch/report-watch.table.ts'
import { trafficBatches } from '../../traffic/traffic.table.ts'
import { withdrawals } from '../../withdrawals/withdrawals.table.ts'

const GROUP = -1009876543210
const t = await forFile(startApp())
const shop = await openShop(t)
const desk = await forFile(openTelegram(t, { 'bot.alert_chat': String(GROUP) }))

/** What each was told since, with the alerts looked for several times. */
async function told(...people: Person[]): Promise<string[][]> {
  for (let i = 0; i < 3; i++) await t.runJobs()
  return people.map(({ id }) => desk.telegram.chat(id).slice(1))
}
test('staff who may settle it hear once an hour, for each node and kind, of a node that reports too much', async () => {
  const [network, support] = [await desk.connected(await t.staff('network')), await desk.connected(await t.staff('support'))]
  t.travel(3_600_000)
  const node = await t.node({ name: 'Osaka <02>' })
  const alarm = { nodeId: node.id, accountId: null, value: 1, usual: 1, beganAt: t.app.now(), lastAt: t.app.now() }
  await t.database.db.insert(reportAlarms).values([
    { ...alarm, kind: 'speed', subject: '1' },
    { ...alarm, kind: 'speed', subject: '2' },
    { ...alarm, kind: 'address', subject: '203.0.113.66' },
  ])
  const report = { nodeId: node.id, bodyHash: Buffer.from(''), rate: 100, day: '2026-01-01', state: 'held' as const }
  const none = { accountIds: [], ups: [], downs: [], receivedAt: t.app.now() }
  await t.database.db.insert(trafficBatches).values([
    { ...report, ...none },
    { ...report, ...none },
  ])
  const [told_, others] = await told(network, support)
  expect(told_?.toSorted()).toEqual([
    'Node Osaka <02> reports members above the speed of their plan',
    'Node Osaka <02> reports more than its line carries. Nobody is charged until you decide.',
    'The secret of node Osaka <02> was used from another address',
  ])
  expect(others).toEqual([])
})

test('a backup goes to staff who may see backups, if the settings want it; of one that is too large, they learn where it is', async () => {
  const [owner, support] = [await desk.connected(shop.admin), await desk.connected(await t.staff('support'))]
  const path = join(tmpdir(), `${randomUUID()}.age`)
  await writeFile(path, 'an encrypted file')
  const made = { path, name: 'portico-20261128-040000.age', bytes: 17, where: [path, 'backups/<x>'] }
  await handOut(t.app, made)
  expect(await told(owner, support)).toEqual([[], []])
  await desk.set({ 'bot.backups': true })
  await handOut(t.app, made)
  await handOut(t.app, { ...made, name: 'large.age', bytes: 50_000_001 })
  expect(await told(owner, support)).toEqual([
    [
      `${made.name}: A backup of this site, encrypted`,
      `A backup was made (47.7 MB). It did not fit in here; it is at:\n${path}\nbackups/<x>`,
    ],
    [],
  ])
  expect(desk.telegram.called('sendDocument')).toMatchObject([{ chat_id: String(owner.id), content: 'an encrypted file' }])
  await desk.set({ 'bot.backups': false })
  await rm(path)
})

const minutesAgo = (n: number): Date => new Date(t.app.now().getTime() - n * 60_000)

test('nodes that fail and come back are told once to staff who see nodes, and to the group, in private no member', async () => {
  const [network, finance] = [await desk.connected(await t.staff('network')), await desk.connected(await t.staff('finance'))]
  const chinese = await desk.connected(await t.staff('network'), 'zh-hans')
  const member = await desk.connected(await t.member())
  t.travel(3_600_000)
  const node = await t.node({ name: 'Osaka <01>' })
  const [row] = await t.database.db
    .insert(outages)
    .values({ nodeId: node.id, beganAt: minutesAgo(30), reason: 'silent' })
    .returning()
  expect(await told(network, finance, member, chinese)).toEqual([
    [expect.stringMatching(/^Node Osaka <01> is down\nLast contact \d{4}-/)],
    [],
    [],
    [expect.stringContaining('节点 Osaka <01> 已离线')],
  ])
  expect(desk.telegram.chat(GROUP)).toEqual([expect.stringMatching(/节点 Osaka <01> 已离线[\s\S]+Node Osaka <01> is down/)])
  await t.database.db.update(outages).set({ endedAt: t.app.now() }).where(eq(outages.id, row!.id))
  const [later] = await told(network)
  expect(later?.slice(1)).toEqual(['Node Osaka <01> is back after 30 minutes'])
  // Switched off, there is silence.
  await desk.set({ 'bot.alert_nodes': false })
  await t.database.db.insert(outages).values({ nodeId: node.id, beganAt: minutesAgo(2), reason: 'silent' })
  expect((await told(network))[0]).toHaveLength(2)
  await desk.set({ 'bot.alert_nodes': true })
})

test('money that waits is told once to staff who may settle it', async () => {
  await desk.set({ 'bot.alert_chat': '' })
  const [finance, support] = [await desk.connected(await t.staff('finance')), await desk.connected(await t.staff('support'))]
  t.travel(60_000)
  const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: '1-2-3' } })
  const { member, tradeNo } = await shop.order()
  await shop.checkout(member, tradeNo, bank)
  await member.call('POST', '/muser/order/proof', { trade_no: tradeNo, proof: 'transfer 7' })
  expect((await told(finance))[0]).toEqual([expect.stringContaining(`paid order ${tradeNo}: ¥`)])

  const [attempt] = await t.database.db
    .select({ id: paymentAttempts.id, methodId: paymentAttempts.methodId })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(orders.tradeNo, tradeNo))
  const receipt = { methodId: attempt!.methodId, attemptId: attempt!.id, callbackNo: tradeNo, amount: 900, currency: 'CNY' }
  await t.database.db.insert(paymentReceipts).values({ ...receipt, outcome: 'underpaid', receivedAt: t.app.now() })
  const payout = {
    withdrawalNo: 'W1',
    accountId: member.id,
    amount: 5000,
    feeAmount: 0,
    currency: 'CNY',
    method: 'Alipay',
    destination: 'x',
  }
  await t.database.db.insert(withdrawals).values({ ...payout, createdAt: t.app.now() })
  const other = await shop.order()
  const review = { status: 'review', reviewReason: 'plan_not_held', paidAt: t.app.now() } as const
  await t.database.db.update(orders).set(review).where(eq(orders.tradeNo, other.tradeNo))
  const [all, seen] = await told(finance, support)
  expect(all?.slice(1).toSorted()).toEqual([
    `A payment of a wrong amount came for order ${tradeNo}: ¥9.00`,
    `Order ${other.tradeNo} is paid but could not be opened`,
    'Withdrawal W1 was requested: ¥50.00',
  ])
  // Support may open orders again, and nothing else of these.
  expect(seen).toEqual([`Order ${other.tradeNo} is paid but could not be opened`])
})

test('a dispute is told with its deadline, and when it is decided; so is a refund that failed after all', async () => {
  const [finance, support] = [await desk.connected(await t.staff('finance')), await desk.connected(await t.staff('support'))]
  const chinese = await desk.connected(await t.staff('finance'), 'zh-hans')
  t.travel(60_000)
  const [receipt] = await t.database.db.select().from(paymentReceipts).limit(1)
  const { methodId, id: receiptId } = receipt!
  const now = t.app.now()
  const times = { openedAt: now, changedAt: now, reportedAt: now, deadline: new Date(now.getTime() + 7 * 24 * 3_600_000) }
  const money = { methodId, receiptId, amount: 900, currency: 'CNY' }
  const [dispute] = await t.database.db
    .insert(disputes)
    .values({ ...money, ...times, disputeNo: 'd1', status: 'inquiry', reason: 'fraudulent' })
    .returning()
  const worth = { valueAmount: 900, orderAmount: 0, lossAmount: 0, receivedAt: now, restoredAt: now }
  await t.database.db.insert(paymentReversals).values({ ...money, ...worth, reversalNo: 'r1', cause: 'refund', outcome: 'order' })
  const [told1, toldSupport, toldChinese] = await told(finance, support, chinese)
  expect(told1).toEqual([
    expect.stringMatching(/^Dispute over order \w+, ¥9\.00: inquiry, no money has moved\nAnswer at the payment provider by \d{4}-/),
    expect.stringMatching(/^¥9\.00 for order \w+ came back from the payment provider$/),
  ])
  expect(toldSupport).toEqual([])
  expect(toldChinese?.[0]).toMatch(/的争议（¥9\.00）：问询，资金未变动\n请在 \d{4}-/)
  const won = { status: 'won', deadline: null, changedAt: t.app.now() } as const
  await t.database.db.update(disputes).set(won).where(eq(disputes.id, dispute!.id))
  expect((await told(finance))[0]?.slice(2)).toEqual([expect.stringMatching(/: won$/)])
})

test('what was before somebody connected is no news to them; two processes that look at once tell once', async () => {
  t.travel(60_000)
  const late = await desk.connected(await t.admin())
  expect(await told(late)).toEqual([[]])
  const second = await startApp({ on: { ownerUrl: t.ownerUrl, serverUrl: t.database.url, drop: async () => {} } })
  const network = await desk.connected(await t.staff('network'))
  t.travel(3_600_000)
  const node = await t.node({ name: 'Lima' })
  await t.database.db.insert(outages).values({ nodeId: node.id, beganAt: minutesAgo(3), reason: 'silent' })
  await Promise.all([t.runJobs(), second.runJobs(), t.runJobs(), second.runJobs()])
  expect((await told(network))[0]?.filter((text) => text.includes('Lima'))).toHaveLength(1)
  await second.stop()
})
