import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { applyMigrations } from '../../../test/apply-migrations.ts'
import { createDatabase } from '../../../test/harness.ts'

const database = await createDatabase()
const client = new pg.Client(database.ownerUrl)
await client.connect()
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Days from today. */
type Row = { id: number; from: number; to: number; taken: number | null; stands: boolean | null }

test('terms that staff had cut end with their subscription, and what was taken can come back', async () => {
  await applyMigrations(client, 'cut_terms', { including: false })
  await client.query(`
    insert into accounts (id, email, email_key, password_hash) overriding system value select n, n, n, 'x' from generate_series(1, 3) as n;
    insert into groups (id, name) overriding system value values (1, 'All');
    insert into plans (id, name, group_id, transfer_enable) overriding system value values (1, 'Basic', 1, 1000);
    insert into subscriptions (account_id, token, uuid, plan_id, group_id, expires_at)
      select n, n, gen_random_uuid(), 1, 1, current_date + days from (values (1, 10), (2, -5), (3, 55)) as s (n, days);
    insert into orders (id, trade_no, account_id, plan_id, type, period, status, currency, price_amount, total_amount, created_at, expires_at,
        paid_at, term_start, term_end, begun_at) overriding system value
      select id, id, account, 1, type, 'month_price', 'completed', 'CNY', 0, 0, now(), now(), now(), current_date + start, current_date + finish,
        case when type = 'new' then now() end
      from (values (1, 1, 'new', -10, 20), (2, 1, 'renew', 20, 50), (3, 2, 'new', -15, 15), (4, 3, 'new', -10, 20), (5, 3, 'renew', 20, 50))
        as o (id, account, type, start, finish)`)
  await applyMigrations(client, 'cut_terms', { including: true })
  const { rows } = await client.query<Row>(`
    select o.id::int, round(extract(epoch from term_start - current_date) / 86400)::int as from,
      floor(extract(epoch from term_end - current_date) / 86400)::int as to,
      ceil((cut ->> 'taken')::bigint / 86400000.0)::int as taken, (cut ->> 'to')::timestamptz = s.expires_at as stands
    from orders o join subscriptions s using (account_id) order by o.id`)
  expect(rows).toEqual([
    { id: 1, from: -10, to: 10, taken: 10, stands: true },
    { id: 2, from: 10, to: 10, taken: 30, stands: true },
    // Cut to the past: what is gone by was served.
    { id: 3, from: -15, to: 0, taken: 15, stands: true },
    { id: 4, from: -10, to: 20, taken: null, stands: null },
    { id: 5, from: 20, to: 50, taken: null, stands: null },
  ])
})
