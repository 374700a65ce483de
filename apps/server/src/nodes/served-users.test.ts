import { readFileSync } from 'node:fs'
import { limitNames } from '@portico/contract/plan-limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { limitColumns } from '../plans/plans.table.ts'
import { ownLimitColumns, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { servedUsers } from './served-users.ts'
import { slowness } from '../../../../scripts/slowness.ts'

const MEMBERS = 3000
const HOUR = 3_600_000

const t = await forFile(startApp())
const { pool } = t.database
const made = await pool.query<{ id: number }>(`insert into groups (name) values ('one'), ('two') returning id`)
const groups = [made.rows[0]!.id, made.rows[1]!.id]
const members = await pool.query<{ id: number }>(
  `insert into accounts (email, email_key, password_hash)
   select n || '@example.com', n || '@example.com', 'none' from generate_series(1, $1::int) as n returning id`,
  [MEMBERS],
)
const first = Math.min(...members.rows.map(({ id }) => id))
let clock: Date = t.app.now()
await pool.query(
  `insert into subscriptions (account_id, token, uuid, group_id, transfer_enable, expires_at)
   select id, md5('list' || id), gen_random_uuid(), $1, 1000, $2::timestamptz + (id % 50 + 1) * interval '1 hour' from accounts where id >= $3`,
  [groups[0], clock, first],
)

const versions = async (ids: number[] = groups): Promise<string> => {
  const { rows } = await t.database.pool.query<{ v: string }>(
    `select string_agg(id || ':' || users_version, ',' order by id) as v from groups where id = any($1)`,
    [ids],
  )
  return rows[0]!.v
}
type Lists = ReturnType<typeof servedUsers>
/** The list for nodes of most protocols, and the one for those of Trojan while members have passwords of their own. */
const both = async (lists: Lists): Promise<string[]> => {
  const now = await versions()
  return [String((await lists(now)).body), String((await lists(now, 'trojan')).body)]
}
/** What a process without a cache reads. */
const rebuilt = (): Promise<string[]> => both(servedUsers(t.database, () => clock))

const span = fc.record({ from: fc.nat(MEMBERS - 1), size: fc.oneof({ weight: 4, arbitrary: fc.nat(5) }, fc.nat(2500)) })
const CHANGES = {
  limit: 'update subscriptions set speed_limit = coalesce(speed_limit, 0) + 1 where account_id between $1 and $2',
  credential: 'update subscriptions set uuid = gen_random_uuid() where account_id between $1 and $2',
  group: `update subscriptions set group_id = (select min(id) from groups g where g.id <> group_id) where account_id between $1 and $2`,
  leave: 'update subscriptions set group_id = null where account_id between $1 and $2',
  join: 'update subscriptions set group_id = (select min(id) from groups) where account_id between $1 and $2',
  use: 'update subscriptions set down = 1000 - down where account_id between $1 and $2',
  own: `insert into own_secrets (account_id, kind, secret, on_node)
    select id, 'trojan', s, s from (select id, 'own "密" ' || gen_random_uuid() as s from accounts where id between $1 and $2) t
    on conflict (account_id, device, kind) do update set secret = excluded.secret, on_node = excluded.on_node`,
  disown: 'delete from own_secrets where account_id between $1 and $2',
  ban: 'update accounts set banned_at = case when banned_at is null then now() end where id between $1 and $2',
} as const
const change = fc.record({ kind: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])), span })
const hours = fc.record({ hours: fc.integer({ min: 1, max: 4 }) })
const forgotten = fc.record({ forget: fc.constant(true) })
const step = fc.oneof({ weight: 8, arbitrary: change }, { weight: 2, arbitrary: hours }, { weight: 1, arbitrary: forgotten })

test('after any change, a cached list equals a newly built one', { timeout: 120_000 * slowness }, async () => {
  const kept = servedUsers(t.database, () => clock)
  const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 10, maxLength: 20 })
  const property = fc.asyncProperty(steps, async (all) => {
    for (const [one, isRead] of all) {
      if ('kind' in one) {
        const from = first + one.span.from
        await t.database.pool.query(CHANGES[one.kind], [from, from + one.span.size])
      } else if ('hours' in one) clock = new Date(clock.getTime() + one.hours * HOUR)
      else await t.database.pool.query('delete from changed_members')
      // Several changes may happen between two readings.
      if (isRead) expect(await both(kept)).toEqual(await rebuilt())
    }
    // Everyone is back for the next round.
    await t.database.pool.query(`update subscriptions set expires_at = $1::timestamptz + (account_id % 50 + 1) * interval '1 hour'`, [
      clock,
    ])
    expect(await both(kept)).toEqual(await rebuilt())
  })
  await fc.assert(property, { numRuns: 12, seed: 20_261_121, endOnFailure: true })
})

test('one member’s change reloads only their part of the list', async () => {
  const kept = servedUsers(t.database, () => clock)
  await t.database.pool.query('update subscriptions set group_id = $1, down = 0, expires_at = null', [groups[0]])
  const before = (await kept(await versions())).parts
  await t.database.pool.query(CHANGES.limit, [first + 1000, first + 1000])
  const after = (await kept(await versions())).parts
  expect([...after.keys()]).toEqual([...before.keys()])
  expect([...after].filter(([number, part]) => before.get(number) !== part)).toHaveLength(1)
})

test('simultaneous requests, also for long-gone versions, all get a correct list', async () => {
  const kept = servedUsers(t.database, () => clock)
  const old = await versions()
  await kept(old)
  await t.database.pool.query(CHANGES.limit, [first, first + 3])
  const now = await versions()
  const lists = await atOnce((n) => kept(n % 3 === 0 ? old : now))
  const [right] = await rebuilt()
  expect(new Set(lists.filter((_, n) => n % 3 !== 0).map(({ body }) => String(body)))).toEqual(new Set([right]))
  expect(String((await kept(now)).body)).toBe(right)
})

test('the trigger that tells nodes of changes compares every column that their lists are made of', async () => {
  const { rows } = await pool.query<{ rule: string }>(
    `select pg_get_triggerdef(oid) as rule from pg_trigger where tgname = 'subscriptions_changed'`,
  )
  const compared = new Set(rows[0]!.rule.match(/(?<=old\.)\w+/gi))
  const limits = Object.keys({ ...limitColumns, ...ownLimitColumns }) as (keyof typeof limitColumns | keyof typeof ownLimitColumns)[]
  const listed = [
    'group_id',
    'own_devices',
    'uuid',
    'expires_at',
    'up',
    'down',
    'transfer_enable',
    ...limits.map((name) => subscriptions[name].name),
  ]
  expect([...compared].toSorted(), 'the columns of the trigger, which a migration makes again').toEqual(listed.toSorted())
})

test('the guide for nodes names every limit they get', () => {
  const guide = readFileSync(new URL('../../../../docs/guide/node-api.md', import.meta.url), 'utf8')
  expect(
    limitNames.filter((limit) => !guide.includes(`"${limit}"`)),
    'missing in docs/guide/node-api.md',
  ).toEqual([])
})
