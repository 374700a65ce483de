import type { FinanceMonth, Movement } from '@portico/contract/ledger-admin'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Days, spanOf } from '../db/in-days.ts'
import { shiftDay } from '../calendar.ts'

/** Movements that return money to the outside; a failed refund brings it back. */
const RETURNS: Movement[] = ['order.refunded', 'order.refund_failed', 'payment.refunded', 'payment.charged_back', 'payment.returned']

/**
 * The months of those days by currency, newest first; a month in between without movements is there with zeros. Only payment fees come from
 * the orders: an entry holds them together with the price, and the nightly check proves that both agree.
 */
export async function financeByMonth(db: Db, days: Days, zone: string): Promise<FinanceMonth[]> {
  const { since = null, until = null } = spanOf(days, zone)
  const during = sql`at >= coalesce(${since}, '-infinity'::timestamptz) and at < coalesce(${until}, 'infinity'::timestamptz)`
  const { rows } = await db.execute<Record<string, string>>(sql`
    with facts as (
      select t.created_at as at, e.currency, e.amount,
        case
          when a.kind = 'commission' then 'commission'
          when a.kind = 'revenue' then 'fees'
          when t.kind = 'withdrawal.paid' then 'withdrawals'
          when t.kind in ${RETURNS} then 'refunds'
          else 'income'
        end as what
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.ledger_account_id
      where a.kind = 'gateway' or (a.kind = 'commission' and t.kind in ('commission.paid', 'commission.reversed'))
        or (a.kind = 'revenue' and t.kind = 'withdrawal.paid')
      union all select paid_at, currency, fee_amount, 'fees' from orders where paid_at is not null and fee_amount > 0
    )
    select to_char(at at time zone ${zone}, 'YYYY-MM') as month, currency,
      coalesce(-sum(amount) filter (where what = 'income'), 0) as income,
      coalesce(sum(amount) filter (where what = 'fees'), 0) as fees,
      coalesce(sum(amount) filter (where what = 'refunds'), 0) as refunds,
      coalesce(sum(amount) filter (where what = 'commission'), 0) as commission,
      coalesce(sum(amount) filter (where what = 'withdrawals'), 0) as withdrawals
    from facts where ${during} group by 1, 2 order by currency, month`)
  return [...Map.groupBy(rows.map(toMonth), ({ currency }) => currency).values()].flatMap((months) => withoutGaps(months).toReversed())
}

function toMonth(row: Record<string, string>): FinanceMonth {
  const { month = '', currency = '' } = row
  const [income, refunds, withdrawals] = [Number(row['income']), Number(row['refunds']), Number(row['withdrawals'])]
  const net = income - refunds - withdrawals
  return { month, currency, income, fees: Number(row['fees']), refunds, commission: Number(row['commission']), withdrawals, net }
}

/** Adds empty months between the others. Takes one currency, oldest first. */
function withoutGaps(months: FinanceMonth[]): FinanceMonth[] {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return []
  const byMonth = new Map(months.map((row) => [row.month, row]))
  const none = { currency: first.currency, income: 0, fees: 0, refunds: 0, commission: 0, withdrawals: 0, net: 0 }
  const all: FinanceMonth[] = []
  for (let month = first.month; month <= last.month; month = after(month)) all.push(byMonth.get(month) ?? { month, ...none })
  return all
}

/** The next month: '2026-12' → '2027-01'. */
function after(month: string): string {
  return shiftDay(`${month}-28`, 4).slice(0, 7)
}
