import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { devices } from '../nodes/nodes.table.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { storeSecrets } from '../subscriptions/secrets/own-secrets.ts'
import { withoutSecrets } from './find-by.ts'
import { atOnce } from '../../test/at-once.ts'
import { callerOf } from '../actor.ts'
import { closeAccount } from '../own-account/close-account.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
const reader = await t.staff(['members.read'])

type Found = { id: number; found_by: string }
const list = async (q: string, who: Member = shop.admin): Promise<[number, string][]> =>
  (await who.call('GET', '/admin/users', { q })).body.items.map(({ id, found_by: by }: Found) => [id, by])
const palette = async (q: string, who: Member = shop.admin): Promise<[number, string][]> =>
  (await who.call('GET', '/admin/search', { q })).body.members.map(({ id, found_by: by }: Found) => [id, by])
/** The list and the palette find the same. */
async function expectFound(q: string, wanted: [number, string][], who?: Member): Promise<void> {
  expect(await list(q, who), `list ${q}`).toEqual(wanted)
  expect(await palette(q, who), `palette ${q}`).toEqual(wanted)
}
const change = ({ id }: Member, set: Partial<typeof accounts.$inferInsert>) =>
  t.database.db.update(accounts).set(set).where(eq(accounts.id, id))

test('the list and the palette find a member by the same things and say by which', async () => {
  const member = await t.member()
  await change(member, { emailKey: 'li.na_88@mail.example', email: 'li.na_88@mail.example', phone: '+8613900001234' })
  const { token, uuid } = await t.subscription(member.id)
  for (const q of ['na_88', 'LI.NA', 'mail.ex']) await expectFound(q, [[member.id, 'email']])
  for (const q of ['139 0000 1234', '0001234', '+86139']) await expectFound(q, [[member.id, 'phone']])
  for (const q of [token, `https://example.com/s/${token}`]) await expectFound(q, [[member.id, 'link']])
  // An id of a protocol's own, from another panel.
  const own = '5f2d8a1c-3b4e-4c6d-9a7f-0e1b2c3d4e5f'
  await t.database.transaction((tx) => storeSecrets(tx, [{ accountId: member.id, kind: 'vmess', secret: own, cipher: null }]))
  for (const q of [uuid, uuid.toUpperCase(), own]) await expectFound(q, [[member.id, 'credential']])
  await expectFound(`#${member.id}`, [[member.id, 'id']])
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const links = [
    `vless://${uuid}@hk.example.com:443?encryption=none#HK`,
    `vmess://${base64(JSON.stringify({ v: '2', ps: '香港', add: 'hk.example.com', id: uuid }))}`,
    `ss://${base64(`aes-256-gcm:${uuid}`)}@hk.example.com:443#HK`,
    `ss://2022-blake3-aes-128-gcm:a2V5%3D:${encodeURIComponent(base64(uuid.slice(0, 16)))}@hk.example.com:443`,
    `ss://${base64(`2022-blake3-aes-256-gcm:a2V5:${base64(uuid.slice(0, 32))}`)}@hk.example.com:443`,
    `http://${'x'.repeat(9)}.example.com/s/${token}/`,
  ]
  for (const q of links.slice(0, 5)) await expectFound(q, [[member.id, 'credential']])
  await expectFound(links[5]!, [[member.id, 'link']])
  expect(withoutSecrets(links[1]!)).toBe('…')
  for (const q of ['ＬＩ．ＮＡ＿８８＠ｍａｉｌ。ｅｘａｍｐｌｅ', 'li.na_88@ mail.example\u200b'])
    await expectFound(q, [[member.id, 'email']])
  for (const q of ['００８６ 139', '0086139-0000']) await expectFound(q, [[member.id, 'phone']])
  // An underscore is no wildcard, and two letters name no middle.
  await expectFound('naX88', [])
  await expectFound('na', [])
})

test('a link and a credential are found without the permission to see them, and the answer shows neither', async () => {
  const member = await t.member()
  const { token, uuid } = await t.subscription(member.id)
  for (const q of [token, uuid]) {
    const { body } = await reader.call('GET', '/admin/users', { q })
    expect(body.items.map(({ id }: Found) => id)).toEqual([member.id])
    expect(JSON.stringify(body)).not.toContain(q)
  }
  expect((await reader.call('GET', `/admin/users/${member.id}`)).body.subscribe_url).toBeNull()
  for (const q of [token.slice(0, 31), uuid.slice(0, 35)]) await expectFound(q, [], reader)
  const colleague = await t.staff('network')
  await expectFound((await t.subscription(colleague.id)).token, [], reader)
})

test('the address of a session, a fetch or a device finds those who used it, IPv6 by its network', async () => {
  const [signedIn, fetched, connected] = [await t.member(), await t.member(), await t.member()]
  const at = t.app.now()
  await t.database.db.update(sessions).set({ ip: '203.0.113.7' }).where(eq(sessions.accountId, signedIn.id))
  const fetch = { slot: at, at, link: 'x', client: 'Hiddify', format: 'base64' }
  await t.database.db.insert(linkFetches).values({ ...fetch, accountId: fetched.id, network: '2001:db8:1:2::/64' })
  const node = await t.node()
  await t.database.db.insert(devices).values({ accountId: connected.id, nodeId: node.id, ip: '203.0.113.8', seenAt: at })
  await expectFound('203.0.113.7', [[signedIn.id, 'ip']])
  await expectFound('203.0.113.8', [[connected.id, 'ip']])
  for (const q of ['2001:db8:1:2::5', '2001:db8:1:2::/64']) await expectFound(q, [[fetched.id, 'ip']])
  await expectFound('203.0.113', [])
})

test('an inviter’s address finds the inviter, then whom they invited; a part of a note finds whom it is about', async () => {
  const [inviter, invited, noted] = [await t.member(), await t.member(), await t.member()]
  await change(invited, { inviterId: inviter.id, remarks: 'Pays 100% by bank transfer' })
  await shop.admin.call('POST', `/admin/users/${noted.id}/notes`, { text: '一家五口，常用微信' })
  await expectFound(inviter.email, [
    [inviter.id, 'email'],
    [invited.id, 'inviter'],
  ])
  await expectFound('100% by', [[invited.id, 'note']])
  await expectFound('微信', [[noted.id, 'note']])
})

test('the number of an order or a ticket finds its member only for staff who may read orders or tickets', async () => {
  const { member, tradeNo } = await shop.order()
  await expectFound(tradeNo, [[member.id, 'order']])
  await expectFound(tradeNo.slice(0, 10).toLowerCase(), [[member.id, 'order']])
  await expectFound(tradeNo, [], reader)
})

test('a list narrows what was found, counts it, and shows whom somebody invited', async () => {
  const inviter = await t.member()
  const invited = [await t.member(), await t.member(), await t.member()]
  for (const one of invited) await change(one, { inviterId: inviter.id, remarks: 'from the fair' })
  await t.ban(invited[0]!.id)
  const query = async (asked: object) => (await shop.admin.call('GET', '/admin/users', { ...asked })).body
  expect((await query({ q: 'the fair', page_size: 2 })).total).toBe(3)
  expect((await query({ q: 'the fair', state: 'banned' })).items.map(({ id }: Found) => id)).toEqual([invited[0]!.id])
  expect((await query({ inviter_id: inviter.id })).items.map(({ id }: Found) => id)).toEqual(invited.map(({ id }) => id).toReversed())
})

test('an export has the members of the list, and the audit log keeps no link that was searched for', async () => {
  const member = await t.member()
  await change(member, { email: '=cmd@example.com', emailKey: '=cmd@example.com' })
  const { token } = await t.subscription(member.id)
  const { csv, rows } = (await shop.admin.call('GET', '/admin/users/export', { q: `https://example.com/s/${token}` })).body
  expect([rows, csv.split('\r\n').length]).toEqual([1, 3])
  expect(csv).toContain(`'=cmd@example.com`)
  const { rows: logged } = await t.asOwner(`select after::text from audit_log where action = 'member.export'`)
  expect(logged).toHaveLength(1)
  expect(logged[0].after).not.toContain(token.slice(0, 8))
  expect(withoutSecrets('anna 0f0f0f0f0f')).toBe('anna …')
})

// Two changes of the same account at the same time need the same rows. They wait for each other, and neither fails for it.

type Act = (member: Member) => Promise<{ status: number; body: { code?: string } }>

const buy =
  ({ id }: { id: number }): Act =>
  (member) =>
    member.call('POST', '/muser/order/save', { plan_id: id, period: 'month_price', use_balance: false })
const changeTo =
  (wanted: (member: Member) => object): Act =>
  (member) =>
    shop.admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change: wanted(member) })
/** What the job does once the 24 hours are over. */
const close: Act = async (member) => {
  await t.asOwner(`insert into account_closings (account_id, requested_at, closes_at, most) values (${member.id}, now(), now(), 0)`)
  await closeAccount(t.app, callerOf(member.id))
  return { status: 200, body: {}, headers: new Headers() }
}
const redeem: Act = (member) => member.call('POST', '/api/vipcard/checkout', { code: 'ABCDEFGHJKLMNPQR' })

/** Three members do the first, and wait for a row that is locked; then the second is done too. Returns each one's answers. */
async function meet(first: Act, second: Act, locked: (member: Member) => string): Promise<number[][]> {
  const members = await Promise.all([t.member(), t.member(), t.member()])
  const release = await t.hold(members.map(locked).join(';'))
  const ones = members.map(first)
  await expect.poll(t.waiting).toBe(3)
  const others = members.map(second)
  await expect.poll(t.waiting).toBe(6)
  await release()
  const answers = [await Promise.all(ones), await Promise.all(others)]
  return answers.map((list) => list.map(({ status }) => status))
}

const planRow = (plan: { id: number }) => () => `select from plans where id = ${plan.id} for update`
const subscriptionOf = ({ id }: Member) => `select from subscriptions where account_id = ${id} for update`
const ALL = [200, 200, 200]

test('an operator moves a member who is buying', async () => {
  const [plan, other] = [await t.plan(), await t.plan()]
  const moved = changeTo(() => ({ plan_id: other.id }))
  expect(await meet(buy(plan), moved, planRow(plan))).toEqual([ALL, ALL])
})

test('an operator changes the address of a member who is buying', async () => {
  const plan = await t.plan()
  const changed = changeTo(({ id }) => ({ email: `new${id}@example.com` }))
  expect(await meet(buy(plan), changed, planRow(plan))).toEqual([ALL, ALL])
})

test('a member closes the account while buying', async () => {
  const plan = await t.plan()
  expect(await meet(buy(plan), close, planRow(plan))).toEqual([ALL, ALL])
})

test('a member closes the account while an operator closes a ticket of theirs', async () => {
  const resolve: Act = async (member) => {
    const { body } = await member.call('POST', '/muser/ticket/save', {
      kind: 'other',
      level: 'medium',
      subject: 'Slow',
      text: 'It is slow.',
    })
    return shop.admin.call('POST', `/admin/tickets/${body.id}/close`, {})
  }
  // The change in the ticket names the operator, so it waits in the middle of its transaction.
  const operatorRow = () => `select from accounts where id = ${shop.admin.id} for update`
  expect(await meet(resolve, close, operatorRow)).toEqual([ALL, ALL])
})

test('a member redeems a code while closing the account', async () => {
  expect(await meet(close, redeem, subscriptionOf)).toEqual([ALL, [403, 403, 403]])
})

test('many members buy, redeem and are moved at once', async () => {
  const [plan, other] = [await t.plan(), await t.plan()]
  const members = await atOnce(() => t.member())
  const acts = [buy(plan), changeTo(() => ({ plan_id: other.id })), redeem, close]
  const answers = await Promise.all(members.flatMap((member) => acts.map((act) => act(member))))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})
