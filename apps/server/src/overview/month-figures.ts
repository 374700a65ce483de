import { min } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { dayKey, daysBetween, shiftDay } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { incomeByDay } from '../ledger/income-by-day.ts'
import type { MonthSpan } from './month-span.ts'
import { readUsage } from './usage.ts'

export type Figure = { total: number; totalBefore: number; days: number[]; daysBefore: number[] }
export type MonthFigures = Record<'income' | 'orders' | 'newMembers' | 'activeMembers' | 'traffic', Figure>

/** The figures of a month beside those of the month before; money in one currency. */
export async function monthFigures(db: Db, span: MonthSpan, { zone, currency }: { zone: string; currency: string }): Promise<MonthFigures> {
  const range = { from: span.firstBefore, to: span.through, days: daysBetween(span.firstBefore, span.through) + 1 }
  const [books, usage] = await Promise.all([incomeByDay(db, range, { zone, currency }), readUsage(db, span)])
  const figure = (of: Map<string, number>): Figure => summed(span, of)
  return {
    income: figure(new Map(books.map((day) => [day.day, day.income]))),
    orders: figure(new Map(books.map((day) => [day.day, day.orders]))),
    newMembers: figure(new Map(books.map((day) => [day.day, day.newMembers]))),
    traffic: figure(usage.bytes),
    // A member who was there on two days counts once.
    activeMembers: { ...figure(usage.members), total: usage.now, totalBefore: usage.before },
  }
}

/** Month of the first account; null: none. */
export async function firstMonth(db: Db, zone: string): Promise<string | null> {
  const [row] = await db.select({ at: min(accounts.createdAt) }).from(accounts)
  return row?.at ? dayKey(row.at, zone).slice(0, 7) : null
}

function summed({ first, through, firstBefore, throughBefore, lastBefore }: MonthSpan, of: Map<string, number>): Figure {
  const values = (from: string, to: string): number[] =>
    Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => of.get(shiftDay(from, i)) ?? 0)
  const days = values(first, through)
  return {
    days,
    daysBefore: values(firstBefore, lastBefore),
    total: sum(days),
    totalBefore: sum(values(firstBefore, throughBefore)),
  }
}

const sum = (values: number[]): number =>
  Math.min(
    Number.MAX_SAFE_INTEGER,
    values.reduce((total, value) => total + value, 0),
  )
