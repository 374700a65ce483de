import { Button } from '@mantine/core'
import type { InviteStats } from '@portico/contract/invites'
import { withdrawalTerms } from '@portico/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/query.ts'
import { TransferModal } from '../commissions/transfer-modal.tsx'
import { useT } from '../i18n.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { WithdrawModal } from '../withdrawals/withdraw-modal.tsx'
import styles from './invites.module.css'

/** The two ways to use the available commission. */
export function EarningsActions({ stat: { available, currency } }: { stat: InviteStats }) {
  const t = useT()
  const [asking, setAsking] = useState<'transfer' | 'withdraw' | null>(null)
  const money = useMoney()
  const { data: terms } = useQuery(get(withdrawalTerms, {}))
  const close = (): void => setAsking(null)
  return (
    <>
      {terms && !terms.open && <span className={styles['why']}>{t('withdraw.closed')}</span>}
      {terms?.open && available < terms.min_amount && (
        <span className={styles['why']}>
          {t('withdraw.short', {
            min: money(terms.min_amount, terms.currency),
            missing: money(terms.min_amount - available, terms.currency),
          })}
        </span>
      )}
      <Button variant="default" disabled={!terms?.open || available < terms.min_amount} onClick={() => setAsking('withdraw')}>
        {t('withdraw.title')}
      </Button>
      <Button disabled={available <= 0} onClick={() => setAsking('transfer')}>
        {t('transfer.title')}
      </Button>
      {asking === 'transfer' && <TransferModal available={available} currency={currency} onClose={close} />}
      {asking === 'withdraw' && terms && <WithdrawModal available={available} terms={terms} onClose={close} />}
    </>
  )
}
