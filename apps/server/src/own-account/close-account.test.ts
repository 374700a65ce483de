import { inflateRawSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { commissionChain } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { type Answer, forFile, type Member, PASSWORD, startApp, withToken } from '../../test/harness.ts'
import { codeFor, mailsTo } from '../../test/mail-tap.ts'
import { audited } from '../../test/audited.ts'
import { dueRenewals } from '../subscriptions/auto-renew.ts'
import { closeDue } from './close-due.ts'
import { signInLog } from '../sign-ins/note-sign-ins.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const ask = (member: Member, giveUp = false) => member.call('POST', '/muser/destroy', { give_up: giveUp })
/** The account's 24 hours are over, and the job has run. */
async function afterWait(member: Member): Promise<void> {
  await t.asOwner(`update account_closings set closes_at = now() - interval '1 second' where account_id = ${member.id}`)
  await closeDue(t.app)
}
/** Asks, and waits until it is done. */
async function close(member: Member, giveUp = false): Promise<Answer> {
  const answer = await ask(member, giveUp)
  if (answer.status === 200) await afterWait(member)
  return answer
}
const { earn } = commissionChain(t)

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

test('a closed account is gone: sessions, link, nodes, address; the same address can register again', async () => {
  const node = await t.node()
  const member = await t.member()
  await t.subscribe(member.id, node.groupId)
  const { subscribe_url: url } = (await member.call('GET', '/muser/getSubscribe')).body
  const served = async () => (await node.pull('user')).body.users.map((user: { id: number }) => user.id)
  expect(await served()).toEqual([member.id])
  expect((await close(member)).body).toEqual({ closes_at: expect.any(String) })
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
  const { member, tradeNo } = await shop.bought()
  await member.call('POST', '/muser/update', { name: 'Ada Lovelace', language: 'en', country: 'GB' })
  await t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD }, { 'user-agent': 'Firefox of Ada' })
  await codeFor(t, member.call, 'bind', { email: 'ada.private@example.com' })
  expect((await close(member)).status).toBe(200)
  await signInLog(t.app).flush()
  expect(await tablesWith([member.email, 'Lovelace', 'Firefox of Ada', 'ada.private'])).toEqual([])
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
  await afterWait(member)
  const [row] = (await audited(t, 'member', member.id)).slice(-1)
  expect(row).toMatchObject({
    action: 'member.close',
    after: { givenUp: [{ currency: 'CNY', balance: 750, commission: 200, pending: 0 }] },
  })
})

test('of many requests at once one counts, and of many runs of the job one books; and orders placed meanwhile hold nothing', async () => {
  const [member, plan] = [await t.member(), await t.plan()]
  await shop.give(member, 900)
  const before = await oracle(member)
  const answers = await atOnce((n) =>
    n % 4 === 3 ? member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' }) : ask(member, true),
  )
  const asked = answers.filter((_, n) => n % 4 !== 3)
  expect(new Set(asked.map(({ status, body }) => `${status} ${body.closes_at}`))).toEqual(new Set([`200 ${asked[0]?.body.closes_at}`]))
  await t.asOwner(`update account_closings set closes_at = now() - interval '1 second' where account_id = ${member.id}`)
  await atOnce(() => closeDue(t.app))
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
  expect(answers.map((a) => a.status)).toEqual([200, 200])
  await own.asOwner(`update account_closings set closes_at = now() - interval '1 second'`)
  await Promise.all([closeDue(own.app), closeDue(own.app)])
  const { rows } = await own.asOwner('select count(*) filter (where closed_at is null)::int as open from accounts')
  expect(rows[0]).toEqual({ open: 1 })
  await own.stop()
})

test('closing asks for a proof of its own however young the session is, and for an explicit answer; the screen before says what is lost', async () => {
  const own = await startApp()
  const [member, plan] = [await own.member(), await own.plan()]
  await own.subscribe(member.id, plan.groupId, { planId: plan.id })
  expect((await member.call('GET', '/muser/closing')).body).toEqual({
    closes_at: null,
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
  const young = await own.member()
  const refused = async (who: Member) =>
    expect((await who.once('POST', '/muser/destroy', { give_up: true })).body.code).toBe('session.confirm_needed')
  await refused(young)
  await young.once('POST', '/muser/auth/confirm', { password: PASSWORD })
  own.travel(61_000)
  await refused(young)
  own.travel(16 * 60_000)
  expect((await member.once('GET', '/muser/export')).body.code).toBe('session.confirm_needed')
  await own.stop()
})

test('for 24 hours the service goes on and renewals and payouts stop; a second request changes nothing; one click keeps the account', async () => {
  const [member, node] = [await t.member(), await t.node()]
  await t.subscribe(member.id, node.groupId)
  await earn(member, 50_000)
  await shop.admin.call('PATCH', '/admin/settings', { 'withdrawal.enabled': true, 'withdrawal.methods': ['PayPal'] })
  await t.app.reloadSettings()
  const { closes_at: at } = (await ask(member, true)).body
  expect(new Date(at).getTime() - t.app.now().getTime()).toBeGreaterThan(24 * 3600_000 - 60_000)
  expect((await ask(member, true)).body).toEqual({ closes_at: at })
  await closeDue(t.app)
  expect((await member.call('GET', '/muser/closing')).body.closes_at).toBe(at)
  expect((await node.pull('user')).body.users).toMatchObject([{ id: member.id }])
  const login = () => t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })
  expect((await login()).status).toBe(200)
  const request = { amount: 20_000, withdraw_method: 'PayPal', withdraw_account: 'me', password: PASSWORD }
  expect((await member.call('POST', '/muser/ticket/withdraw', request)).body.code).toBe('account.closing')
  const due = async () => (await dueRenewals(t.database.db, dates)).map(({ accountId }) => accountId)
  const dates = { now: t.app.now(), until: new Date(t.app.now().getTime() + 40 * 86_400_000), limit: 100 }
  await t.subscribe(member.id, node.groupId, { autoRenew: true, planId: (await t.plan({ groupId: node.groupId })).id })
  expect(await due()).not.toContain(member.id)

  expect((await member.once('POST', '/muser/destroy/undo')).body).toEqual({ ok: true })
  expect((await member.once('POST', '/muser/destroy/undo')).body).toEqual({ ok: true })
  expect(await due()).toContain(member.id)
  await afterWait(member)
  expect((await login()).status).toBe(200)
  expect((await member.call('POST', '/muser/ticket/withdraw', request)).status).toBe(200)
  expect((await audited(t, 'member', member.id)).map(({ action }) => action)).toEqual(['member.ask_closing', 'member.keep'])
  const told = (await mailsTo(t, member.email, 'account_closing')).map(({ data }) => String(data['step']))
  expect(told.toSorted()).toEqual(['asked', 'undone'])
})

test('an account into which more money came than its member gave up, or for which they paid after they asked, stays open with what they have', async () => {
  const [rich, { member: buyer, tradeNo, planId }] = [await t.member(), await shop.order()]
  await shop.give(rich, 700)
  for (const member of [rich, buyer]) expect((await ask(member, true)).status).toBe(200)
  await shop.give(rich, 1)
  await shop.takeCash(tradeNo)
  await t.runJobs()
  const before = await oracle(rich)
  for (const member of [rich, buyer]) await afterWait(member)
  expect(await oracle(rich)).toEqual(before)
  expect((await shop.term(buyer)).planId).toBe(planId)
  expect((await rich.call('GET', '/muser/closing')).body).toMatchObject({ closes_at: null, balance: 701 })
  expect((await buyer.call('GET', '/muser/closing')).body).toMatchObject({ closes_at: null, plan_name: expect.any(String) })
  for (const { email } of [rich, buyer]) {
    const told = (await mailsTo(t, email, 'account_closing')).map(({ data }) => String(data['step']))
    expect(told.toSorted()).toEqual(['asked', 'called_off'])
  }
})

test('a member who keeps the account while the job is at work on it keeps it', async () => {
  const member = await t.member()
  expect((await ask(member)).status).toBe(200)
  await t.asOwner(`update account_closings set closes_at = now() - interval '1 second' where account_id = ${member.id}`)
  const release = await t.hold(`select from accounts where id = ${member.id} for update`)
  const kept = member.once('POST', '/muser/destroy/undo')
  await expect.poll(t.waiting).toBe(1)
  const closed = closeDue(t.app)
  await expect.poll(t.waiting).toBe(2)
  await release()
  expect((await kept).body).toEqual({ ok: true })
  await closed
  expect((await member.call('GET', '/muser/closing')).body).toMatchObject({ closes_at: null })
})

test('the audit log of a closed account names no address that it has or had, in any table, and its rows are as they were', async () => {
  const member = await t.member()
  const [first, second, phone] = [member.email, `ada.${member.id}@example.net`, '+8613900001234']
  const set = (body: object) => shop.admin.call('POST', `/admin/users/${member.id}/identities`, { ...body, verified: true })
  expect((await set({ email: second })).status).toBe(200)
  expect((await set({ phone })).status).toBe(200)
  await shop.admin.call('POST', `/admin/users/${member.id}/suspension`, { reason: `${second} asked` })
  await shop.admin.call('POST', `/admin/users/${member.id}/suspension/end`, { reason: `call ${phone}` })
  await member.call('POST', '/muser/update', { name: 'Ada', language: 'en', country: 'GB' })
  const device = 'Browser of Ada'
  const session = (await t.call('POST', '/muser/auth/login', { email: second, password: PASSWORD }, { 'user-agent': device })).body.x_token
  const again = withToken(t.call, session)
  await again('POST', '/muser/auth/confirm', { password: PASSWORD })
  expect((await again('POST', '/muser/destroy', { give_up: true }, { 'user-agent': device })).status).toBe(200)
  const shown = JSON.stringify((await shop.admin.call('GET', '/admin/log/audit', { entity: 'member', entity_id: member.id })).body.items)
  expect(shown).toContain(`${second} asked`)
  expect(shown).toContain(device)
  const rows = async () => (await t.asOwner(`select a::text as row from audit_log a where entity_id = '${member.id}' order by id`)).rows
  const before = await rows()
  expect(await tablesWith([second])).not.toEqual([])
  await afterWait(member)
  expect((await rows()).slice(0, before.length)).toEqual(before)
  expect(await tablesWith([first, second, phone, device])).toEqual([])
  const after = JSON.stringify((await shop.admin.call('GET', '/admin/log/audit', { entity: 'member', entity_id: member.id })).body.items)
  expect(after).toContain(`#${member.id} asked`)
  await expect(t.database.pool.query('delete from audit_log')).rejects.toThrow(/permission denied|append/)
  await expect(t.asOwner('delete from audit_log')).rejects.toThrow(/append/)
})

/** Tables of ours with one of these in any column. */
async function tablesWith(texts: string[]): Promise<string[]> {
  const { rows } = await t.database.pool.query<{ name: string }>(`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'limit_counters'`)
  const whole = `(^|[^0-9a-zA-Z.])(${texts.map((text) => text.replace(/[.+]/g, '\\$&')).join('|')})($|[^0-9a-zA-Z])`
  const found = await Promise.all(
    rows.map(({ name }) => t.database.pool.query(`select 1 from "${name}" x where x::text ~ $1 limit 1`, [whole])),
  )
  return rows.filter((_, n) => found[n]?.rowCount).map(({ name }) => name)
}

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
