import { emptySettings } from '@portico/contract/empty-settings'
import { PROTOCOLS } from '@portico/contract/protocols'
import type pg from 'pg'
import { hashPassword } from '../../apps/server/src/accounts/password.ts'
import { NODE_SECRET } from '../seed.ts'

/** Nodes and groups are the same at every size: only the members grow. Each group has fifty nodes; the first node is in all groups. */
export const [NODES, GROUPS] = [1000, 20]
/** Password of every member. The first one is the owner; the first 4,000 have a session with the token `bench<id>`. */
export const PASSWORD = 'bench password of a member'
export const nodeSecret = (node: number): string => (node === 1 ? NODE_SECRET : `${NODE_SECRET}-${node}`)

const QUOTA = 107_374_182_400
/** A member's kind, 0 to 99, scattered over the ids. */
const KIND = 'n * 7919 % 100'
/** Shares of a hundred. Everybody else has a running plan and traffic left. */
const [NONE, EXPIRED, BANNED, OVER, NEARLY, ENDING] = [10, 20, 23, 26, 36, 41]
export const isBanned = (id: number): boolean => (id * 7919) % 100 >= EXPIRED && (id * 7919) % 100 < BANNED
/** When a member's cycle ends, hours to thirty days from now; plans end a month or more after it, but for those about to end. */
const RESET = `now() + (3 + n * 31 % 700) * interval '1 hour'`
const ENDS = `case when k < ${EXPIRED} then now() - (1 + n % 90) * interval '1 day'
  when k >= ${NEARLY} and k < ${ENDING} then now() + interval '5 days' + n % 48 * interval '1 hour'
  else now() + (40 + n % 365) * interval '1 day' end`
const HELD = `k >= ${NONE}`
const MEMBERS = `(select n, ${KIND} as k from generate_series(1::bigint, $1) n) m`

type Step = { table: string; sql: string }

/** Two years of orders, two months of traffic, a month of fetches and half a year of events, as a site of `members` has them. */
const STEPS: Step[] = [
  {
    table: 'accounts',
    sql: `insert into accounts (email, email_key, password_hash, created_at, last_login_at, banned_at, remarks, role_id)
      select e, e, $2, now() - (n % 700) * interval '1 day', now() - (n % 50) * interval '1 day',
        case when k >= ${EXPIRED} and k < ${BANNED} then now() - interval '3 days' end, case when n % 40 = 0 then 'paid by transfer' else '' end,
        case when n = 1 then (select id from staff_roles where key = 'owner') end
      from (select n, k, 'user' || n || '@' || (array['mail', 'post', 'box'])[1 + n % 3] || '.example.com' as e from ${MEMBERS} order by n) s`,
  },
  {
    table: 'identities',
    sql: `insert into identities (account_id, provider, subject, label, verified_at, created_at)
      select id, 'email', email_key, email, created_at, created_at from accounts`,
  },
  {
    table: 'subscriptions',
    sql: `insert into subscriptions (account_id, token, uuid, plan_id, group_id, transfer_enable, up, down, used_at, expires_at, anchor_day,
        cycle_began_at, next_reset_at)
      select n, md5('bench' || n), md5('uuid' || n)::uuid, plan, plan, case when ${HELD} then ${QUOTA} else 0 end, used / 10, used - used / 10,
        case when used > 0 then now() - n % 72 * interval '1 hour' end, case when ${HELD} then ${ENDS} end, case when ${HELD} then 1 + n % 28 end,
        case when ${HELD} then ${RESET} - interval '1 month' end, case when ${HELD} then ${RESET} end
      from (select n, k, case when ${HELD} then 1 + n % ${GROUPS} end as plan,
        case when k < ${NONE} then 0 when k >= ${BANNED} and k < ${OVER} then ${QUOTA} + n when k >= ${OVER} and k < ${NEARLY} then ${QUOTA} * 0.85
          else ${QUOTA} * (n % 70) / 100 end::bigint as used from ${MEMBERS}) s`,
  },
  {
    table: 'past_members',
    sql: `insert into past_members select n, 1 + n % ${GROUPS}, now() - interval '1 hour' from ${MEMBERS} where k = 0`,
  },
  {
    table: 'usage_alerts',
    sql: `insert into usage_alerts (account_id, threshold, used, cycle_ends)
      select account_id, threshold, up + down, next_reset_at from subscriptions, unnest('{80,95}'::int[]) threshold
      where (up + down) * 100 >= transfer_enable * threshold and transfer_enable > 0 and expires_at > now()`,
  },
  {
    table: 'traffic_daily',
    sql: `insert into traffic_daily (account_id, node_id, day, up, down, billed_up, billed_down)
      select n, 1 + n % ${GROUPS} + ${GROUPS} * ((n + d) % ${NODES / GROUPS}), current_date - (59 - d * 5 / 2)::int, u, u * 9, u, u * 9
      from (select n, d, 1000000 + n * d % 97 * 300000 as u from ${MEMBERS}, generate_series(0, 22) d where ${HELD} order by n, d) s`,
  },
  {
    table: 'link_fetches',
    sql: `insert into link_fetches (account_id, slot, link, client, network, format, program, version, group_id, country, at)
      select n, date_bin('10 minutes', at, '2020-01-01Z'), left(encode(sha256(convert_to(md5('bench' || n), 'UTF8')), 'hex'), 32), 'clash-verge/v2.4.2',
        '10.' || n % 200 || '.' || n / 200 % 250 || '.' || d, 'clash', 'mihomo', '1.19.0', 1 + n % ${GROUPS}, 'DE', date_trunc('minute', at)
      from (select n, d, now() - (d * 10 * 1440 + n % 1440) * interval '1 minute' as at from ${MEMBERS}, generate_series(0, 2) d where ${HELD} order by n, d desc) s`,
  },
  {
    table: 'sessions',
    sql: `insert into sessions (account_id, token_hash, device, ip, created_at, confirmed_at, rotated_at, last_used_at, expires_at)
      select n, sha256(convert_to('bench' || n, 'UTF8')), 'Firefox on Linux', '10.0.' || n / 250 % 250 || '.' || n % 250, at, at, at, at, now() + interval '20 days'
      from (select n, now() - n % 240 * interval '1 hour' as at from ${MEMBERS} where n % 3 = 0 or n <= 4000) s`,
  },
  {
    table: 'sign_ins',
    sql: `insert into sign_ins (at, result, account_id, typed, ip, network, country, device)
      select now() - n % 4000 * interval '5 minutes', case when n % 9 = 0 then 'wrong' else 'in' end, n, null, '10.0.0.1', '10.0.0.1', 'DE', 'Firefox on Linux'
      from ${MEMBERS} where n % 2 = 0`,
  },
  {
    table: 'events',
    sql: `insert into events (account_id, type, cause, data, created_at, read_at, routed_at)
      select account_id, 'usage_alert', 'usage_alert ' || max(threshold), jsonb_build_object('threshold', max(threshold)), at, at, at
        from usage_alerts, (select now() - interval '2 days' as at) t group by account_id, at
      union all select account_id, 'plan_expiring', 'plan_expiring ' || floor(extract(epoch from expires_at) * 1000)::bigint || ' 7',
        jsonb_build_object('expires_at', expires_at), now() - interval '1 day', null, now() - interval '1 day'
        from subscriptions where expires_at between now() and now() + interval '8 days'
      union all select account_id, 'told_by_staff', 'told_by_staff ' || account_id, '{"what": "message", "text": "Hello"}', at, at, at
        from subscriptions, (select now() - interval '40 days' as at) t where account_id % 3 = 0`,
  },
  {
    table: 'event_deliveries',
    sql: `insert into event_deliveries (event_id, channel, tries, next_try_at, delivered_at, skipped)
      select id, channel, 1, created_at, created_at, case when channel <> 'mail' then 'no_address' end from events, unnest('{mail,push}'::text[]) channel`,
  },
  {
    table: 'messages',
    sql: `insert into messages (at, channel, recipient, account_id, event_id, template, language, data, status, tries, next_try_at, expires_at, sent_at)
      select created_at, 'email', 'user' || account_id || '@mail.example.com', account_id, id, type, 'en', '{"path": "/user/center"}', 'sent', 1, created_at,
        created_at, created_at from events`,
  },
  {
    table: 'orders',
    sql: `insert into orders (trade_no, account_id, plan_id, type, period, status, currency, price_amount, total_amount, cash_amount, payment_name,
        payment_method_id, snapshot, created_at, expires_at, paid_at, completed_at, term_start, term_end, begun_at)
      select 'ORDER' || n || 'N' || d, n, 1 + n % ${GROUPS}, case when d = 2 then 'new' else 'renew' end,
        (array['month_price', 'quarter_price', 'year_price'])[1 + n % 3], case when n % 10 = d then 'expired' else 'completed' end, 'CNY', 1000, 1000,
        case when n % 10 = d then 0 else 1000 end, 'Card', 1 + n % 4,
        '{"planName": "Plan", "groupId": 1, "transferEnable": ${QUOTA}, "speedLimit": null, "deviceLimit": null}', at, at + interval '30 minutes',
        case when n % 10 <> d then at end, case when n % 10 <> d then at end, at, at + interval '1 month', at
      from (select n, d, now() - (d * 120 + n % 120) * interval '1 day' - n % 1440 * interval '1 minute' as at
        from ${MEMBERS}, generate_series(0, 2) d where ${HELD} and (d = 0 or n % 4 = d)) s order by at`,
  },
  {
    table: 'ledger_accounts',
    sql: `insert into ledger_accounts (kind, owner_id, currency, balance)
      select 'gateway', m, 'CNY', 0 from generate_series(1, 4) m union all values ('revenue', 0, 'CNY', 0), ('site', 0, 'CNY', 0)
      union all select 'member', n, 'CNY', 700 from ${MEMBERS} where n % 10 = 0`,
  },
  {
    table: 'ledger_transactions',
    sql: `insert into ledger_transactions (kind, key, created_at)
      select 'order.paid', 'paid:' || id, paid_at from orders where paid_at is not null
      union all select 'balance.adjusted', 'given:' || n, now() - n % 300 * interval '1 day' from ${MEMBERS} where n % 10 = 0`,
  },
  {
    table: 'ledger_entries',
    sql: `insert into ledger_entries (transaction_id, ledger_account_id, currency, amount, order_id)
      select t.id, a.id, 'CNY', case a.kind when 'gateway' then -1000 else 1000 end, case a.kind when 'revenue' then o.id end
        from orders o join ledger_transactions t on t.key = 'paid:' || o.id
        join ledger_accounts a on a.kind = 'revenue' or a.kind = 'gateway' and a.owner_id = o.payment_method_id
      union all select t.id, a.id, 'CNY', case a.kind when 'site' then -700 else 700 end, null
        from ${MEMBERS} join ledger_transactions t on t.key = 'given:' || n
        join ledger_accounts a on a.kind = 'site' or a.kind = 'member' and a.owner_id = n where n % 10 = 0`,
  },
  {
    table: 'funds',
    sql: `insert into funds (origin_id, account_id, currency, order_id, for_order_id, amount)
      select t.id, o.account_id, 'CNY', o.id, o.id, 1000 from orders o join ledger_transactions t on t.key = 'paid:' || o.id
      union all select t.id, n, 'CNY', null, null, 700 from ${MEMBERS} join ledger_transactions t on t.key = 'given:' || n where n % 10 = 0`,
  },
  {
    table: 'ledger_days',
    sql: `insert into ledger_days
      select (at at time zone 'UTC')::date, transaction_id % 12, kind, method_id, movement, currency, pay_currency, plan_id, period,
        sum(amount), sum(pay_amount) from ledger_facts group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  },
  {
    table: 'audit_log',
    sql: `insert into audit_log (at, actor_id, action, entity, entity_id, before, after, reason)
      select now() - n % 9000 * interval '10 minutes', 1, 'member.extend', 'member', n::text, '{"days": 0}', '{"days": 7}', 'the outage'
      from ${MEMBERS} where n % 5 = 0`,
  },
]

/** Fills a migrated database with a site of `members`, without its triggers: 20 million rows through each would take an hour. */
export async function seedSite(client: pg.Client, members: number): Promise<void> {
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`)
  await seedOffers(client)
  await client.query('set session_replication_role = replica')
  for (const { table, sql } of STEPS) {
    const began = performance.now()
    const values = [...(sql.includes('$1') ? [members] : []), ...(sql.includes('$2') ? [await hashPassword(PASSWORD)] : [])]
    const rows = await withoutIndexes(client, table, async () => (await client.query(sql, values)).rowCount)
    await client.query(`vacuum analyze ${table}`)
    console.log(`  ${rows} rows of ${table} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  await client.query('reset all')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

/** Indexes that are no constraints are built after the rows, which is many times faster. */
async function withoutIndexes<T>(client: pg.Client, table: string, fill: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as made from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  const filled = await fill()
  for (const { made } of rows) await client.query(made)
  return filled
}

async function seedOffers(client: pg.Client): Promise<void> {
  const numbers = Array.from({ length: NODES }, (_, i) => i + 1)
  const settings = numbers.map((node) => JSON.stringify(emptySettings(PROTOCOLS[(node - 1) % PROTOCOLS.length] ?? 'trojan')))
  await client.query(`insert into groups (name) select 'Group ' || g from generate_series(1, ${GROUPS}) g`)
  await client.query(
    `insert into plans (group_id, name, transfer_enable, month_price) select id, 'Plan ' || id, ${QUOTA}, 1000 from groups order by id`,
  )
  await client.query(
    `insert into nodes (name, host, port, server_port, settings, secret_hash)
     select 'Node ' || n, 'node' || n || '.example.com', '443', 443, settings, sha256(convert_to(secret, 'UTF8'))
     from unnest($1::int[], $2::jsonb[], $3::text[]) as t (n, settings, secret) order by n`,
    [numbers, settings, numbers.map(nodeSecret)],
  )
  await client.query(
    `insert into node_groups (node_id, group_id) select n.id, g.id from nodes n, groups g where n.id = 1 or g.id = 1 + (n.id - 1) % ${GROUPS}`,
  )
  await client.query(`insert into node_reports (node_id, last_pull_at, last_push_at, online_users) select id, now(), now(), 100 from nodes`)
  await client.query(
    `insert into payment_methods (uuid, driver, name, config, currency)
     select 'bench' || m, 'epay', 'EPay ' || m, '{"url": "https://pay.example.com", "pid": "1", "key": "k"}', 'CNY' from generate_series(1, 4) m`,
  )
}
