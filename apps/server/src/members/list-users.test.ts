import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { callerOf } from '../actor.ts'
import { findUser, listUsers, type UserFilter } from './list-users.ts'

const t = await forFile(startApp())
const [plan, other] = [await t.plan(), await t.plan()]
const planIds = [plan.id, other.id]
const groupIds = [plan.groupId, other.groupId]
// Every state, and ties in every column that sorts.
await t.asOwner(`
  insert into accounts (email, email_key, password_hash, banned_at, role_id, created_at, last_login_at)
    select 'User' || n || '@Example.com', 'user' || n || '@example.com', 'x', case when n % 7 = 0 then now() end,
      case when n % 11 = 0 then (select min(id) from staff_roles) end,
      timestamptz '2026-01-01' + interval '1 day' * (n % 5), case when n % 3 = 0 then timestamptz '2026-02-01' + interval '1 day' * (n % 4) end
    from generate_series(1, 60) as n;
  update accounts set inviter_id = (select min(id) from accounts) where id % 4 = 0;
  insert into subscriptions (account_id, token, uuid, plan_id, group_id, transfer_enable, up, down, expires_at)
    select id, 'token' || id, gen_random_uuid(),
      (array[${planIds.join()}, null])[id % 3 + 1], (array[${groupIds.join()}, null])[id % 3 + 1], 1000, 400 * (id % 2), 600,
      case id % 5 when 0 then null when 1 then now() - interval '1 day' else now() + interval '1 day' * (id % 5) end
    from accounts;
  insert into ledger_accounts (kind, owner_id, currency) select 'member', id, 'CNY' from accounts where id % 2 = 0;
  insert into link_alarms (account_id, link, at, networks, countries)
    select account_id, case when account_id % 2 = 0 then left(encode(sha256(convert_to(token, 'UTF8')), 'hex'), 32) else 'an older link' end,
      now(), 1, 1 from subscriptions where account_id % 6 < 2`)

const isActive = 's.group_id is not null and (s.expires_at is null or s.expires_at >= now())'
const states: Record<NonNullable<UserFilter['state']>, string> = {
  banned: 'a.banned_at is not null',
  admin: 'a.role_id is not null',
  link_alarm: `exists (select from link_alarms l where l.account_id = a.id and l.link = left(encode(sha256(convert_to(s.token, 'UTF8')), 'hex'), 32))`,
  no_plan: 's.group_id is null',
  expired: 's.expires_at < now()',
  over_quota: `${isActive} and s.up + s.down >= s.transfer_enable`,
  active: `${isActive} and s.up + s.down < s.transfer_enable and a.banned_at is null`,
}
const columns = {
  id: 'a.id',
  email: 'a.email_key',
  created_at: 'a.created_at',
  expired_at: 's.expires_at',
  last_login_at: 'a.last_login_at',
}

type Filter = Omit<UserFilter, 'asked'> & { q?: string | undefined }

/** The same list by one plain statement. */
async function expected({ q, state, plan_id }: Filter, sort: string | undefined): Promise<number[]> {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = Object.hasOwn(columns, name) ? columns[name as keyof typeof columns] : 'a.id'
  const direction = sort === undefined || sort.startsWith('-') ? 'desc' : 'asc'
  const where = ['true', state && states[state], plan_id && `s.plan_id = ${plan_id}`]
  const part = q && (q.length < 3 ? `starts_with(a.email_key, '${q}')` : `position('${q.toLowerCase()}' in a.email_key) > 0`)
  if (q) where.push(`(${part} or a.id::text = '${q}')`)
  // A search without an order of its own shows the surest finds first.
  const surest = q && sort === undefined ? `a.id::text <> '${q}', not starts_with(a.email_key, '${q.toLowerCase()}'),` : ''
  const { rows } = await t.asOwner(`select a.id::int as id from accounts a join subscriptions s on s.account_id = a.id
    where ${where.filter(Boolean).join(' and ')} order by ${surest} ${column} ${direction}, a.id ${direction}`)
  return rows.map(({ id }) => id)
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

test('any filter, order and page shows the same members in the same order as one plain statement', async () => {
  const asked = fc.record({
    filter: fc.record({
      q: optional(fc.constantFrom('user1', 'USER2', '7', '12', 'nobody', 'user_', 'ser1', '5@EX', 'r3@')),
      state: optional(fc.constantFrom(...(Object.keys(states) as NonNullable<UserFilter['state']>[]))),
      plan_id: optional(fc.nat(1).map((i) => planIds[i])),
    }),
    sort: optional(fc.constantFrom(...Object.keys(columns).flatMap((name) => [name, `-${name}`]), 'nonsense')),
    page: fc.integer({ min: -4, max: 4 }).filter((page) => page !== 0),
    most: fc.constantFrom(5, 1000),
    total_is: optional(fc.constant('exact' as const)),
    page_size: fc.integer({ min: 1, max: 30 }),
  })
  const at = { now: t.app.now(), currency: 'CNY' }
  await fc.assert(
    fc.asyncProperty(asked, async ({ filter, sort, page, page_size, most, total_is }) => {
      const ids = await expected(filter, sort)
      const { q, ...rest } = filter
      const named = { ...rest, asked: q === undefined ? undefined : { q, network: null, old: [] } }
      const paging = { page, page_size, sort, total_is }
      const { items, total, totalIs } = await listUsers(t.database.db, callerOf(0, ['members.read']), named, paging, { ...at, most })
      if (total_is === 'exact') expect(totalIs).toBe('exact')
      if (totalIs === 'exact') expect(total).toBe(ids.length)
      else expect([ids.length > total, total >= most]).toEqual([true, true])
      const before = (Math.abs(page) - 1) * page_size
      const shown = page > 0 ? ids.slice(before) : ids.slice(0, Math.max(0, ids.length - before))
      expect(items.map(({ account }) => account.id)).toEqual(page > 0 ? shown.slice(0, page_size) : shown.slice(-page_size))
      const [first] = items
      if (first) expect(first).toMatchObject(await findUser(t.database.db, first.account.id, 'CNY'))
    }),
    { numRuns: 100 },
  )
})

test('beyond 10,000 members a list says that there are more, counts them if asked, and a change of all counts first', async () => {
  await t.asOwner(`
    set session_replication_role = replica;
    insert into accounts (email, email_key, password_hash)
      select 'many' || n || '@example.com', 'many' || n || '@example.com', 'x' from generate_series(100001, 110050) as n order by n;
    insert into subscriptions (account_id, token, uuid, transfer_enable)
      select id, 'many' || id, gen_random_uuid(), 0 from accounts where email like 'many%'`)
  const owner = await t.admin()
  const list = async (asked: Record<string, unknown>) => (await owner.call('GET', '/admin/users', asked)).body
  const { rows } = await t.asOwner('select count(*)::int as n from accounts')
  expect(await list({})).toMatchObject({ total: 10_000, total_is: 'at_least', page: 1 })
  expect(await list({ total_is: 'exact' })).toMatchObject({ total: rows[0].n, total_is: 'exact' })
  const found = await list({ q: 'many1' })
  expect([found.total, found.total_is, found.items[0].email]).toEqual([1000, 'at_least', 'many110050@example.com'])
  expect(await list({ q: 'many1', total_is: 'exact' })).toMatchObject({ total: 10_050, total_is: 'exact' })
  const last = await list({ q: 'many1', page: -1, page_size: 2 })
  expect(last.items.map(({ email }: { email: string }) => email)).toEqual(['many100002@example.com', 'many100001@example.com'])
  expect((await owner.call('GET', '/admin/users', { page: 0 })).status).toBe(422)
  const all = {
    key: 'b0c3d0de-7d0a-4d6e-9c52-0f6a4d3c2b1a',
    scope: { filter: { q: 'many1' } },
    action: { kind: 'suspend' },
    reason: 'x',
    tell: false,
  }
  expect((await owner.call('POST', '/admin/member-changes', all)).body).toMatchObject({ state: 'prepared', total: 10_050 })
})
