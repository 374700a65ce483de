import { and, count, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { Compensation } from '@portico/contract/outages'
import type { Caller } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { outageGifts, type OutageRow, outages } from './outages.table.ts'

const DAY = 86_400_000
const SHOWN_DAYS = 30

export type ListedOutage = { outage: OutageRow; node: string; compensated: number }

/** A page of outages, latest first, of all nodes or of one; or the one asked for. */
export async function listOutages(
  db: Db,
  { page, pageSize, nodeId, id }: { page: number; pageSize: number; nodeId?: number | undefined; id?: number },
): Promise<{ rows: ListedOutage[]; total: number }> {
  const where = and(nodeId === undefined ? undefined : eq(outages.nodeId, nodeId), id === undefined ? undefined : eq(outages.id, id))
  const compensated = sql<number>`(select count(*)::int from ${outageGifts} g where g.outage_id = ${outages.id})`
  const rows = await db
    .select({ outage: outages, node: nodes.name, compensated })
    .from(outages)
    .innerJoin(nodes, eq(nodes.id, outages.nodeId))
    .where(where)
    .orderBy(desc(outages.beganAt), desc(outages.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [all] = await db.select({ n: count() }).from(outages).where(where)
  return { rows, total: all?.n ?? 0 }
}

/** Outages that reach into the time since `from`. */
export async function outagesSince(db: Db, from: Date): Promise<OutageRow[]> {
  return db
    .select()
    .from(outages)
    .where(or(isNull(outages.endedAt), gte(outages.endedAt, from)))
}

export type Received = { node: string; beganAt: Date; endedAt: Date | null; at: Date; compensation: Compensation | null }

/** What an account was given of late and has not taken note of, latest first. */
export async function listReceived(db: Db, accountId: number, now: Date): Promise<Received[]> {
  const { beganAt, endedAt, compensation } = outages
  return db
    .select({ node: nodes.name, beganAt, endedAt, compensation, at: outageGifts.at })
    .from(outageGifts)
    .innerJoin(outages, eq(outages.id, outageGifts.outageId))
    .innerJoin(nodes, eq(nodes.id, outages.nodeId))
    .where(
      and(
        eq(outageGifts.accountId, accountId),
        isNull(outageGifts.dismissedAt),
        gte(outageGifts.at, new Date(now.getTime() - SHOWN_DAYS * DAY)),
      ),
    )
    .orderBy(desc(outageGifts.at))
    .limit(20)
}

/** Hides the compensations the caller has seen. May be called twice. */
export async function dismissReceived(db: Db, by: Caller, now: Date): Promise<void> {
  await db
    .update(outageGifts)
    .set({ dismissedAt: now })
    .where(and(eq(outageGifts.accountId, by.accountId), isNull(outageGifts.dismissedAt)))
}
