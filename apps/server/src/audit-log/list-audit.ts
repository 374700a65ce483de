import type { ActorKind } from '@portico/contract/actors'
import { and, eq, ilike, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { findByAddress } from '../accounts/find-by-address.ts'
import type { Db, Tx } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { type WholeList, wholeList } from '../db/whole-list.ts'
import { foundRow } from '../errors.ts'
import { inRange, type LogRange, newestFirst, pageOf } from '../newest-first.ts'
import { type AuditRow, auditLog, readable } from '../audit/audit.table.ts'

export type AuditFilter = LogRange & {
  actor?: string | undefined
  kind?: ActorKind | undefined
  action?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  q?: string | undefined
}
/** An act without its changes, which may be long. */
export type ActRow = Omit<AuditRow, 'before' | 'after'> & { email: string | null; fields: string[] }
export type WholeAct = AuditRow & { email: string | null; fields: string[] }

const FIELDS = 6

const { before: _before, after: _after, ...act } = readable
const object = (side: PgColumn): SQL => sql`case jsonb_typeof(${side}) when 'object' then ${side} else '{}'::jsonb end`
const fields = sql<string[]>`array(
  select key from jsonb_object_keys(${object(auditLog.before)} || ${object(auditLog.after)}) key order by key limit ${sql.raw(String(FIELDS))})`

/** A page of the audit log, newest first. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  zone: string,
  size: number,
): Promise<{ items: ActRow[]; next: number | null }> {
  const rows = await db
    .select({ ...act, email: accounts.label, fields })
    .from(auditLog)
    .leftJoin(accounts, eq(accounts.id, auditLog.actorId))
    .where(await matching(db, filter, zone))
    .orderBy(...newestFirst(auditLog))
    .limit(size + 1)
  return pageOf(rows, size, (row) => row.id)
}

/** All entries of a filter, with their changes. */
export async function wholeAudit(tx: Tx, filter: AuditFilter, zone: string): Promise<WholeList<WholeAct>> {
  const ids = tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(await matching(tx, filter, zone))
    .orderBy(...newestFirst(auditLog))
  return wholeList(
    tx,
    ids,
    (some) => whole(tx).where(inArray(auditLog.id, some)),
    ({ id }) => id,
  )
}

export async function findAct(db: Db, id: number): Promise<WholeAct> {
  return foundRow(await whole(db).where(eq(auditLog.id, id)))
}

/** Every action and kind of thing in the log. Jumps from value to value in the index instead of reading all rows. */
export async function auditNames(db: Db): Promise<{ actions: string[]; entities: string[] }> {
  const [actions, entities] = await Promise.all([distinct(db, auditLog.action), distinct(db, auditLog.entity)])
  return { actions, entities }
}

function whole(db: Db) {
  return db
    .select({ ...readable, email: accounts.label, fields })
    .from(auditLog)
    .leftJoin(accounts, eq(accounts.id, auditLog.actorId))
    .$dynamic()
}

async function matching(db: Db, filter: AuditFilter, zone: string): Promise<SQL | undefined> {
  const { actor, kind, action, entity, entity_id: entityId, q } = filter
  return and(
    inRange(auditLog, filter, zone),
    actor ? await byActor(db, actor.trim()) : undefined,
    kind && eq(auditLog.actorKind, kind),
    action ? eq(auditLog.action, action) : undefined,
    entity ? eq(auditLog.entity, entity) : undefined,
    entityId ? eq(auditLog.entityId, entityId.trim()) : undefined,
    // The first condition lets the partial index be used.
    q ? and(isNotNull(auditLog.reason), ilike(readable.reason, `%${likeText(q.trim())}%`)) : undefined,
  )
}

async function byActor(db: Db, actor: string): Promise<SQL | undefined> {
  if (/^\d{1,15}$/.test(actor)) return eq(auditLog.actorId, Number(actor))
  const ids = await findByAddress(db, actor)
  if (ids.length === 0) return eq(auditLog.actorName, actor)
  // For one account the index yields the page in order; for several it has to be sorted.
  return ids.length === 1 ? eq(auditLog.actorId, ids[0] ?? 0) : inArray(auditLog.actorId, ids)
}

async function distinct(db: Db, column: PgColumn): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive found as (
      (select ${column} as name from ${auditLog} order by ${column} limit 1)
      union all
      select (select ${column} from ${auditLog} where ${column} > found.name order by ${column} limit 1) from found where found.name is not null
    ) select name from found where name is not null`)
  return rows.map(({ name }) => name)
}
