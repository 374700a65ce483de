import type { Withdrawal } from '@portico/contract/withdrawals'
import { useT } from '../i18n.ts'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { Stacked } from '../ui/stacked.tsx'

type Amounts = Pick<Withdrawal, 'amount' | 'fee_amount' | 'currency'>

/** The amount withdrawn, with the fee below it. */
export function WithdrawalAmount({ withdrawal: { amount, fee_amount: fee, currency } }: { withdrawal: Amounts }) {
  const t = useT()
  const money = useMoney()
  return (
    <Stacked note={fee > 0 ? t('withdrawal.fee', { amount: money(fee, currency) }) : null}>
      <Money amount={amount} currency={currency} />
    </Stacked>
  )
}
