import { Button } from '@mantine/core'
import type { InviteStats } from '@portico/contract/invites'
import { withdrawalTerms } from '@portico/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import styles from './invites.module.css'

const TransferModal = lazyDialog(async () => (await import('../commissions/transfer-modal.tsx')).TransferModal)
const WithdrawModal = lazyDialog(async () => (await import('../withdrawals/withdraw-modal.tsx')).WithdrawModal)

/** Buttons for the available commission; without any, what withdrawing takes. */
export function EarningsActions({ stat: { available, currency } }: { stat: InviteStats }) {
  const t = useT()
  const [asking, setAsking] = useState<'transfer' | 'withdraw' | null>(null)
  const money = useMoney()
  const { data: terms } = useQuery(get(withdrawalTerms, {}))
  const close = (): void => setAsking(null)
  const missing = terms?.open ? terms.min_amount - available : 0
  return (
    <>
      {terms && !terms.open && available > 0 && <p className={styles['note']}>{t('withdraw.closed')}</p>}
      {terms?.open && missing > 0 && (
        <p className={styles['note']}>
          {t('withdraw.short', { min: money(terms.min_amount, terms.currency), missing: money(missing, terms.currency) })}
        </p>
      )}
      {available > 0 && (
        <div className={styles['actions']}>
          <Button onClick={() => setAsking('transfer')}>{t('transfer.title')}</Button>
          {terms?.open && missing <= 0 && (
            <Button variant="default" onClick={() => setAsking('withdraw')}>
              {t('withdraw.title')}
            </Button>
          )}
        </div>
      )}
      {asking === 'transfer' && <TransferModal available={available} currency={currency} onClose={close} />}
      {asking === 'withdraw' && terms && <WithdrawModal available={available} terms={terms} onClose={close} />}
    </>
  )
}
