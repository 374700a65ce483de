import type { MonthDeferred, MonthIncome, MonthOwed, MonthTax } from '@portico/contract/months-admin'
import { type Period, PERIODS } from '@portico/contract/periods'
import { and, asc, gte, lt, sql } from 'drizzle-orm'
import { atOneMoment, type Database, type Db, type Tx } from '../db/client.ts'
import type { LedgerKind } from '../ledger/ledger.table.ts'
import { type LedgerSum, sumsBetween } from '../ledger/sums-between.ts'
import { invoices } from '../invoices/invoices.table.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { plans } from '../plans/plans.table.ts'
import { refundedIn, soldIn } from './count-deferred.ts'
import { type Entered, moneyAtGateways, moneyByMethod } from './money-by-method.ts'
import { type MonthSpan, monthSpan } from './month-span.ts'
import { deferredCounts } from './months.table.ts'
import { atGateways } from './gateway-costs.ts'
import { entriesWithin } from './gateway-entries.ts'

const OWED: LedgerKind[] = ['member', 'commission', 'held', 'unallocated', 'debt']

/** All figures of a month, as of one moment. */
export function readMonth({ transaction }: Database, month: string, zone: string) {
  return transaction(async (tx) => {
    await atOneMoment(tx)
    return readFigures(tx, month, zone)
  })
}

/** `readMonth` in the caller's transaction. */
export async function readFigures(tx: Tx, month: string, zone: string) {
  const span = monthSpan(month, zone)
  const before = await sumsBetween(tx, null, span.since, sql`kind in ${[...OWED, 'gateway']}`)
  const during = await sumsBetween(tx, span.since, span.until)
  const sold = await soldOrders(tx, span)
  const entered = await enteredBy(tx, span)
  const methods = await tx.select().from(paymentMethods).orderBy(asc(paymentMethods.sort), asc(paymentMethods.id))
  const names = new Map(methods.map(({ id, name }) => [id, name]))
  const costs = entered.during.filter(({ kind }) => kind === 'cost')
  return {
    span,
    money: moneyByMethod(during, sold, costs, names),
    income: await incomeByPlan(tx, during, sold),
    deferred: await deferredIn(tx, span),
    owed: owedAfter([...before, ...during]),
    tax: await taxIn(tx, span),
    gateways: moneyAtGateways({ sums: before, entered: entered.before }, { sums: during, entered: entered.during }, names),
    entries: await entriesWithin(tx, span),
    methods: methods
      .filter(({ driver, deletedAt }) => driver !== 'balance' && !deletedAt)
      .map(({ id, name, currency }) => ({ id, name, currency })),
  }
}

type Sold = { methodId: number; planId: number; period: Period | null; currency: string; amount: number; orders: number }

/** The orders paid in the month, without those that staff assigned; `amount`: their payment fees. */
async function soldOrders(db: Db, { since, until }: MonthSpan): Promise<Sold[]> {
  const { paymentMethodId, planId, period, currency, feeAmount, paidAt } = orders
  const isSold = sql`${orders.expiresAt} > ${orders.createdAt}`
  return db
    .select({
      methodId: sql<number>`coalesce(${paymentMethodId}, 0)`.mapWith(Number),
      planId: sql<number>`coalesce(${planId}, 0)`.mapWith(Number),
      period,
      currency,
      amount: sql<number>`sum(${feeAmount})`.mapWith(Number),
      orders: sql<number>`count(*)`.mapWith(Number),
    })
    .from(orders)
    .where(and(gte(paidAt, since), lt(paidAt, until), isSold))
    .groupBy(paymentMethodId, planId, period, currency)
}

async function incomeByPlan(db: Db, during: LedgerSum[], sold: Sold[]): Promise<MonthIncome[]> {
  const names = new Map(
    (await db.select({ id: plans.id, name: plans.name }).from(plans).orderBy(asc(plans.sort), asc(plans.id))).map((p) => [p.id, p.name]),
  )
  const places = [...names.keys()]
  const placeOf = (row: MonthIncome): number => places.indexOf(row.plan_id) * PERIODS.length + PERIODS.indexOf(row.period)
  const ofPlans = during.filter(({ kind, planId, movement }) => kind === 'revenue' && planId > 0 && movement !== 'order.assigned')
  const key = (row: { planId: number; period: string | null; currency: string }): string => `${row.planId} ${row.period} ${row.currency}`
  const counts = Map.groupBy(sold, key)
  return [...Map.groupBy(ofPlans, key)]
    .flatMap(([name, sums]): MonthIncome[] => {
      const [first] = sums
      if (!first || first.period === '') return []
      const { planId: plan_id, period, currency } = first
      const [paid, returned] = [soldIn(sums), refundedIn(sums)]
      const count = (counts.get(name) ?? []).reduce((sum, one) => sum + one.orders, 0)
      return [{ plan_id, plan: names.get(plan_id) ?? '', period, currency, orders: count, sold: paid, returned, net: paid - returned }]
    })
    .toSorted((a, b) => a.currency.localeCompare(b.currency) || placeOf(a) - placeOf(b))
}

/** Deferred income from the first count of the month to the first after it, or the last count. Currencies without sales are left out. */
async function deferredIn(db: Db, { firstDay, nextDay }: MonthSpan): Promise<MonthDeferred[]> {
  const { day, currency } = deferredCounts
  const opening = await db
    .selectDistinctOn([currency])
    .from(deferredCounts)
    .where(and(gte(day, firstDay), lt(day, nextDay)))
    .orderBy(currency, asc(day))
  const closing = await db
    .selectDistinctOn([currency])
    .from(deferredCounts)
    .where(gte(day, firstDay))
    .orderBy(currency, sql`${day} >= ${nextDay} desc`, sql`case when ${day} >= ${nextDay} then ${day} end`, sql`${day} desc`)
  return closing.flatMap((end): MonthDeferred[] => {
    const start = opening.find((one) => one.currency === end.currency)
    if (!start || (end.sold === 0 && end.worth === 0)) return []
    const [sold, refunded] = [end.sold - start.sold, end.refunded - start.refunded]
    return [
      {
        currency: end.currency,
        opened_at: start.countedAt.toISOString(),
        opening: start.worth,
        sold,
        given: start.worth + sold - refunded - end.worth,
        refunded,
        closing: end.worth,
        closed_at: end.countedAt.toISOString(),
      },
    ]
  })
}

function owedAfter(sums: LedgerSum[]): MonthOwed[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)].flatMap(([currency, all]): MonthOwed[] => {
    const of = (kind: LedgerKind): number => all.reduce((sum, one) => (one.kind === kind ? sum + one.amount : sum), 0)
    const [balances, commissions, held, unclear] = [of('member'), of('commission'), of('held'), of('unallocated')]
    const total = balances + commissions + held + unclear
    return [{ currency, balances, commissions, held, unclear, total, debts: 0 - of('debt') }]
  })
}

async function taxIn(db: Db, { since, until }: MonthSpan): Promise<MonthTax[]> {
  const { kind, currency, taxRate: rate, taxedAmount, taxAmount, issuedAt } = invoices
  const signed = (amount: ReturnType<typeof sql>) =>
    sql<number>`sum(case ${kind} when 'invoice' then ${amount} else -(${amount}) end)`.mapWith(Number)
  const count = (what: string) => sql<number>`count(*) filter (where ${kind} = ${what})`.mapWith(Number)
  return db
    .select({
      currency,
      rate,
      invoices: count('invoice'),
      credit_notes: count('credit_note'),
      base: signed(sql`${taxedAmount} - ${taxAmount}`),
      tax: signed(sql`${taxAmount}`),
    })
    .from(invoices)
    .where(and(gte(issuedAt, since), lt(issuedAt, until)))
    .groupBy(currency, rate)
    .orderBy(currency, rate)
}

/** Costs and payouts as staff entered them, and the costs that nouns add. */
async function enteredBy(db: Db, { since, until }: MonthSpan): Promise<{ before: Entered[]; during: Entered[] }> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    select method_id, kind, currency, coalesce(sum(amount) filter (where happened_at < ${since}), 0) as before,
      coalesce(sum(amount) filter (where happened_at >= ${since}), 0) as during
    from (${atGateways({ until })}) entered group by method_id, kind, currency`)
  const as = (part: 'before' | 'during') =>
    rows.map((row): Entered => {
      const kind = row['kind'] === 'payout' ? 'payout' : 'cost'
      return { methodId: Number(row['method_id']), kind, currency: row['currency'] ?? '', amount: Number(row[part]) }
    })
  return { before: as('before'), during: as('during') }
}
