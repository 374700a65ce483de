import { createHash, randomBytes } from 'node:crypto'
import { emptySettings } from '@portico/contract/empty-settings'
import { PROTOCOLS } from '@portico/contract/protocols'
import type pg from 'pg'

export const NODE_SECRET = 'bench-node-secret'

/** One group, one plan, `count` nodes of all protocols in it. */
export async function seedNodes(client: pg.Client, count: number): Promise<void> {
  await client.query(`insert into groups (name) values ('bench')`)
  await client.query(`insert into plans (group_id, name, transfer_enable, month_price) values (1, 'Bench', 107374182400, 1000)`)
  for (let i = 0; i < count; i++) {
    const protocol = PROTOCOLS[i % PROTOCOLS.length] ?? 'trojan'
    const secret = i === 0 ? NODE_SECRET : randomBytes(16).toString('hex')
    await client.query(
      `insert into nodes (name, host, port, server_port, settings, secret_hash) values ($1, 'node.example.com', '443', 443, $2, $3)`,
      [`Node ${i}`, emptySettings(protocol), createHash('sha256').update(secret).digest()],
    )
  }
  await client.query('insert into node_groups (node_id, group_id) select id, 1 from nodes')
}

/** Adds members up to this number, all active on the plan. */
export async function seedMembers(client: pg.Client, upTo: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from accounts')
  const missing = upTo - (rows[0]?.n ?? 0)
  await client.query(
    `insert into accounts (email, email_key, password_hash) select e, e, 'none' from (select 'bench' || nextval('bench_serial') || '@example.com' as e from generate_series(1, $1)) s`,
    [missing],
  )
  await client.query(`
    insert into subscriptions (account_id, token, uuid, plan_id, group_id, transfer_enable, expires_at)
    select a.id, md5('bench' || a.id), gen_random_uuid(), 1, 1, 107374182400, now() + interval '1 year'
    from accounts a where not exists (select 1 from subscriptions s where s.account_id = a.id)`)
  await client.query('vacuum analyze accounts')
  await client.query('vacuum analyze subscriptions')
}

/** Link tokens of the seeded members. */
export async function tokensOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ token: string }>('select token from subscriptions where group_id is not null')
  return rows.map((row) => row.token)
}
