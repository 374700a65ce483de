import { eq, sql } from 'drizzle-orm'
import { NeedKind, needKinds } from '@portico/contract/overview-admin'
import { expect, test } from 'vitest'
import { json, listen } from '../../test/gateways/listen.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { unreadableForwards, untrustedProxies } from '../untrusted-proxies/untrusted-proxies.table.ts'
import { jobRuns } from '../jobs/job-runs.table.ts'
import { enqueue } from '../jobs/queue.ts'
import { messageTexts } from '../messages/message-texts.table.ts'
import { ledgerChecks } from '../ledger/ledger.table.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { orders } from '../orders/orders.table.ts'
import { outages } from '../outages/outages.table.ts'
import { paymentAttempts, paymentReceipts } from '../payments/payments.table.ts'
import { refusedNotifications } from '../refused-notifications/refused-notifications.table.ts'
import { backups } from '../backups/backups.table.ts'
import { disputes } from '../disputes/disputes.table.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { paymentReversals } from '../refunds/refunds.table.ts'
import { reportAlarms } from '../report-watch/report-watch.table.ts'
import { statementLines } from '../statements/statements.table.ts'
import { templateVersions } from '../templates/templates.table.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import { trafficBatches } from '../traffic/traffic.table.ts'
import { withdrawals } from '../withdrawals/withdrawals.table.ts'
import { telegramRefusals } from '../telegram/telegram.table.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
const releases = await forFile(listen(() => json([{ tag_name: 'v999.0.0' }])))

async function needs(who: Member = shop.admin) {
  t.travel(5000)
  return (await who.call('GET', '/admin/overview/needs')).body.items
}
const ago = (minutes: number): Date => new Date(t.app.now().getTime() - minutes * 60_000)
const find = async (kind: NeedKind) => (await needs()).find((need: { kind: string }) => need.kind === kind)

/** An order whose member sent a proof, as text or as a file. */
async function proved(proof: object): Promise<string> {
  const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: '1-2-3' } })
  const { member, tradeNo } = await shop.order()
  await shop.checkout(member, tradeNo, bank)
  expect((await member.call('POST', '/muser/order/proof', { trade_no: tradeNo, ...proof })).status).toBe(200)
  return tradeNo
}

/** A receipt of a wrong amount, and its method. */
async function unclear() {
  const tradeNo = await proved({ proof: 'x' })
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/cancellation`)
  const [attempt] = await t.database.db
    .select({ id: paymentAttempts.id, methodId: paymentAttempts.methodId })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(orders.tradeNo, tradeNo))
  const row = { methodId: attempt!.methodId, attemptId: attempt!.id, callbackNo: tradeNo, amount: 900, currency: 'CNY' }
  const [receipt] = await t.database.db
    .insert(paymentReceipts)
    .values({ ...row, outcome: 'underpaid', receivedAt: ago(3) })
    .returning()
  return receipt!
}
const withdraw = (values: Partial<typeof withdrawals.$inferInsert> & { withdrawalNo: string; accountId: number }) =>
  t.database.db
    .insert(withdrawals)
    .values({ amount: 5000, feeAmount: 0, currency: 'CNY', method: 'Alipay', destination: 'x', createdAt: ago(60), ...values })

test('on a new site only mail waits to be set up', async () => {
  expect(await needs()).toMatchObject([{ kind: 'mail_missing', count: 1, since: null }])
  const set = (settings: object) => shop.admin.call('PATCH', '/admin/settings', { ...settings })
  await set({ 'mail.host': 'smtp.example.com' })
  expect(await find('mail_missing'), 'without a sender').toMatchObject({ kind: 'mail_missing', count: 1 })
  await set({ 'mail.from': 'portal@example.com' })
  expect(await needs()).toEqual([])
  await set({ 'mail.host': '', 'mail.from': '' })
})

test('each kind of work shows with its number, and goes once it is done', async () => {
  const { db } = t.database
  const [member, down] = [await t.member(), await t.node({ name: 'Sydney 01' })]
  await db.insert(outages).values({ nodeId: down.id, beganAt: ago(12), reason: 'silent' })
  expect(await find('nodes_down')).toMatchObject({ count: 1, names: ['Sydney 01'], since: expect.any(String) })

  const backup = { startedAt: ago(5), endedAt: ago(4), state: 'done' } as const
  await db.insert(backups).values([backup, { ...backup, drilledAt: ago(3), drillFault: 'rows of orders are not as they were' }])
  expect(await find('backup_failed')).toMatchObject({ count: 1, since: expect.any(String) })

  await db.insert(telegramRefusals).values([
    { chatId: -100, error: '-100: Forbidden', refusedAt: ago(5) },
    { chatId: -200, error: '-200: Forbidden', refusedAt: ago(5) },
  ])
  await shop.admin.call('PATCH', '/admin/settings', { 'bot.group': '-10000' })
  expect(await find('bot_refused'), 'a group that no setting names').toBeUndefined()
  await db.insert(telegramRefusals).values({ chatId: -10_000, error: '-10000: Forbidden', refusedAt: ago(5) })
  expect(await find('bot_refused')).toMatchObject({ count: 1, names: ['-10000: Forbidden'] })

  const [beganAt, receivedAt] = [ago(9), ago(8)]
  const alarm = { accountId: null, value: 1, usual: 1, beganAt, lastAt: beganAt }
  await db.insert(reportAlarms).values([
    { ...alarm, nodeId: down.id, kind: 'full_line', subject: '' },
    { ...alarm, nodeId: down.id, kind: 'speed', subject: '1', settledAt: ago(0) },
  ])
  expect(await find('reports_strange')).toMatchObject({ count: 1, names: ['Sydney 01'], since: beganAt.toISOString() })
  const bytes = { accountIds: [member.id], ups: [1], downs: [1] }
  const held = { nodeId: down.id, bodyHash: Buffer.from(''), rate: 100, day: '2026-01-01', state: 'held' as const, ...bytes }
  await db.insert(trafficBatches).values({ ...held, receivedAt })
  expect(await find('reports_held')).toMatchObject({ count: 1, names: ['Sydney 01'], since: receivedAt.toISOString() })

  const asked = { accountId: member.id, kind: 'other', level: 'low', subject: 'Help', text: 'Hello' } as const
  const ticket = await openTicket(t.database, asked, t.app.now())
  expect(await find('tickets_waiting')).toMatchObject({ count: 1, since: ticket.createdAt.toISOString() })

  const { tradeNo } = await shop.order()
  await db
    .update(orders)
    .set({ status: 'review', reviewReason: 'plan_not_held', paidAt: ago(5) })
    .where(eq(orders.tradeNo, tradeNo))
  const text = await proved({ proof: 'transfer 7' })
  const picture = { type: 'image/jpeg', data: Buffer.from('ffd8ffe0', 'hex').toString('base64') }
  await proved({ file: picture })
  expect(await find('payments_to_confirm')).toMatchObject({ count: 2 })
  expect((await shop.admin.call('POST', `/admin/orders/${text}/payment`, { note: 'seen on the account' })).status).toBe(200)
  expect(await find('payments_to_confirm')).toMatchObject({ count: 1 })

  const receipt = await unclear()
  const money = { methodId: receipt.methodId, amount: 100, currency: 'CNY' }
  const reversal = { ...money, reversalNo: 'r1', receiptId: receipt.id, cause: 'chargeback', outcome: 'order' } as const
  const worth = { valueAmount: 100, orderAmount: 100, lossAmount: 0, receivedAt: ago(2) }
  await db.insert(paymentReversals).values({ ...reversal, ...worth })
  const deadline = new Date(t.app.now().getTime() + 3_600_000)
  const times = { openedAt: ago(3), changedAt: ago(3), reportedAt: ago(3) }
  const dispute = { ...money, ...times, receiptId: receipt.id, status: 'inquiry', reason: 'fraudulent' } as const
  await db.insert(disputes).values([
    { ...dispute, disputeNo: 'd1', deadline },
    // Nothing to answer.
    { ...dispute, disputeNo: 'd2' },
    { ...dispute, disputeNo: 'd3', deadline: ago(1) },
  ])
  expect(await find('disputes')).toMatchObject({ count: 1, amount: 100, due: deadline.toISOString() })
  const line = { ...money, reference: 's1', occurredAt: ago(9), importedBy: shop.admin.id, importedAt: ago(1) }
  await db.insert(statementLines).values({ ...line, status: 'unmatched' })

  await withdraw({ withdrawalNo: 'W00000000001', accountId: member.id })
  await withdraw({ withdrawalNo: 'W00000000002', accountId: member.id, amount: 700 })
  await withdraw({ withdrawalNo: 'W00000000003', accountId: member.id, status: 'approved', approvedAt: ago(1), amount: 41_200 })
  expect(await find('withdrawals_to_approve')).toMatchObject({ count: 2, amount: 5700 })
  expect(await find('withdrawals_to_pay')).toMatchObject({ count: 1, amount: 41_200 })
  await withdraw({ withdrawalNo: 'W00000000004', accountId: member.id, currency: 'USD' })
  expect(await find('withdrawals_to_approve'), 'amounts of two currencies have no sum').toMatchObject({ count: 3, amount: null })

  await db.insert(ledgerChecks).values({ checkedAt: ago(1), faultCount: 2, faults: [], ms: 1 })
  await db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`)
  await t.database.transaction((tx) => enqueue(tx, 'mend', {}))
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
  await db.insert(refusedNotifications).values([
    { at: ago(10), reason: 'not_genuine', times: 1 },
    { at: ago(10), reason: 'more', times: 5, counted: 'x' },
    { at: ago(25 * 60), reason: 'not_genuine', times: 9 },
  ])
  await db.insert(jobRuns).values([
    { name: 'lane prompt', startedAt: ago(1), failedAt: ago(1), error: 'gone' },
    { name: 'lane bulk', startedAt: ago(25 * 60), failedAt: ago(25 * 60), error: 'gone' },
  ])
  const leak = { template: 'code', subject: 'Code', text: 'Code: {{code}}', sms: '{{code}}', changedAt: ago(1) } as const
  await db.insert(messageTexts).values([
    { ...leak, language: 'en' },
    { ...leak, language: 'zh-CN' },
    { ...leak, language: 'en', template: 'address_taken', text: 'See https://example.com/?u={{link}}' },
  ])
  const profile = 'proxy-groups: []\nrule-providers: {x: {url: "https://example.com/?u={{subscribe_url}}"}}'
  const published = { format: 'mihomo', version: 1, text: profile, authorId: shop.admin.id, state: 'active', rolloutPercent: 100 } as const
  await db.insert(templateVersions).values(published)
  await db.insert(untrustedProxies).values({ isInside: true, address: '10.0.0.1', seenAt: ago(1) })
  await db.insert(unreadableForwards).values({ header: 'forwarded', proxy: '10.0.0.2', sent: 'unknown', seenAt: ago(1) })
  await db
    .update(staffRoles)
    .set({ earlier: ['members.read', 'members.access'] })
    .where(eq(staffRoles.key, 'support'))
  const rewarder = await t.staff(['settings.money'])
  expect((await rewarder.call('PATCH', '/admin/settings', { 'checkin.max_mb': 60 })).status).toBe(200)
  await shop.admin.call('PATCH', '/admin/settings', { 'updates.feed': releases.url })
  const release = await commitWithoutStandby()
  const all = await needs()
  await release()
  expect(all.map(({ kind }: { kind: string }) => kind)).toEqual(NeedKind.options)
  const numbers = Object.fromEntries(all.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))
  expect(numbers).toMatchObject({ orders_in_review: 1, receipts_unclear: 1, reversals: 1, statement_lines: 1 })
  expect(await find('templates_unsafe')).toMatchObject({ count: 1, names: ['mihomo'] })
  expect(await find('version_newer')).toMatchObject({ count: 1, names: ['999.0.0'] })
  expect(await find('texts_unsafe')).toMatchObject({ count: 2, names: ['code'] })
  expect(numbers).toMatchObject({ ledger_faults: 2, jobs_failed: 1, jobs_restarted: 1, notifications_refused: 6 })

  await shop.admin.call('POST', `/admin/tickets/${ticket.id}/replies`, { text: 'Like this' })
  await db.update(outages).set({ endedAt: t.app.now() })
  await db.update(reportAlarms).set({ settledAt: t.app.now() })
  await db.update(trafficBatches).set({ state: 'dropped', countedAt: t.app.now() })
  await db.update(paymentReversals).set({ reviewedAt: t.app.now() })
  await db.update(disputes).set({ status: 'won', deadline: null })
  await db.update(statementLines).set({ status: 'ignored', note: 'not ours', closedAt: t.app.now() })
  await db.update(paymentReceipts).set({ resolution: 'returned', resolvedAt: t.app.now() }).where(eq(paymentReceipts.id, receipt.id))
  await db.insert(ledgerChecks).values({ checkedAt: t.app.now(), faultCount: 0, faults: [], ms: 1 })
  const left = (await needs()).map(({ kind }: { kind: string }) => kind)
  for (const kind of [
    'nodes_down',
    'reports_strange',
    'reports_held',
    'tickets_waiting',
    'receipts_unclear',
    'disputes',
    'reversals',
    'statement_lines',
    'ledger_faults',
  ])
    expect(left).not.toContain(kind)
  await db.insert(outages).values({ nodeId: down.id, beganAt: ago(1), reason: 'silent' })
  await db.update(nodes).set({ deletedAt: t.app.now() }).where(eq(nodes.id, down.id))
  expect(await find('nodes_down'), 'a deleted node needs nobody').toBeUndefined()
})

test('staff see only what they may settle', async () => {
  const kinds = async (who: Member) => (await needs(who)).map(({ kind }: { kind: string }) => kind)
  const waiting = await kinds(shop.admin)
  for (const role of ['support', 'finance', 'network'] as const) {
    const who = await t.staff(role)
    const held: readonly string[] = (await who.call('POST', '/muser/info')).body.userInfo.permissions
    const expected = waiting.filter((kind: NeedKind) => needKinds[kind].every((one) => held.includes(one)))
    expect(await kinds(who), role).toEqual(expected)
  }
  expect(await kinds(await t.staff(['money.read'])), 'reading is not settling').toEqual([])
  expect((await (await t.staff('content')).call('GET', '/admin/overview/needs')).status).toBe(404)
})

/** A commit of the server's role that waits for a standby, for some seconds already. The other tests' commits wait for nothing. */
async function commitWithoutStandby(): Promise<() => Promise<void>> {
  const set = async (names: string): Promise<void> => {
    await t.asOwner(`alter system set synchronous_standby_names = '${names}'`)
    await t.asOwner('select pg_reload_conf()')
  }
  await set('nobody')
  const client = await t.database.pool.connect()
  await client.query('set synchronous_commit = on')
  await expect.poll(async () => (await client.query('show synchronous_standby_names')).rows[0].synchronous_standby_names).toBe('nobody')
  const committed = client.query('create temp table waits as select 1').then(() => client.release(true))
  const waits = `select from pg_stat_activity where wait_event = 'SyncRep' and state_change < now() - interval '3 seconds'`
  await expect.poll(async () => (await t.asOwner(waits)).rowCount, { timeout: 30_000 }).toBe(1)
  return async () => {
    await set('')
    await committed
  }
}
