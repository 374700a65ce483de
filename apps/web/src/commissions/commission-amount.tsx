import type { Commission } from '@portico/contract/commissions'
import { useT } from '../i18n.ts'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'

/** A commission's amount after refunds. The part that refunds took back is shown below. */
export function CommissionAmount({ commission }: { commission: Commission }) {
  const t = useT()
  const money = useMoney()
  const { amount, reversed_amount: reversed, currency, status } = commission
  return (
    <span className="stacked">
      <Money amount={amount - reversed} currency={currency} />
      {reversed > 0 && status !== 'void' && <small>{t('commission.reversed', { amount: money(reversed, currency) })}</small>}
    </span>
  )
}
