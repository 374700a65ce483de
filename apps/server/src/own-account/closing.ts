import type { ClosingObstacle } from '@portico/contract/own-account'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { commissions } from '../commissions/commissions.table.ts'
import type { Db } from '../db/client.ts'
import { type LeftMoney, moneyOf } from '../ledger/give-up.ts'
import { isProved } from '../orders/cancel-order.ts'
import { orders } from '../orders/orders.table.ts'
import { refunds } from '../refunds/refunds.table.ts'
import { ownerRoleId } from '../roles/owners.ts'
import { readSubscription, type SubscriptionWithPlan } from '../subscriptions/read-subscription.ts'
import { withdrawals } from '../withdrawals/withdrawals.table.ts'

export type Closing = SubscriptionWithPlan & { money: LeftMoney[]; pending: LeftPending[]; obstacles: ClosingObstacle[] }
type LeftPending = { currency: string; amount: number }
/** Minor units; `pending`: commission that is still frozen. */
export type GivenUp = LeftMoney & { pending: number }

/** Balance, commission and pending commission together, by currency. */
export function givenUp(money: LeftMoney[], pending: LeftPending[]): GivenUp[] {
  const currencies = [...new Set([...money, ...pending].map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const { balance = 0, commission = 0, debt = 0 } = money.find((one) => one.currency === currency) ?? {}
    return { currency, balance, commission, debt, pending: pending.find((one) => one.currency === currency)?.amount ?? 0 }
  })
}

/** Value the account would lose now, in minor units, with what its unpaid order holds. */
export async function lossOf(db: Db, accountId: number): Promise<number> {
  const [money, pending] = await Promise.all([moneyToLose(db, accountId), pendingOf(db, accountId)])
  return sumOf(givenUp(money, pending))
}

export function sumOf(lost: GivenUp[]): number {
  return lost.reduce((sum, { balance, commission, pending }) => sum + balance + Math.max(0, commission) + pending, 0)
}

/** What a member loses by closing their account, and what keeps them from it. */
export async function readClosing(db: Db, accountId: number): Promise<Closing> {
  const [subscription, money, pending, obstacles, lastOwner] = await Promise.all([
    readSubscription(db, accountId),
    moneyToLose(db, accountId),
    pendingOf(db, accountId),
    obstaclesOf(db, accountId),
    isLastOwner(db, accountId),
  ])
  return { ...subscription, money, pending, obstacles: [...obstacles, ...(lastOwner ? ['last_owner' as const] : [])] }
}

/** Money of the account, with what its unpaid order holds, because closing cancels the order. */
async function moneyToLose(db: Db, accountId: number): Promise<LeftMoney[]> {
  const [left, held] = await Promise.all([
    moneyOf(db, accountId),
    db
      .select({ currency: orders.currency, balance: orders.balanceAmount })
      .from(orders)
      .where(and(eq(orders.accountId, accountId), eq(orders.status, 'pending'), gt(orders.balanceAmount, 0))),
  ])
  const both = [...left, ...held.map((one) => ({ ...one, commission: 0, debt: 0 }))]
  return [...Map.groupBy(both, ({ currency }) => currency)].map(([currency, parts]) => ({
    currency,
    balance: parts.reduce((sum, { balance }) => sum + balance, 0),
    commission: parts.reduce((sum, { commission }) => sum + commission, 0),
    debt: parts.reduce((sum, { debt }) => sum + debt, 0),
  }))
}

/** What forbids closing: money on its way out, and paid orders not yet delivered. */
export async function obstaclesOf(db: Db, accountId: number): Promise<ClosingObstacle[]> {
  const mine = eq(orders.accountId, accountId)
  const [linked, withdrawal, refund, order] = await Promise.all([
    db.$count(accounts, eq(accounts.mainId, accountId)),
    db.$count(withdrawals, and(eq(withdrawals.accountId, accountId), inArray(withdrawals.status, ['requested', 'approved']))),
    db.$count(
      refunds,
      and(eq(refunds.status, 'requested'), inArray(refunds.orderId, db.select({ id: orders.id }).from(orders).where(mine))),
    ),
    db.$count(
      orders,
      and(
        mine,
        sql`(${inArray(orders.status, ['processing', 'review'])} or (${orders.status} = 'pending' and ${isProved(sql`${orders.id}`)}))`,
      ),
    ),
  ])
  const found: [number, ClosingObstacle][] = [
    [linked, 'linked'],
    [withdrawal, 'withdrawal'],
    [refund, 'refund'],
    [order, 'order'],
  ]
  return found.filter(([count]) => count > 0).map(([, name]) => name)
}

/** Commission that is still frozen, in each currency. */
export async function pendingOf(db: Db, accountId: number): Promise<LeftPending[]> {
  const { amount, reversedAmount, currency, receiverId, status } = commissions
  return db
    .select({ currency, amount: sql<number>`sum(${amount} - ${reversedAmount})::bigint`.mapWith(Number) })
    .from(commissions)
    .where(and(eq(receiverId, accountId), inArray(status, ['pending', 'confirmed'])))
    .groupBy(currency)
}

/** Whether an order of the account was paid after this time, so that it has more to lose than its member was shown. */
export async function hasPaidSince(db: Db, accountId: number, since: Date): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.accountId, accountId), gt(orders.paidAt, since)))) > 0
}

async function isLastOwner(db: Db, accountId: number): Promise<boolean> {
  const roleId = await ownerRoleId(db)
  const owners = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.roleId, roleId), isNull(accounts.bannedAt)))
    .limit(2)
  return owners.length === 1 && owners[0]?.id === accountId
}
