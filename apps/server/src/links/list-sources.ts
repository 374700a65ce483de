import { and, asc, eq, gte, isNull, max, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { links, type LinkSourceRow, linkSources } from './links.table.ts'

const RECENT_MS = 30 * 86_400_000

export type SourceUse = { source: LinkSourceRow; links: number; inUse: number; lastUsedAt: Date | null }

/** The panels with the number of their links; `id`: only that one. Reads all their links. */
export async function listSources(db: Db, now: Date, id: number | null = null): Promise<SourceUse[]> {
  const works = isNull(links.revokedAt)
  const recent = and(works, gte(links.lastUsedAt, new Date(now.getTime() - RECENT_MS)))
  const rows = await db
    .select({
      source: linkSources,
      links: sql<string>`count(${links.id}) filter (where ${works})`,
      inUse: sql<string>`count(${links.id}) filter (where ${recent})`,
      lastUsedAt: max(links.lastUsedAt),
    })
    .from(linkSources)
    .leftJoin(links, eq(links.sourceId, linkSources.id))
    .where(id === null ? sql`true` : eq(linkSources.id, id))
    .groupBy(linkSources.id)
    .orderBy(asc(linkSources.id))
  return rows.map((row) => ({ ...row, links: Number(row.links), inUse: Number(row.inUse) }))
}
