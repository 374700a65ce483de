import { and, asc, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { AppError } from '../errors.ts'
import { type NamedNode, nodes } from '../nodes/nodes.table.ts'
import { shiftDay } from '../calendar.ts'
import { trafficDaily, trafficDays } from './traffic.table.ts'

const MAX_DAYS = 366
const TOP = 50

/** First and last day, both included. */
export type DayRange = { from: string; to: string; days: number }
export type Counters = { up: number; down: number; billedUp: number; billedDown: number }
export type DayCounters = Counters & { day: string }
export type Ranked = Counters & { id: number; name: string }
export type TrafficFilter = { accountId?: number | undefined; nodeId?: number | undefined }

/**
 * The range requested; missing ends follow from `defaultDays` and today. Throws `traffic.bad_range` for more than 366 days, a reversed
 * range or an impossible date.
 */
export function dayRange(asked: { from?: string | undefined; to?: string | undefined }, today: string, defaultDays: number): DayRange {
  const to = realDay(asked.to ?? today)
  const from = realDay(asked.from ?? shiftDay(to, 1 - defaultDays))
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1 || days > MAX_DAYS) throw new AppError('traffic.bad_range', { fields: { from: 'traffic.bad_range' } })
  return { from, to, days }
}

// Parsing accepts February 31; formatting the date again reveals it.
function realDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const isReal = !Number.isNaN(at.getTime()) && day >= '1970-01-01' && at.toISOString().startsWith(day)
  if (!isReal) throw new AppError('traffic.bad_range', { fields: { from: 'traffic.bad_range' } })
  return day
}

type Summed = typeof trafficDaily | typeof trafficDays
const total = (column: Summed['up'] | Summed['billedUp']): SQL<number> =>
  sql`least(sum(${column}), 9007199254740991)::bigint`.mapWith(Number)
const totalsOf = ({ up, down, billedUp, billedDown }: Summed) => {
  return { up: total(up), down: total(down), billedUp: total(billedUp), billedDown: total(billedDown) }
}

/** Every day of the range, with or without traffic. */
export async function trafficByDay(db: Db, { from, to, days }: DayRange, filter: TrafficFilter): Promise<DayCounters[]> {
  const table = filter.accountId === undefined ? trafficDays : trafficDaily
  const rows = await db
    .select({ day: table.day, ...totalsOf(table) })
    .from(table)
    .where(within(table, { from, to }, filter))
    .groupBy(table.day)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: days }, (_, i) => shiftDay(from, i)).map(
    (day) => byDay.get(day) ?? { day, up: 0, down: 0, billedUp: 0, billedDown: 0 },
  )
}

export type TrafficLine = DayCounters & { nodeId: number; node: NamedNode }

/** One account's rows by day and node, newest first. */
export async function listTraffic(db: Db, accountId: number, range: DayRange, paging: Paging): Promise<Page<TrafficLine>> {
  const { up, down, billedUp, billedDown, day, nodeId } = trafficDaily
  const found = db
    .select({ day, nodeId, node: { name: nodes.name, translations: nodes.translations }, up, down, billedUp, billedDown })
    .from(trafficDaily)
    .innerJoin(nodes, eq(nodes.id, nodeId))
    .where(within(trafficDaily, range, { accountId }))
    .$dynamic()
  return readPage(db, found, [desc(day), asc(nodeId)], paging)
}

/** The nodes with the most billed bytes. */
export async function topNodes(db: Db, range: DayRange, filter: TrafficFilter): Promise<(Ranked & NamedNode)[]> {
  const table = filter.accountId === undefined ? trafficDays : trafficDaily
  return db
    .select({ id: nodes.id, name: nodes.name, translations: nodes.translations, ...totalsOf(table) })
    .from(table)
    .innerJoin(nodes, eq(nodes.id, table.nodeId))
    .where(within(table, range, filter))
    .groupBy(nodes.id)
    .orderBy(mostBilled(table), asc(nodes.id))
    .limit(TOP)
}

/** The members with the most billed bytes. */
export async function topMembers(db: Db, range: DayRange, filter: TrafficFilter): Promise<Ranked[]> {
  return db
    .select({ id: accounts.id, name: accounts.label, ...totalsOf(trafficDaily) })
    .from(trafficDaily)
    .innerJoin(accounts, eq(accounts.id, trafficDaily.accountId))
    .where(within(trafficDaily, range, filter))
    .groupBy(accounts.id)
    .orderBy(mostBilled(trafficDaily), asc(accounts.id))
    .limit(TOP)
}

const mostBilled = (table: Summed): SQL => sql`sum(${table.billedUp} + ${table.billedDown}) desc`

/** Kept sums know no members. */
function within(table: Summed, { from, to }: Pick<DayRange, 'from' | 'to'>, { accountId, nodeId }: TrafficFilter): SQL | undefined {
  return and(
    between(table.day, from, to),
    accountId === undefined ? undefined : eq(trafficDaily.accountId, accountId),
    nodeId === undefined ? undefined : eq(table.nodeId, nodeId),
  )
}
