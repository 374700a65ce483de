import { and, asc, eq, exists, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { LocationStatus } from '@portico/contract/outages'
import type { Language } from '@portico/contract/translations'
import type { Db } from '../db/client.ts'
import { inLanguage } from '../in-language.ts'
import { locationOf } from '../nodes/list-nodes.ts'
import { offlineAt } from '../nodes/node-contact.ts'
import { nodeGroups, nodeReports, type NodeRow, nodes } from '../nodes/nodes.table.ts'
import { dayKey, dayStart, shiftDay } from '../calendar.ts'
import { outagesSince } from './list-outages.ts'
import { type Watched, uptimeOf } from './uptime.ts'

export const HISTORY_DAYS = 90
const INCIDENT_DAYS = 14
const MAX_INCIDENTS = 30

/** A location with its name by language. */
type Place = { name: string; translations: { [L in Language]: { name: string } } }
export type LocationRow = { place: Place; status: LocationStatus; uptime: number; days: { day: string; uptime: number | null }[] }
export type Incident = { place: Place; beganAt: Date; endedAt: Date | null }

type StatusNode = Watched & { id: number; place: Place; status: 'up' | 'down' | 'maintenance'; speaker: number }

/** Locations with their history, and recent incidents. Public, so it shows no nodes and no addresses. */
export async function serviceStatus(db: Db, now: Date, zone: string): Promise<{ locations: LocationRow[]; incidents: Incident[] }> {
  const spans = historySpans(now, zone)
  const whole = { from: spans[0]?.from ?? 0, to: now.getTime() }
  const [shown, all] = [await shownNodes(db), await outagesSince(db, new Date(whole.from))]
  const known: StatusNode[] = shown.map((node) => ({
    ...node,
    outages: all
      .filter((outage) => outage.nodeId === node.speaker)
      .map(({ beganAt, endedAt }) => ({ from: beganAt.getTime(), to: (endedAt ?? now).getTime() })),
  }))
  const places = Map.groupBy(known, (node) => node.place.name)
  const locations = [...places.values()].flatMap((members) =>
    members.slice(0, 1).map(({ place }) => ({
      place,
      status: statusOf(members),
      uptime: uptimeOf(members, whole) ?? 10_000,
      days: spans.map(({ day, ...span }) => ({ day, uptime: uptimeOf(members, span) })),
    })),
  )
  const since = now.getTime() - INCIDENT_DAYS * 86_400_000
  const incidents = all
    .filter(({ endedAt }) => (endedAt ?? now).getTime() >= since)
    .flatMap(({ nodeId, beganAt, endedAt }) => {
      const place = known.find((node) => node.speaker === nodeId)?.place
      return place === undefined ? [] : [{ place, beganAt, endedAt }]
    })
    .toSorted((a, b) => b.beganAt.getTime() - a.beganAt.getTime())
    .slice(0, MAX_INCIDENTS)
  return { locations, incidents }
}

/** Locations on the status page, each once. */
export async function shownPlaces(db: Db): Promise<Place[]> {
  return [...new Map((await shownNodes(db)).map(({ place }) => [place.name, place])).values()]
}

/** Uptime and number of outages of each node, over the days shown. */
export async function nodeUptimes(db: Db, now: Date): Promise<{ id: number; uptime: number; outages: number }[]> {
  const from = now.getTime() - HISTORY_DAYS * 86_400_000
  const watched = await watchedNodes(db, now, new Date(from))
  return watched.map(({ id, node }) => ({
    id,
    uptime: uptimeOf([node], { from, to: now.getTime() }) ?? 10_000,
    outages: node.outages.length,
  }))
}

/** Daily and total uptime by node; an entrance has its parent's. */
export async function nodeDays(db: Db, now: Date, zone: string): Promise<Map<number, { uptime: number | null; days: (number | null)[] }>> {
  const spans = historySpans(now, zone)
  const whole = { from: spans[0]?.from ?? 0, to: now.getTime() }
  const watched = await watchedNodes(db, now, new Date(whole.from))
  return new Map(
    watched.map(({ id, node }) => [id, { uptime: uptimeOf([node], whole), days: spans.map((span) => uptimeOf([node], span)) }]),
  )
}

/** The days of the history, oldest first; today up to now. */
function historySpans(now: Date, zone: string): { day: string; from: number; to: number }[] {
  const today = dayKey(now, zone)
  return Array.from({ length: HISTORY_DAYS }, (_, i) => shiftDay(today, i + 1 - HISTORY_DAYS)).map((day) => ({
    day,
    from: dayStart(day, zone).getTime(),
    to: Math.min(now.getTime(), dayStart(shiftDay(day, 1), zone).getTime()),
  }))
}

/** All nodes with their outages since then. */
async function watchedNodes(db: Db, now: Date, from: Date): Promise<{ id: number; node: Watched }[]> {
  const all = Map.groupBy(await outagesSince(db, from), (outage) => outage.nodeId)
  const rows = await db
    .select({ id: nodes.id, speaker: sql<number>`coalesce(${nodes.parentId}, ${nodes.id})`.mapWith(nodes.id), since: nodes.createdAt })
    .from(nodes)
    .where(isNull(nodes.deletedAt))
  return rows.map(({ id, speaker, since }) => {
    const own = (all.get(speaker) ?? []).map(({ beganAt, endedAt }) => ({ from: beganAt.getTime(), to: (endedAt ?? now).getTime() }))
    return { id, node: { since: since.getTime(), outages: own } }
  })
}

/** Nodes offered to members and nodes in maintenance, once they have had contact. */
async function shownNodes(db: Db): Promise<Omit<StatusNode, 'outages'>[]> {
  const speaker = sql<number>`coalesce(${nodes.parentId}, ${nodes.id})`.mapWith(nodes.id)
  const rows = await db
    .select({ node: nodes, offlineAt, speaker })
    .from(nodes)
    .innerJoin(nodeReports, eq(nodeReports.nodeId, speaker))
    .where(
      and(
        isNull(nodes.deletedAt),
        inArray(nodes.state, ['enabled', 'draining', 'maintenance']),
        or(isNotNull(nodeReports.lastPullAt), isNotNull(nodeReports.lastPushAt)),
        // A node that no member can see is in no location.
        exists(db.select().from(nodeGroups).where(eq(nodeGroups.nodeId, nodes.id))),
      ),
    )
    .orderBy(asc(nodes.sort), asc(nodes.id))
  return rows.map(({ node, offlineAt: downSince, speaker: id }) => ({
    id: node.id,
    place: placeOf(node),
    status: node.state === 'maintenance' ? 'maintenance' : downSince === null ? 'up' : 'down',
    speaker: id,
    since: node.createdAt.getTime(),
  }))
}

function placeOf(node: NodeRow): Place {
  const nameIn = (language: Language | null): string => {
    const { name, tags } = inLanguage(node, language)
    return locationOf(name, tags)
  }
  return { name: nameIn(null), translations: { en: { name: nameIn('en') }, 'zh-CN': { name: nameIn('zh-CN') } } }
}

function statusOf(members: StatusNode[]): LocationStatus {
  const serving = members.filter((node) => node.status !== 'maintenance')
  if (serving.length === 0) return 'maintenance'
  if (serving.every((node) => node.status === 'up')) return 'up'
  return serving.some((node) => node.status === 'up') ? 'partly' : 'down'
}
