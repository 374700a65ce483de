import { EventContent } from '@portico/contract/events'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { applyMigrations } from '../../test/apply-migrations.ts'
import { createDatabase } from '../../test/harness.ts'

// What members had been shown before there were events, and what they had dismissed.

const database = await createDatabase()
const client = new pg.Client(database.ownerUrl)
await client.connect()
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('every notification sent before the migration is an event, unread unless dismissed, and nothing is delivered again', async () => {
  await applyMigrations(client, 'events', { including: false })
  await client.query(`
    insert into accounts (id, email, email_key, password_hash) overriding system value
      select n, 'm' || n, 'm' || n, 'x' from generate_series(1, 4) as n;
    insert into groups (id, name) overriding system value values (1, 'All');
    insert into plans (id, name, group_id, transfer_enable) overriding system value values (1, 'Basic', 1, 1000);
    insert into nodes (id, name, host, port, server_port, settings, secret_hash) overriding system value
      values (7, 'Osaka 01', 'osaka.example', '443', 443, '{"protocol": "trojan"}', 'x');
    insert into subscriptions (account_id, token, uuid, plan_id, group_id, expires_at, auto_renew, renew_problem)
      select n, n, gen_random_uuid(), 1, 1, '2030-01-01', n <= 2, case when n in (2, 3) then 'card.declined' end from generate_series(1, 4) as n;
    insert into usage_alerts (account_id, threshold, used, at, dismissed_at) values
      (1, 80, 800, now() - interval '3 days', now() - interval '2 days'),
      (1, 95, 950, now() - interval '1 day', null),
      (2, 80, 800, now() - interval '1 day', now());
    insert into outages (id, node_id, began_at, ended_at, reason, compensation) overriding system value values
      (11, 7, '2026-03-10T04:00:00.5Z', '2026-03-10T05:00:00Z', 'silent', '{"kind": "days", "days": 2}'),
      (12, 7, '2026-04-10T04:00:00Z', null, 'silent', '{"kind": "traffic", "bytes": 1024}');
    insert into outage_gifts (outage_id, account_id, at, dismissed_at) values
      (11, 1, now() - interval '40 days', null),
      (12, 1, now() - interval '29 days', null),
      (12, 3, now() - interval '4 hours', now());`)
  await applyMigrations(client, 'events', { including: true })
  const { rows } = await client.query(`
    select account_id::int as account, cause, type, data, read_at is null and ended_at is null as unread, ended_at is not null as ended, routed_at
    from events order by account_id, cause`)
  const [osaka, ended] = [{ node: 'Osaka 01', began_at: '2026-03-10T04:00:00.500Z' }, '2026-03-10T05:00:00.000Z']
  const later = { node: 'Osaka 01', began_at: '2026-04-10T04:00:00.000Z', ended_at: null, compensation: { kind: 'traffic', bytes: 1024 } }
  expect(rows.map(({ account, cause, data, unread, ended }) => [account, cause, data, unread, ended])).toEqual([
    // It was shown for thirty days.
    [1, 'outage_compensation 11', { ...osaka, ended_at: ended, compensation: { kind: 'days', days: 2 } }, false, false],
    [1, 'outage_compensation 12', later, true, false],
    [1, 'usage_alert 80', { threshold: 80 }, false, true],
    [1, 'usage_alert 95', { threshold: 95 }, true, false],
    [2, 'renewal_problem card.declined', { problem: 'card.declined' }, true, false],
    [2, 'usage_alert 80', { threshold: 80 }, false, false],
    [3, 'outage_compensation 12', later, false, false],
  ])
  for (const row of rows) {
    expect(EventContent.parse(row)).toEqual({ type: row.type, data: row.data })
    expect(row.routed_at).not.toBeNull()
  }
  expect((await client.query('select from event_deliveries')).rowCount).toBe(0)
  // Earlier events have lower ids: the list is in that order.
  const { rows: order } = await client.query('select created_at from events order by id')
  const times = order.map(({ created_at: at }) => Number(at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
