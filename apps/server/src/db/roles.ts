import type pg from 'pg'
import { onConnection } from './in-turn.ts'

/** Tables whose rows never change. A migration gives each the trigger `append_only`; the server's role has no right to change them, nor their partitions. */
export const appendOnlyTables = ['audit_log', 'invoices']

/**
 * Grants and revokes rights of the server's role on all tables. Call it after each migration, because tables come and go. `owner`:
 * connected as their owner.
 */
export async function grantToServer(owner: pg.Client, role: string): Promise<void> {
  const to = owner.escapeIdentifier(role)
  const kept = (await recordTables(owner)).join(', ')
  const schemas = 'public, graphile_worker'
  await owner.query(`
    begin;
    grant usage on schema ${schemas} to ${to};
    grant select, insert, update, delete on all tables in schema ${schemas} to ${to};
    grant usage, select on all sequences in schema ${schemas} to ${to};
    grant execute on all functions in schema ${schemas} to ${to};
    revoke update, delete, truncate on ${kept} from ${to};
    commit`)
  await openRows(owner)
}

/** graphile-worker enables row security without a policy, so that only the owner sees its rows. The grants decide access instead. */
async function openRows(owner: pg.Client): Promise<void> {
  const closed = await owner.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy where polrelid = c.oid and polname = 'as_granted')`)
  for (const { name } of closed.rows) await owner.query(`create policy as_granted on ${name} using (true) with check (true)`)
}

/** Whether the role could change append-only tables but for the trigger: as owner, or by a grant. */
export async function mayChangeRecords(client: pg.Client, role: string): Promise<boolean> {
  const found = await client.query(
    `select from pg_class where oid = any($1::regclass[])
       and (pg_has_role($2, relowner, 'usage') or has_table_privilege($2, oid, 'update, delete, truncate'))`,
    [await recordTables(client), role],
  )
  return found.rows.length > 0
}

/** Names of append-only tables and of their partitions, quoted. */
async function recordTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select unnest($1::regclass[])::text as name union all select inhrelid::regclass::text from pg_inherits where inhparent = any($1::regclass[])`,
    [appendOnlyTables],
  )
  return rows.map(({ name }) => name)
}

/** The role that this address connects as. */
export async function roleAt(url: string): Promise<string> {
  return onConnection(url, async (client) => (await client.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? '')
}
