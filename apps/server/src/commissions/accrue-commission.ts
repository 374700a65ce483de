import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { OrderType } from '@portico/contract/orders'
import type { Settings } from '@portico/contract/settings-admin'
import type { Db, Tx } from '../db/client.ts'
import { orders } from '../orders/orders.table.ts'
import { commissions } from './commissions.table.ts'
import { type Ancestor, shareCommission } from './share-commission.ts'

const LEVELS = 3
const DAY_MS = 86_400_000

/**
 * Records what the buyer's inviters earn from an order that was just paid. Top-ups and balance payments earn nothing. `cashAmount`:
 * minor units received from outside for goods, without fee. The caller holds a lock on the order and on the buyer's subscription.
 * May be called twice: an order earns once.
 */
export async function accrueCommission(
  tx: Tx,
  order: { id: number; accountId: number; currency: string; type: OrderType },
  cashAmount: number,
  { at, settings }: { at: Date; settings: Settings },
): Promise<void> {
  if (cashAmount <= 0 || order.type === 'topup') return
  const { ancestors, mode } = await findAncestors(tx, order.accountId)
  const [rate, shares] = [settings['commission.rate'], settings['commission.shares']]
  const parts = shareCommission(cashAmount, ancestors, { rate, shares })
  if (parts.length === 0) return
  if ((mode ?? settings['commission.mode']) === 'first' && (await boughtBefore(tx, order))) return
  const frozenUntil = new Date(at.getTime() + settings['commission.freeze_days'] * DAY_MS)
  const shared = {
    orderId: order.id,
    buyerId: order.accountId,
    baseAmount: cashAmount,
    currency: order.currency,
    frozenUntil,
    createdAt: at,
  }
  await tx
    .insert(commissions)
    .values(parts.map(({ accountId, ...part }) => ({ ...shared, ...part, receiverId: accountId })))
    .onConflictDoNothing({ target: [commissions.orderId, commissions.level] })
}

/** Those who may gain when an order of this account is paid: it and its inviters. */
export async function earnersOf(tx: Tx, accountId: number): Promise<number[]> {
  const { ancestors } = await findAncestors(tx, accountId)
  return [accountId, ...ancestors.map((ancestor) => ancestor.accountId)]
}

/** The accounts by whose paid orders this one may gain: itself and whom it has invited. */
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

/** Up to three inviters above an account, each once and never the account itself, with the direct inviter's rule. */
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
 * Whether the buyer has an earlier order that counts. Top-ups and orders that are free, paid from the balance,
 * refunded or never opened do not.
 */
async function boughtBefore(tx: Tx, order: { id: number; accountId: number }): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, order.accountId),
        ne(orders.id, order.id),
        gt(orders.cashAmount, 0),
        ne(orders.type, 'topup'),
        inArray(orders.status, ['completed', 'absorbed']),
      ),
    )
    .limit(1)
  return earlier !== undefined
}
