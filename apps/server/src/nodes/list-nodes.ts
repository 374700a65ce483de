import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { NodeAlias } from '@portico/contract/node-aliases'
import { and, asc, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { openNodeAlarms } from '../additions.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { type Page, type Paging, readPage, rowsOf } from '../db/page.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { offlineAt } from './node-contact.ts'
import { nodeAliases } from './old-panel/aliases.table.ts'
import { nodeGroups, nodeReports, nodes, type NodeRow } from './nodes.table.ts'

export type NodeReport = typeof nodeReports.$inferSelect
export type ReportedNode = { node: NodeRow; report: NodeReport | null }
export type NodeWithGroups = ReportedNode & {
  groupIds: number[]
  aliases: NodeAlias[]
  offlineAt: Date | null
  alarms: number
  entrances: number
}

/** Node whose reports count: a child has no process, so its parent. */
const reporting = sql`coalesce(${nodes.parentId}, ${nodes.id})`

type Asked = Paging & { q?: string | undefined; sort?: '-id' | undefined }

/** A page of the nodes in their order without deleted ones, or of those that a text finds. */
export async function pageOfNodes(db: Db, { q = '', sort, page, page_size }: Asked): Promise<Page<NodeWithGroups>> {
  const where = and(isNull(nodes.deletedAt), q === '' ? undefined : foundBy(q))
  const order = sort === '-id' ? [desc(nodes.id)] : [asc(nodes.sort), asc(nodes.id)]
  return readPage(db, selectNodes(db).where(where).$dynamic(), order, { page, page_size }, rowsOf(nodes, where))
}

function foundBy(q: string): SQL | undefined {
  const part = `%${likeText(q)}%`
  const translated = (language: Language): SQL => sql`${nodes.translations} -> ${language} ->> 'name' ilike ${part}`
  const id = /^#?(\d{1,15})$/.exec(q)?.[1]
  return or(ilike(nodes.name, part), ilike(nodes.host, part), ...LANGUAGES.map(translated), id ? eq(nodes.id, Number(id)) : undefined)
}

/** What counts of all nodes: no settings, which are most of a row. */
export async function listNodeStates(db: Db) {
  const { id, name, translations, parentId } = nodes
  return db
    .select({ node: { id, name, translations, parentId }, report: nodeReports, offlineAt })
    .from(nodes)
    .leftJoin(nodeReports, eq(nodeReports.nodeId, reporting))
    .where(isNull(nodes.deletedAt))
    .orderBy(asc(nodes.sort), asc(nodes.id))
}

/** Nodes in their order without deleted ones; `id`: only that one. */
export async function listNodes(db: Db, id: number | null = null): Promise<NodeWithGroups[]> {
  return selectNodes(db)
    .where(and(isNull(nodes.deletedAt), id === null ? undefined : eq(nodes.id, id)))
    .orderBy(asc(nodes.sort), asc(nodes.id))
}

function selectNodes(db: Db) {
  const groupIds = sql<
    number[]
  >`coalesce((select json_agg(ng.group_id order by ng.group_id) from ${nodeGroups} ng where ng.node_id = ${nodes.id}), '[]')`
  const aliases = sql<
    NodeAlias[]
  >`coalesce((select json_agg(json_build_object('type', a.type, 'code', a.code) order by a.type, a.code) from ${nodeAliases} a where a.node_id = ${nodes.id}), '[]')`
  const alarms = sql<number>`(select count(*) from (${openNodeAlarms()}) open where open.node_id = ${reporting})`.mapWith(Number)
  const entrances = sql<number>`(select count(*) from ${nodes} child where child.parent_id = ${nodes.id} and child.deleted_at is null)`
  return db
    .select({ node: nodes, report: nodeReports, groupIds, aliases, offlineAt, alarms, entrances: entrances.mapWith(Number) })
    .from(nodes)
    .leftJoin(nodeReports, eq(nodeReports.nodeId, reporting))
}

/** Nodes that an account's running subscription opens, in order. A draining node still serves its members, so they see it. */
export async function listMemberNodes(db: Db, accountId: number, now: Date): Promise<ReportedNode[]> {
  return db
    .select({ node: nodes, report: nodeReports })
    .from(subscriptions)
    .innerJoin(nodeGroups, eq(nodeGroups.groupId, subscriptions.groupId))
    .innerJoin(nodes, eq(nodes.id, nodeGroups.nodeId))
    .leftJoin(nodeReports, eq(nodeReports.nodeId, reporting))
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        activeSql(now),
        isNull(nodes.exhaustedAt),
        inArray(nodes.state, ['enabled', 'draining', 'maintenance']),
        isNull(nodes.deletedAt),
      ),
    )
    .orderBy(asc(nodes.sort), asc(nodes.id))
}

const TAG = 'location:'

/** The tag `location:Tokyo` names it; else the name up to its first number or separator: `Hong Kong 01 | IPLC` is Hong Kong. */
export function locationOf(name: string, tags: readonly string[]): string {
  const tagged = tags
    .find((tag) => tag.toLowerCase().startsWith(TAG))
    ?.slice(TAG.length)
    .trim()
  return tagged || /^[^\d|·/([【（#_-]+/u.exec(name)?.[0].trim() || name
}

/** What is needed to choose a node, in their order. */
export function nodeNames(db: Db) {
  const { id, name, translations, parentId, settings } = nodes
  return db.select({ id, name, translations, parentId, settings }).from(nodes).where(isNull(nodes.deletedAt)).orderBy(nodes.sort, id)
}
