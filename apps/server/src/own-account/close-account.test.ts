import { inflateRawSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, twenty } from '../../test/gateways/shop.ts'
import { type Member, PASSWORD, startApp, type TestApp } from '../../test/harness.ts'
import { codeFor } from '../../test/mail-tap.ts'
import { audited } from '../../test/audited.ts'
import { post } from '../ledger/post.ts'

let t: TestApp
let shop: Shop
beforeAll(async () => {
  t = await startApp()
  shop = await openShop(t)
})
afterAll(() => t.stop())

const close = (member: Member, giveUp = false) => member.call('POST', '/muser/destroy', { give_up: giveUp })
/** Books commission, above or below zero, against the site's revenue. */
const earn = (member: Member, amount: number) =>
  t.database.transaction((tx) => {
    const legs = [{ kind: 'commission', ownerId: member.id, amount } as const, { kind: 'revenue', amount: -amount } as const]
    return post(tx, { kind: 'commission.paid', key: `test:${member.id}:${amount}`, currency: 'CNY', legs, at: t.app.now() })
  })

/** Summed from the entries, without the program's own queries: what each kind of account holds, and what does not add up. */
async function oracle(member: Member) {
  const { rows } = await t.database.db.execute<{ kind: string; own: string; total: string }>(sql`
    select a.kind, coalesce(sum(e.amount) filter (where a.owner_id = ${member.id}), 0) as own, sum(e.amount) as total
    from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id group by a.kind`)
  const { rows: wrong } = await t.database.db.execute(sql`
    select transaction_id from ledger_entries group by transaction_id, currency having sum(amount) <> 0
    union all select a.id from ledger_accounts a where a.kind in ('member', 'commission', 'held')
      and a.balance <> (select coalesce(sum(amount), 0) from ledger_entries where ledger_account_id = a.id)`)
  const own = Object.fromEntries(rows.map(({ kind, own: amount }) => [kind, Number(amount)]))
  const total = Object.fromEntries(rows.map(({ kind, total: amount }) => [kind, Number(amount)]))
  return { own, total, wrong, all: rows.reduce((sum, row) => sum + Number(row.total), 0) }
}

test('a closed account is gone at once: sessions, link, nodes, address; the same address can register again', async () => {
  const node = await t.node()
  const member = await t.member()
  await t.subscribe(member.id, node.groupId)
  const { subscribe_url: url } = (await member.call('GET', '/muser/getSubscribe')).body
  const served = async () => (await node.pull('user')).body.users.map((user: { id: number }) => user.id)
  expect(await served()).toEqual([member.id])
  expect((await close(member)).body).toEqual({ ok: true })
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(403)
  expect((await fetch(`${t.base}${new URL(url).pathname}`)).status).toBe(403)
  // A node without members is sent a stand-in that nobody can be.
  expect(await served()).toEqual([0])
  expect((await t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })).status).toBe(422)
  const again = await t.call('POST', '/muser/auth/register', { email: member.email, password: PASSWORD })
  expect(again.status).toBe(200)
  const { id } = (await t.call('POST', '/muser/info', {}, { 'x-token': again.body.x_token })).body.userInfo
  expect(id).not.toBe(member.id)
})

test('nothing in the database says any more who it was, and the money history stays', async () => {
  const { member, tradeNo } = await shop.order()
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  await member.call('POST', '/muser/update', { name: 'Ada Lovelace', language: 'en', country: 'GB' })
  await t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD }, { 'user-agent': 'Firefox of Ada' })
  await codeFor(t, member.call, 'bind', { email: 'ada.private@example.com' })
  expect((await close(member)).status).toBe(200)
  await t.app.signIns.flush()
  // The audit log cannot be changed, and limits are gone within the hour.
  const { rows } = await t.database.db.execute<{ t: string }>(sql`
    select table_name as t from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('audit_log', 'limit_counters')`)
  const holding: string[] = []
  for (const { t: table } of rows) {
    const found = await t.database.db.execute(
      sql`select 1 from ${sql.identifier(table)} x where x::text ~ ${`(^|[^0-9a-z])${member.email}|Lovelace|Firefox of Ada|ada.private`}`,
    )
    if (found.rows.length > 0) holding.push(table)
  }
  expect(holding).toEqual([])
  expect((await shop.details(tradeNo)).order.status).toBe('completed')
  const { user } = (await shop.admin.call('GET', `/admin/users/${member.id}`)).body
  expect(user).toMatchObject({ label: `#${member.id}`, email: null, closed: true })
  const [row] = (await audited(t, 'member', member.id)).slice(-1)
  expect(row).toMatchObject({ action: 'member.close', ip: null, device: null })
})

test.each([
  ['balance is given up', 700, 0, 700],
  ['commission is given up', 0, 500, 500],
  ['a debt of commission is written off', 0, -300, -300],
  ['balance and debt end together', 700, -300, 400],
])('when an account closes, %s, and the ledger adds up', async (_, balance, commission, toSite) => {
  const member = await t.member()
  if (balance > 0) await shop.give(member, balance)
  if (commission !== 0) await earn(member, commission)
  const before = await oracle(member)
  if (balance > 0 || commission > 0) {
    expect((await close(member)).body.code).toBe('account.money_left')
    expect(await oracle(member)).toEqual(before)
  }
  expect((await close(member, true)).status).toBe(200)
  const after = await oracle(member)
  expect([after.own['member'] ?? 0, after.own['commission'] ?? 0, after.own['held'] ?? 0]).toEqual([0, 0, 0])
  expect((after.total['site'] ?? 0) - (before.total['site'] ?? 0)).toBe(toSite)
  expect([after.wrong, after.all]).toEqual([[], 0])
  expect((await shop.admin.call('POST', '/admin/ledger/check')).body).toMatchObject({ fault_count: 0 })
})

test('what an unpaid order holds is given up too', async () => {
  const member = await t.member()
  await shop.give(member, 700)
  await member.call('POST', '/muser/order/save', { plan_id: (await t.plan()).id, period: 'month_price' })
  expect((await oracle(member)).own).toMatchObject({ member: 0, held: 700 })
  expect((await close(member)).body.code).toBe('account.money_left')
  expect((await close(member, true)).status).toBe(200)
  const { own, wrong, all } = await oracle(member)
  expect([own['member'], own['held'], wrong, all]).toEqual([0, 0, [], 0])
})

test('an account closes for the amount that its member was shown, and names it in the audit log; if there is more, it stays open', async () => {
  const member = await t.member()
  await shop.give(member, 700)
  await member.call('POST', '/muser/order/save', { plan_id: (await t.plan()).id, period: 'month_price' })
  await earn(member, 200)
  const shown = (await member.call('GET', '/muser/closing')).body
  expect([shown.balance, shown.commission]).toEqual([700, 200])
  await shop.give(member, 50)
  const refused = await member.call('POST', '/muser/destroy', { give_up: true, amount: 900 })
  expect([refused.status, refused.body.code]).toEqual([409, 'account.money_left'])
  expect((await member.call('POST', '/muser/destroy', { give_up: true, amount: 950 })).status).toBe(200)
  const [row] = (await audited(t, 'member', member.id)).slice(-1)
  expect(row).toMatchObject({
    action: 'member.close',
    after: { givenUp: [{ currency: 'CNY', balance: 750, commission: 200, pending: 0 }] },
  })
})

test('of twenty closings at once one books, and orders placed meanwhile hold nothing', async () => {
  const [member, plan] = [await t.member(), await t.plan()]
  await shop.give(member, 900)
  const before = await oracle(member)
  const answers = await twenty((n) =>
    n % 4 === 3 ? member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' }) : close(member, true),
  )
  const closings = answers.filter((_, n) => n % 4 !== 3)
  // An order placed in between holds the closing up; then nothing at all was given up.
  const closed = closings.filter((a) => a.status === 200).length
  expect(closed).toBeLessThanOrEqual(1)
  if (closed === 0) expect((await close(member, true)).status).toBe(200)
  const after = await oracle(member)
  expect([after.own['member'], after.own['held'] ?? 0, after.wrong, after.all]).toEqual([0, 0, [], 0])
  expect((after.total['site'] ?? 0) - (before.total['site'] ?? 0)).toBe(900)
  expect(answers.map((a) => a.status).filter((status) => status >= 500)).toEqual([])
})

test('an open withdrawal, a refund under way and an order in review keep an account open, and are named', async () => {
  const [withdrawing, reviewed] = [await t.member(), await shop.order()]
  await earn(withdrawing, 50_000)
  await shop.admin.call('PATCH', '/admin/settings', { 'withdrawal.enabled': true, 'withdrawal.methods': ['PayPal'] })
  await t.app.reloadSettings()
  const request = { amount: 20_000, withdraw_method: 'PayPal', withdraw_account: 'me', password: PASSWORD }
  expect((await withdrawing.call('POST', '/muser/ticket/withdraw', request)).status).toBe(200)
  await t.asOwner(
    `update orders set status = 'review', paid_at = now(), review_reason = 'plan_changed' where trade_no = '${reviewed.tradeNo}'`,
  )
  for (const [member, obstacle] of [
    [withdrawing, 'withdrawal'],
    [reviewed.member, 'order'],
  ] as const) {
    expect((await member.call('GET', '/muser/closing')).body.obstacles).toEqual([obstacle])
    const refused = await close(member, true)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'account.not_closable', { obstacles: [obstacle] }])
    expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(200)
  }
})

test('the last owner of the site cannot leave; another owner can', async () => {
  const own = await startApp()
  const first = await own.admin()
  expect((await first.call('GET', '/muser/closing')).body.obstacles).toEqual(['last_owner'])
  expect((await first.call('POST', '/muser/destroy', { give_up: true })).body.code).toBe('staff.last_owner')
  const second = await own.admin()
  const answers = await Promise.all([first, second].map((who) => who.call('POST', '/muser/destroy', { give_up: true })))
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200, 409]))
  await own.stop()
})

test('closing needs a fresh proof and an explicit answer; the screen before it says what is lost', async () => {
  const own = await startApp()
  const [member, plan] = [await own.member(), await own.plan()]
  await own.subscribe(member.id, plan.groupId, { planId: plan.id })
  expect((await member.call('GET', '/muser/closing')).body).toEqual({
    plan_name: 'Basic',
    days_left: 30,
    permanent: false,
    balance: 0,
    commission: 0,
    pending_commission: 0,
    currency: 'CNY',
    obstacles: [],
  })
  expect((await member.call('POST', '/muser/destroy', {})).body.errors.give_up).toEqual([expect.any(String)])
  own.travel(16 * 60_000)
  for (const [method, path] of [
    ['POST', '/muser/destroy'],
    ['GET', '/muser/export'],
  ] as const)
    expect((await member.once(method, path, method === 'GET' ? {} : { give_up: true })).body.code).toBe('session.confirm_needed')
  await own.stop()
})

test('one’s own data comes as a ZIP of JSON files, without secrets and without other people', async () => {
  const { member, tradeNo } = await shop.order()
  const other = await shop.order()
  await shop.give(member, 250)
  const { uuid, subscribe_url: url } = (await member.call('GET', '/muser/getSubscribe')).body
  const { name, zip } = (await member.call('GET', '/muser/export')).body
  expect(name).toMatch(/^account-\d+-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(Buffer.from(zip, 'base64'))
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({ id: member.id, email: member.email })
  expect(JSON.parse(files['orders.json'] ?? '')).toMatchObject([{ tradeNo, status: 'pending', totalAmount: 1000 }])
  expect(JSON.parse(files['ledger.json'] ?? '')).toMatchObject([{ what: 'balance.adjusted', account: 'member', amount: 250 }])
  expect(JSON.parse(files['sessions.json'] ?? '')).toHaveLength(1)
  const all = Object.values(files).join()
  for (const hidden of [uuid, new URL(url).pathname.split('/').pop(), 'argon2', member.token, other.member.email, other.tradeNo])
    expect(all).not.toContain(hidden)
})

/** Read from the directory at its end, as unpackers do. */
function unzip(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const files: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < bytes.readUInt16LE(end + 10); n++) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('PK\x01\x02')
    const [packed, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    files[name] = inflateRawSync(bytes.subarray(start, start + packed)).toString('utf8')
    at += 46 + nameLength
  }
  return files
}
