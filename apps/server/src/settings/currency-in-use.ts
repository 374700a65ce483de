import type { CurrencyUse } from '@portico/contract/settings-admin'
import { type SQL, sql } from 'drizzle-orm'
import { commissions } from '../commissions/commissions.table.ts'
import { coupons } from '../coupons/coupons.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { ledgerAccounts, ledgerEntries } from '../ledger/ledger.table.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { plans } from '../plans/plans.table.ts'
import { redeemBatches, redeemCodes, redeemTemplates } from '../redeem-codes/redeem-codes.table.ts'
import { refunds } from '../refunds/refunds.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { withdrawals } from '../withdrawals/withdrawals.table.ts'

/**
 * Throws `setting.currency_in_use` with amounts left in the currency: a change would hide them, or count them unconverted. `tiers`: top-up
 * bonuses after the change; `limits`: settings that keep their number.
 */
export async function refuseCurrencyInUse(
  tx: Tx,
  currency: string,
  { tiers, limits }: { tiers: number; limits: number },
  now: Date,
): Promise<void> {
  // Waits for money that is being posted, so that it is counted.
  await tx.execute(sql`lock table ${ledgerEntries} in share mode`)
  const found = await usesOf(tx, currency, now)
  const uses = [...found, { kind: 'tier' as const, count: tiers }, { kind: 'limit' as const, count: limits }].filter(
    ({ count }) => count > 0,
  )
  if (uses.length > 0) throw new AppError('setting.currency_in_use', { details: { uses } })
}

async function usesOf(db: Db, currency: string, now: Date): Promise<CurrencyUse[]> {
  const held = (kind: string): SQL => sql`from ${ledgerAccounts} where kind = ${kind} and currency = ${currency} and balance <> 0`
  const counted: Record<Exclude<CurrencyUse['kind'], 'tier' | 'limit'>, SQL> = {
    balance: held('member'),
    commission: held('commission'),
    frozen_commission: sql`from ${commissions} where currency = ${currency} and status in ('pending', 'confirmed')`,
    held: held('held'),
    debt: held('debt'),
    order: sql`from ${orders} where currency = ${currency} and status in ('pending', 'processing', 'review')`,
    refund: sql`from ${refunds} where currency = ${currency} and status = 'requested'`,
    payment: sql`
      from ${paymentReceipts} r join ${paymentAttempts} a on a.id = r.attempt_id
      where a.currency = ${currency} and r.outcome not in ('settled', 'credited') and r.resolution is null`,
    withdrawal: sql`from ${withdrawals} where currency = ${currency} and status in ('requested', 'approved')`,
    term: sql`
      from ${subscriptions} s
      where s.group_id is not null and (s.expires_at is null or s.expires_at >= ${now}) and exists (
        select from ${orders} o
        where o.account_id = s.account_id and o.plan_id = s.plan_id and o.currency = ${currency} and o.status = 'completed'
          and o.total_amount + o.balance_amount + o.surplus_amount > o.refunded_amount)`,
    plan: sql`
      from ${plans}
      where greatest(month_price, quarter_price, half_year_price, year_price, two_year_price, three_year_price, onetime_price, reset_price) > 0`,
    coupon: sql`from ${coupons} where kind = 'amount' and enabled and (ends_at is null or ends_at > ${now})`,
    code: sql`
      from ${redeemCodes} c join ${redeemBatches} b on b.id = c.batch_id join ${redeemTemplates} t on t.id = b.template_id
      where t.kind = 'balance' and c.used_count < c.max_uses and c.disabled_at is null and b.enabled and t.enabled
        and (b.expires_at is null or b.expires_at > ${now})`,
    method: sql`from ${paymentMethods} where deleted_at is null and (fee_fixed > 0 or exchange_rate is not null)`,
  }
  const counts = Object.entries(counted).map(([kind, from]) => sql`select ${kind} as kind, count(*)::int as count ${from}`)
  const { rows } = await db.execute<CurrencyUse>(sql.join(counts, sql` union all `))
  return rows
}
