import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { OrderType } from '@portico/contract/order-status'
import type { Settings } from '@portico/contract/settings-admin'
import type { Db, Tx } from '../db/client.ts'
import { orders } from '../orders/orders.table.ts'
import { commissions } from './commissions.table.ts'
import { type Ancestor, shareCommission } from './share-commission.ts'
import { noteTopUps, type TopUpPart, unearnedTopUps } from './top-ups.ts'

const LEVELS = 3
const DAY_MS = 86_400_000

type Paid = { id: number; accountId: number; currency: string; type: OrderType }
/** Base of a commission: the amount, and the parts of it that came from top-ups. */
type Base = { amount: number; topUps: TopUpPart[] }

/**
 * Records what the buyer's inviters earn from an order that was just paid. `cashAmount`: minor units received from outside, without fee.
 * For each level, the settings say whether a top-up earns, or the order that its money pays for. The caller holds a lock on the order and
 * on the buyer's subscription. May be called twice: an order earns once.
 */
export async function accrueCommission(
  tx: Tx,
  order: Paid,
  cashAmount: number,
  { at, settings }: { at: Date; settings: Settings },
): Promise<void> {
  const { ancestors, mode } = await findAncestors(tx, order.accountId)
  const [rate, shares] = [settings['commission.rate'], settings['commission.shares']]
  const isFirstOnly = (mode ?? settings['commission.mode']) === 'first'
  const frozenUntil = new Date(at.getTime() + settings['commission.freeze_days'] * DAY_MS)
  const shared = { orderId: order.id, buyerId: order.accountId, currency: order.currency, frozenUntil, createdAt: at }
  for (const { level } of ancestors) {
    const base = await baseOf(tx, order, cashAmount, { level, settings })
    const part = base.amount > 0 && shareCommission(base.amount, ancestors, { rate, shares }).find((one) => one.level === level)
    if (!part || (isFirstOnly && (await boughtBefore(tx, order, level)))) continue
    const { accountId, ...share } = part
    const [made] = await tx
      .insert(commissions)
      .values({ ...shared, ...share, baseAmount: base.amount, receiverId: accountId })
      .onConflictDoNothing({ target: [commissions.orderId, commissions.level] })
      .returning({ id: commissions.id })
    if (made) await noteTopUps(tx, made.id, base.topUps)
  }
}

/** The base of a level's commission. */
async function baseOf(tx: Tx, order: Paid, cashAmount: number, { level, settings }: { level: number; settings: Settings }): Promise<Base> {
  const rule = ruleOf(level, settings)
  if (order.type === 'topup') {
    const amount = rule === 'topup' ? cashAmount : 0
    return { amount, topUps: [{ topUpId: order.id, amount }] }
  }
  const topUps = rule === 'order' ? await unearnedTopUps(tx, order.id, level) : []
  return { amount: topUps.reduce((sum, { amount }) => sum + amount, Math.max(0, cashAmount)), topUps }
}

function ruleOf(level: number, settings: Settings): 'never' | 'topup' | 'order' {
  if (level === 1) return settings['commission.balance_1']
  return settings[level === 2 ? 'commission.balance_2' : 'commission.balance_3']
}

/** Accounts that may gain if this account's order is paid: itself and its inviters. */
export async function earnersOf(tx: Tx, accountId: number): Promise<number[]> {
  const { ancestors } = await findAncestors(tx, accountId)
  return [accountId, ...ancestors.map((ancestor) => ancestor.accountId)]
}

/** Accounts whose paid orders may give this account something: itself and those it invited. */
export async function earnsFrom(db: Db, accountId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive below as (
      select ${accountId}::bigint as id, 0 as level
      union
      select a.id, below.level + 1 from below join accounts a on a.inviter_id = below.id where below.level < ${LEVELS}
    )
    select distinct id from below`)
  return rows.map(({ id }) => id)
}

type Inviter = { id: number; level: number; closed: boolean; rate: number | null; mode: 'first' | 'every' | null }

/** Up to three inviters above an account, without circles, and the direct inviter's rule. */
async function findAncestors(tx: Tx, accountId: number): Promise<{ ancestors: Ancestor[]; mode: 'first' | 'every' | null }> {
  const { rows } = await tx.execute<Inviter>(sql`
    with recursive above as (
      select inviter_id as id, 1 as level, array[id] as seen from accounts where id = ${accountId}
      union all
      select a.inviter_id, above.level + 1, above.seen || above.id from above join accounts a on a.id = above.id
      where above.level < ${LEVELS}
    )
    select a.id, above.level, a.banned_at is not null or a.closed_at is not null as closed, a.commission_rate as rate, a.commission_mode as mode
    from above join accounts a on a.id = above.id
    where above.id <> all (above.seen)
    order by above.level`)
  const ancestors = rows.map(({ id, level, closed, rate }) => ({ accountId: id, level, closed, rate }))
  return { ancestors, mode: rows[0]?.mode ?? null }
}

/**
 * Whether the buyer has an earlier order that counts at a level: paid with outside money, or one that earned the level's commission. Free,
 * refunded or unopened orders do not count.
 */
async function boughtBefore(tx: Tx, order: { id: number; accountId: number }, level: number): Promise<boolean> {
  const paid = and(gt(orders.cashAmount, 0), ne(orders.type, 'topup'), inArray(orders.status, ['completed', 'absorbed']))
  const earned = sql`exists (
    select from ${commissions} c where c.order_id = ${orders.id} and c.level = ${level} and c.reversed_amount < c.amount)`
  const [earlier] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.accountId, order.accountId), ne(orders.id, order.id), or(paid, earned)))
    .limit(1)
  return earlier !== undefined
}
