import type pg from 'pg'
import { BadBackup } from './file/backup-file.ts'

/** Of us, of the migrator and of the queue. */
const SCHEMAS = ['drizzle', 'graphile_worker']

/** Throws unless nothing is in the database that somebody made, so that nothing is overwritten. */
export async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select from pg_namespace where nspname = any($1)', [SCHEMAS])
  if (rows.length > 0 || (await listMade(client)).length > 0)
    throw new BadBackup('the database is not empty: name an empty one, or an empty DATA_DIR')
}

/** Empties a database in which a restore has made everything. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMAS.join(', ')} cascade`)
  for (const made of await listMade(client)) await client.query(`drop ${made.replace(/^(?:materialized )?\w+/, '$& if exists')} cascade`)
}

/** What is in the schema `public` and belongs to no extension and no table, such as `table orders`. */
async function listMade(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ made: string }>(`
    select k.word || ' ' || c.oid::regclass as made
    from pg_class c join (values ('r', 'table'), ('p', 'table'), ('v', 'view'), ('m', 'materialized view'), ('S', 'sequence'), ('c', 'type')) k (kind, word)
      on k.kind = c.relkind::text
    where relnamespace = 'public'::regnamespace and not relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')))
    union all
    select 'routine ' || p.oid::regprocedure from pg_proc p
    where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = current_user
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  return rows.map(({ made }) => made)
}
