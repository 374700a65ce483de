import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { paymentAttempts } from '../payments/payments.table.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

const [t, gateway] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)

const search = async (q: string, who: Member = shop.admin) => (await who.call('GET', '/admin/search', { q })).body
const idsOf = async (q: string, who?: Member): Promise<number[]> => (await search(q, who)).members.map(({ id }: { id: number }) => id)
const tradeNosOf = async (q: string): Promise<string[]> => (await search(q)).orders.map((row: { trade_no: string }) => row.trade_no)
const tokenOf = async ({ id }: Member): Promise<string> => (await t.subscription(id)).token
async function memberNamed(email: string): Promise<Member> {
  const member = await t.member()
  await t.database.db.update(accounts).set({ email, emailKey: email.toLowerCase() }).where(eq(accounts.id, member.id))
  return member
}

test('a member is found by the start of the address or three letters of its middle, in any case, and by id', async () => {
  const anna = await memberNamed('Anna.Search@example.com')
  const plan = await t.plan({ name: 'Plus' })
  await t.database.db.update(subscriptions).set({ planId: plan.id, groupId: plan.groupId }).where(eq(subscriptions.accountId, anna.id))
  const found = { id: anna.id, email: 'Anna.Search@example.com', plan_name: 'Plus', banned: false, is_admin: false }
  expect((await search('ANNA.s')).members).toEqual([{ ...found, found_by: 'email' }])
  expect((await search(`#${anna.id}`)).members).toEqual([{ ...found, found_by: 'id' }])
  expect((await idsOf(String(anna.id)))[0]).toBe(anna.id)
  expect(await idsOf('nna.search')).toEqual([anna.id])
  expect(await idsOf('na')).toEqual([])
})

test('wildcards stand for themselves, and a whole address is found in the spelling the provider treats as the same; no kind has more than six rows', async () => {
  await memberNamed('percent@example.com')
  expect([await idsOf('perc%'), await idsOf('perc_nt')]).toEqual([[], []])
  const member = await memberNamed('johndoe@gmail.com')
  expect(await idsOf('John.Doe+shop@googlemail.com')).toEqual([member.id])
  for (let n = 0; n < 8; n++) {
    await memberNamed(`crowd${n}@example.com`)
    await t.node({ name: `Crowd ${n}` })
  }
  const { members, nodes } = await search('crowd')
  expect([members.length, nodes.length]).toEqual([6, 6])
  expect(members[0].email).toBe('crowd0@example.com')
})

test('a member is found by a whole link, by its first eight digits only by staff who may see links, and never a colleague', async () => {
  const [member, support, finance, colleague] = await Promise.all([
    t.member(),
    t.staff('support'),
    t.staff(['members.read']),
    t.staff('network'),
  ])
  const token = await tokenOf(member)
  const encoded = `clash://install-config?url=${encodeURIComponent(`https://example.com/s/${token}`)}&name=x`
  for (const q of [token, `https://example.com/s/${token}`, `https://example.com/client?token=${token.toUpperCase()}`, encoded]) {
    expect(await idsOf(q, support), q).toEqual([member.id])
    expect(await idsOf(q, finance), q).toEqual([member.id])
  }
  expect(await idsOf(token.slice(0, 8), support)).toEqual([member.id])
  for (const length of [8, 20, 31]) expect(await idsOf(token.slice(0, length), finance)).toEqual([])
  expect(await idsOf(token.slice(0, 7), support)).toEqual([])
  expect(await idsOf(await tokenOf(colleague), support)).toEqual([])
})

test('an order is found by the start of its number, by our payment number and by the gateway’s', async () => {
  const method = await shop.epay(gateway)
  const { member, tradeNo } = await shop.order()
  const checkout = await shop.checkout(member, tradeNo, method)
  const attemptNo = new URL(checkout.body.data).searchParams.get('out_trade_no')!
  const [attempt] = await t.database.db.select().from(paymentAttempts).where(eq(paymentAttempts.attemptNo, attemptNo))
  await t.database.db.update(paymentAttempts).set({ externalId: 'session_7' }).where(eq(paymentAttempts.id, attempt!.id))
  await fetch(checkout.body.data)
  await gateway.payAt(checkout.body.data)
  const reported = gateway.paid().at(-1)!.tradeNo
  const [found] = (await search(tradeNo)).orders
  expect(found).toMatchObject({ trade_no: tradeNo, email: member.email, cost_amount: 1000, currency: 'CNY' })
  for (const q of [tradeNo.slice(0, 12), tradeNo.toLowerCase(), attemptNo, 'session_7', reported]) {
    expect(await tradeNosOf(q), q).toEqual([tradeNo])
  }
  expect(await tradeNosOf(tradeNo.slice(0, 5))).toEqual([])
  expect(await tradeNosOf('session_')).toEqual([])
})

test('a node is found by a part of its name or address, or by its id; a deleted one is not', async () => {
  const translations = { en: { name: 'Hong Kong 01' } }
  const node = await t.node({ name: '香港 01', host: 'hk1.nodes.example.com', translations })
  // The caller's browser asks for English.
  const shown = { id: node.id, name: 'Hong Kong 01', host: 'hk1.nodes.example.com', state: 'enabled' }
  for (const q of ['香港', 'hong kong', 'HK1.nodes', `#${node.id}`]) expect((await search(q)).nodes, q).toEqual([shown])
  const gone = await t.node({ name: 'Atlantis', deletedAt: new Date() })
  expect((await search('Atlantis')).nodes).toEqual([])
  expect((await search(`#${gone.id}`)).nodes).toEqual([])
})

test('a ticket is found by a part of its subject, in any case, and by its number', async () => {
  const member = await memberNamed('asks@example.com')
  const asked = { accountId: member.id, kind: 'speed', level: 'low', subject: 'Slow 100% of the time', text: 'x' } as const
  const { id } = await openTicket(t.database, asked, t.app.now())
  const found = { id, subject: asked.subject, member: 'asks@example.com', status: 'open', waits: 'waiting_staff' }
  for (const q of ['slow 100%', 'OF THE', `#${id}`]) expect((await search(q)).tickets[0], q).toEqual(found)
  expect((await search('slow 1000%')).tickets).toEqual([])
})

test.each([
  ['members.read', 'members'],
  ['orders.read', 'orders'],
  ['nodes.read', 'nodes'],
  ['tickets.read', 'tickets'],
] as const)('staff with %s alone find %s and nothing else', async (permission, kind) => {
  const word = `only${kind}`
  const [who, member] = [await t.staff([permission]), await memberNamed(`${word}@example.com`)]
  await t.node({ name: word })
  await openTicket(t.database, { accountId: member.id, kind: 'other', level: 'low', subject: word, text: 'x' }, t.app.now())
  const { tradeNo } = await shop.order(undefined, member)
  const found = { ...(await search(word, who)), orders: (await search(tradeNo, who)).orders }
  const lengths = Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, (rows as []).length]))
  expect(lengths).toEqual({ members: 0, orders: 0, nodes: 0, tickets: 0, [kind]: 1 })
})

test('an empty or very long text is refused with 422, and the hundred and twenty-first search in a minute with 429', async () => {
  const who = await t.staff(['nodes.read'])
  expect((await who.call('GET', '/admin/search', { q: '  ' })).status).toBe(422)
  expect((await who.call('GET', '/admin/search', { q: 'x'.repeat(3001) })).status).toBe(422)
  for (let n = 0; n < 120; n++) await who.call('GET', '/admin/search', { q: 'x' })
  const refused = await who.call('GET', '/admin/search', { q: 'x' })
  expect([refused.status, refused.body.code]).toEqual([429, 'limit.exceeded'])
  expect((await shop.admin.call('GET', '/admin/search', { q: 'x' })).status).toBe(200)
})
