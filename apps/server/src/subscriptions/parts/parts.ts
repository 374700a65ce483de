import { Temporal } from 'temporal-polyfill'
import { AppError } from '../../errors.ts'
import { newCycle } from '../carry-over.ts'
import type { Conditions } from '../../plans/plans.table.ts'
import type { Part, SubscriptionRow } from '../subscriptions.table.ts'

const GB = 2 ** 30
const DAY_MS = 86_400_000
const LAST_YEAR = 9990

type Ahead = Pick<SubscriptionRow, 'parts' | 'nextPartAt'>
type Held = Pick<SubscriptionRow, 'expiresAt' | 'parts'>
/** Traffic of days: a plan's quota, and the days it is for. */
export type Rate = { bytes: number; days: number }

export const noParts: Ahead = { parts: [], nextPartAt: null }

/** End of what was bought, before given days that have not begun; null: permanent, or no term. */
export function boughtUntil({ expiresAt, parts }: Held): Date | null {
  const days = parts.find(({ sold }) => !sold)
  return days && expiresAt ? new Date(days.from) : expiresAt
}

/** Adds given days to the end of a term. They join days not yet begun, up to the days of a quota. */
export function addGiven(
  { expiresAt, parts }: Held & { expiresAt: Date },
  days: number,
  rate: Rate,
  zone: string,
): Ahead & { expiresAt: Date } {
  const last = parts.at(-1)
  const grows = last && !last.sold ? Math.max(0, Math.min(days, rate.days - last.days)) : 0
  const grown = last
    ? [
        ...parts.slice(0, -1),
        { ...last, to: later(last.to, grows, zone), days: last.days + grows, bytes: last.bytes + shareOf(rate, grows) },
      ]
    : parts
  // What was bought after a sold part ends later than the parts do.
  const end = grows > 0 ? new Date(grown.at(-1)?.to ?? expiresAt) : expiresAt
  const all = [...grown, ...givenParts(end, days - grows, rate, zone)]
  return { ...ahead(all), expiresAt: new Date(all.at(-1)?.to ?? expiresAt) }
}

/** The parts of given days: each has the share of the quota that its days are of the quota's. */
export function givenParts(from: Date, days: number, rate: Rate, zone: string): Part[] {
  const parts: Part[] = []
  let at = from.toISOString()
  for (let left = days; left > 0; left -= rate.days) {
    const size = Math.min(left, rate.days)
    const to = later(at, size, zone)
    parts.push({ from: at, to, days: size, bytes: shareOf(rate, size) })
    at = to
  }
  return parts
}

/** The parts that a code for a plan sold: each has the plan's whole quota. Days that are too few for one more belong to the last. */
export function soldParts(from: Date, days: number, sold: Conditions, zone: string): Part[] {
  const size = { monthly: 30, first_of_month: 30, yearly: 365, january_first: 365, never: days }[sold.resetMode]
  const count = Math.max(1, Math.floor(days / size))
  return Array.from({ length: count }, (_, i) => {
    const [first, last] = [i * size, i === count - 1 ? days : (i + 1) * size]
    const bounds = { from: later(from.toISOString(), first, zone), to: later(from.toISOString(), last, zone) }
    return { ...bounds, days: last - first, bytes: sold.transferEnable, sold }
  })
}

/** Sold parts come after what was bought, and move given days that have not begun. */
export function insertSold(held: Held & { expiresAt: Date }, sold: Part[]): Ahead & { expiresAt: Date } {
  const start = boughtUntil(held) ?? held.expiresAt
  const ms = new Date(sold.at(-1)?.to ?? start).getTime() - start.getTime()
  const [before, after] = [held.parts.filter((part) => part.sold), held.parts.filter((part) => !part.sold)]
  const parts = [...before, ...sold, ...after.map((part) => moved(part, ms))]
  return { ...ahead(parts), expiresAt: new Date(held.expiresAt.getTime() + ms) }
}

/** Moves the parts that begin at `from` or later. */
export function shiftParts({ parts }: Pick<Held, 'parts'>, from: Date, ms: number): Ahead {
  return ahead(parts.map((part) => (new Date(part.from) >= from ? moved(part, ms) : part)))
}

/** Parts left if the term ends at `end`. A removed day takes its share of traffic. */
export function cutParts({ parts }: Pick<Held, 'parts'>, end: Date): Ahead {
  const kept = parts.filter(({ from }) => new Date(from) < end)
  return ahead(kept.map((part) => (new Date(part.to) <= end ? part : cutPart(part, end))))
}

function cutPart(part: Part, end: Date): Part {
  const days = (end.getTime() - new Date(part.from).getTime()) / DAY_MS
  // A part over the end of summer time lasts an hour longer than its days.
  const bytes = part.sold ? part.bytes : Math.min(part.bytes, shareOf(part, days))
  return { ...part, to: end.toISOString(), days, bytes }
}

/** Parts with another quota per cycle, sold ones too. */
export function withQuota({ parts }: Pick<Held, 'parts'>, bytes: number): Ahead {
  return ahead(parts.map((part) => (part.sold ? { ...part, bytes } : part)))
}

/** Begins the part that is due, with nothing used; parts that are over are left out. `row` runs. */
export function beginPart(row: SubscriptionRow, now: Date): Partial<SubscriptionRow> {
  const due = row.parts.filter(({ from }) => new Date(from) <= now)
  const part = due.findLast(({ to }) => new Date(to) > now)
  const rest = ahead(row.parts.slice(due.length))
  if (!part) return rest
  const counters = newCycle(row)
  const { transferEnable: _, ...limits } = part.sold ?? { transferEnable: 0 }
  const cycle = { cycleBeganAt: new Date(part.from), nextResetAt: new Date(part.to) }
  return { ...limits, ...counters, transferEnable: part.bytes + counters.extraBytes, ...cycle, ...rest }
}

/** Traffic and start of time not yet begun; null: none. */
export function aheadOf({ parts, nextPartAt }: Ahead): { begins: Date; bytes: number } | null {
  return nextPartAt && { begins: nextPartAt, bytes: bytesOf(parts) }
}

/** Traffic and start of given days; null: none. */
export function broughtBy(before: SubscriptionRow, after: SubscriptionRow): { begins: Date; bytes: number } {
  const [begun, ended] = [after.cycleBeganAt, before.expiresAt]
  const bytes = bytesOf(after.parts) - bytesOf(before.parts)
  if (begun && ended && begun > ended) return { begins: begun, bytes: bytes + after.transferEnable - after.extraBytes }
  return { begins: new Date(after.parts.at(-1)?.from ?? 0), bytes }
}

const bytesOf = (parts: Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/** Bytes for given days, rounded up to a gigabyte, below a whole quota. */
function shareOf({ bytes, days: whole }: Rate, days: number): number {
  const gigabytes = Math.ceil(((bytes / GB) * days) / whole) * GB
  return gigabytes >= bytes ? Math.ceil((bytes * days) / whole) : gigabytes
}

function ahead(parts: Part[]): Ahead {
  return { parts, nextPartAt: parts[0] ? new Date(parts[0].from) : null }
}

function moved(part: Part, ms: number): Part {
  const by = (at: string): string => new Date(new Date(at).getTime() + ms).toISOString()
  return { ...part, from: by(part.from), to: by(part.to) }
}

const later = (from: string, days: number, zone: string): string => addDays(new Date(from), days, zone).toISOString()

/** Adds days in the zone: whole ones keep the wall-clock time. */
function addDays(from: Date, days: number, zone: string): Date {
  const whole = Math.floor(days)
  const at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).add({ days: whole })
  // Neither the database nor clients can read a five-digit year.
  if (at.year > LAST_YEAR) throw new AppError('redeem.too_much')
  return new Date(at.epochMilliseconds + Math.round((days - whole) * DAY_MS))
}
