import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { tell } from '../events/tell.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { orders } from '../orders/orders.table.ts'
import { signIns } from '../sign-ins/sign-ins.table.ts'
import { openTicket } from '../tickets/open-ticket.ts'

const MINUTE = 60_000

const [t, gateway] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)

type Shown = { at: string; cursor: string; content: { type: string } & Record<string, unknown> }
const read = async (id: number, query: object = {}, who: Member = shop.admin): Promise<{ items: Shown[]; next: string | null }> =>
  (await who.call('GET', `/admin/users/${id}/timeline`, { ...query })).body
const typesOf = async (id: number, query: object = {}, who?: Member): Promise<string[]> =>
  (await read(id, query, who)).items.map(({ content }) => content.type)

/** A member with something of every kind, a minute apart. */
async function busyMember(): Promise<Member> {
  const method = await shop.epay(gateway)
  const { member, tradeNo } = await shop.order()
  const { id } = member
  const next = (): Date => {
    t.travel(MINUTE)
    return t.app.now()
  }
  next()
  await gateway.payAt((await shop.checkout(member, tradeNo, method)).body.data)
  await t.runJobs()
  const at = next()
  const fetched = { accountId: id, slot: at, at, link: 'x', client: 'Hiddify', format: 'base64', network: '203.0.113.9', country: 'DE' }
  await t.database.db.insert(linkFetches).values(fetched)
  await t.database.db.insert(signIns).values({ at: next(), result: 'signed_in', accountId: id, ip: '203.0.113.9' })
  next()
  await shop.admin.call('POST', `/admin/users/${id}/extension`, { days: 3, reason: 'the outage in Tokyo' })
  next()
  await shop.admin.call('POST', `/admin/users/${id}/notes`, { text: 'Prefers mail' })
  const asked = { accountId: id, kind: 'connection', level: 'low', subject: 'No connection', text: 'Help' } as const
  await openTicket(t.database, asked, next())
  next()
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, {
    refund_no: `R${tradeNo}`,
    way: 'balance',
    amount: 100,
    reason: 'slow',
    end_term: false,
  })
  return member
}

test('a timeline has what happened with a member, newest first, with the reasons of staff', async () => {
  const { id } = await busyMember()
  const { items, next } = await read(id)
  const kinds = items.map(({ content }) => content.type)
  // Adding a note leaves an entry of its own in the audit log.
  expect(kinds.filter((type) => type !== 'told')).toEqual([
    'refund',
    'ticket',
    'note',
    'act',
    'act',
    'sign_in',
    'fetch',
    'payment',
    'order',
  ])
  expect(next).toBeNull()
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const extended = items.find(({ content }) => content['action'] === 'member.extend')!
  expect(extended.content).toMatchObject({ actor: shop.admin.email, actor_kind: 'staff', reason: 'the outage in Tokyo' })
  expect(items.find(({ content }) => content.type === 'payment')!.content).toMatchObject({ amount: 1000, method_name: 'epay' })
})

test('page by page, with any size, a timeline is the same as in one piece, although many entries have one time', async () => {
  const { id } = await t.member()
  const at = t.app.now()
  const fetched = Array.from({ length: 12 }, (_, n) => ({
    accountId: id,
    slot: at,
    at,
    link: 'x',
    client: `c${n}`,
    format: 'f',
    network: `10.0.0.${n}`,
  }))
  await t.database.db.insert(linkFetches).values(fetched)
  await t.database.db.insert(signIns).values(Array.from({ length: 9 }, () => ({ at, result: 'signed_in' as const, accountId: id })))
  const whole = (await read(id, { page_size: 100 })).items.map(({ cursor }) => cursor)
  expect(whole).toHaveLength(21)
  for (const size of [1, 4, 7, 20, 21]) {
    const pieces: string[] = []
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(id, { page_size: size, ...(before !== null && { before }) })
      pieces.push(...page.items.map(({ cursor }) => cursor))
      before = page.next
    } while (before !== null)
    expect(pieces, String(size)).toEqual(whole)
  }
})

test('it can be narrowed to a kind, and staff see of it what their role may read', async () => {
  const { id } = await busyMember()
  expect(await typesOf(id, { kind: 'money' })).toEqual(['refund', 'payment', 'order'])
  expect(await typesOf(id, { kind: 'tickets' })).toEqual(['ticket'])
  expect(await typesOf(id, { kind: 'service' })).toEqual(['fetch'])
  expect(await typesOf(id, { kind: 'staff' })).toEqual(['note', 'act', 'act'])
  const reader = await t.staff(['members.read'])
  const seen = new Set(await typesOf(id, {}, reader))
  expect(['order', 'payment', 'refund', 'ticket'].filter((type) => seen.has(type))).toEqual([])
  expect(seen.has('act')).toBe(true)
  expect(await typesOf(id, { kind: 'money' }, reader)).toEqual([])
})

test('what a member was told of orders, commissions and tickets is for staff who may read these', async () => {
  const { id } = await t.member()
  const ticket = { ticket_id: 1, seq: 2, subject: 'My lost card 4242' }
  const told = [
    { type: 'ticket_answered', data: ticket, cause: 'a' },
    { type: 'commission_confirmed', data: { amount: 1234, currency: 'CNY' }, cause: 'b' },
    { type: 'order_paid', data: { trade_no: '20260101', order_type: 'new', plan: 'Basic', automatic: false }, cause: 'c' },
    { type: 'usage_alert', data: { threshold: 80 }, cause: 'd' },
  ] as const
  for (const one of told) await t.database.transaction((tx) => tell(tx, id, one, t.app.now()))
  const seen = async (who?: Member) => {
    const { items } = await read(id, { kind: 'messages' }, who)
    return items.map(({ content }) => (content['event'] as { type: string }).type).toSorted()
  }
  expect(await seen()).toEqual(['commission_confirmed', 'order_paid', 'ticket_answered', 'usage_alert'])
  expect(await seen(await t.staff(['members.read']))).toEqual(['usage_alert'])
  expect(await seen(await t.staff(['members.read', 'tickets.read']))).toEqual(['ticket_answered', 'usage_alert'])
})

test('nobody else’s entries appear, and a broken cursor is refused', async () => {
  await busyMember()
  const { id } = await t.member()
  expect(await typesOf(id)).toEqual([])
  const get = (query: object) => shop.admin.call('GET', `/admin/users/${id}/timeline`, { ...query })
  for (const query of [{ before: "1.x'; drop table" }, { before: '1.order' }, { page_size: 101 }, { kind: 'nonsense' }])
    expect((await get(query)).status, JSON.stringify(query)).toBe(422)
  expect((await get({ before: '99999999999999999.order.9223372036854775807' })).status).toBe(200)
})

test('what a member was told names the plan in the reader’s language', async () => {
  const { id } = await t.member()
  const data = {
    trade_no: '20260102',
    order_type: 'new',
    plan: 'Light',
    translations: { 'zh-CN': { plan: '轻享' } },
    automatic: false,
  } as const
  await t.database.transaction((tx) => tell(tx, id, { type: 'order_paid', data, cause: 'e' }, t.app.now()))
  const planIn = async (language: string): Promise<unknown> => {
    const { body } = await shop.admin.call('GET', `/admin/users/${id}/timeline`, { kind: 'messages' }, { 'accept-language': language })
    return body.items[0].content.event.data.plan
  }
  expect([await planIn('zh-CN'), await planIn('en')]).toEqual(['轻享', 'Light'])
})

test('an order in a timeline has the name of its plan in the reader’s language', async () => {
  const { member, tradeNo } = await shop.order()
  const name = { translations: { 'zh-CN': { planName: '轻享' } } }
  await t.database.db.update(orders).set(name).where(eq(orders.tradeNo, tradeNo))
  const nameIn = async (language: string): Promise<unknown> => {
    const { body } = await shop.admin.call('GET', `/admin/users/${member.id}/timeline`, { kind: 'money' }, { 'accept-language': language })
    return (body.items as Shown[]).find(({ content }) => content.type === 'order')?.content['plan_name']
  }
  expect(await nameIn('zh-CN')).toBe('轻享')
  expect(await nameIn('en')).not.toBe('轻享')
})

test('opening the page of a member takes eight statements at most', async () => {
  const { id } = await busyMember()
  const calls = ['', '/timeline'].map((path) => () => shop.admin.call('GET', `/admin/users/${id}${path}`))
  for (const call of calls) expect((await call()).status).toBe(200)
  const texts: string[] = []
  const { pool } = t.database
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((first: unknown, ...rest: unknown[]) => {
    texts.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return query(first, ...rest)
  }) as typeof pool.query
  try {
    for (const call of calls) expect((await call()).status).toBe(200)
  } finally {
    pool.query = query as typeof pool.query
  }
  expect(texts.length).toBeGreaterThan(3)
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(8)
})
