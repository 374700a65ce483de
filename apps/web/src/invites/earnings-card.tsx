import { Button } from '@mantine/core'
import type { InviteStats } from '@portico/contract/invites'
import { withdrawalTerms } from '@portico/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/query.ts'
import { TransferModal } from '../commissions/transfer-modal.tsx'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { WithdrawModal } from '../withdrawals/withdraw-modal.tsx'
import styles from './invites.module.css'

/** The available commission, and the two ways to use it. */
export function EarningsCard({ stat }: { stat: InviteStats }) {
  const t = useT()
  const money = useMoney()
  const [asking, setAsking] = useState<'transfer' | 'withdraw' | null>(null)
  const { data: terms } = useQuery(get(withdrawalTerms, {}))
  const { available, currency } = stat
  const close = (): void => setAsking(null)
  return (
    <Card title={t('invites.earnings')}>
      <Facts>
        <Fact name={t('invites.available')}>
          <strong className={styles['available']} data-owed={available < 0 || undefined}>
            <Money amount={available} currency={currency} />
          </strong>
        </Fact>
        <Fact name={t('invites.held')}>
          <Money amount={stat.held} currency={currency} />
        </Fact>
        <Fact name={t('invites.pending')}>
          <Money amount={stat.pending} currency={currency} />
        </Fact>
      </Facts>
      {available < 0 && <p className={styles['note']}>{t('invites.owed_text')}</p>}
      <div className={styles['actions']}>
        <Button disabled={available <= 0} onClick={() => setAsking('transfer')}>
          {t('transfer.title')}
        </Button>
        <Button variant="default" disabled={!terms?.open || available < terms.min_amount} onClick={() => setAsking('withdraw')}>
          {t('withdraw.title')}
        </Button>
      </div>
      {terms && (
        <p className={styles['note']}>
          {terms.open ? t('withdraw.from', { amount: money(terms.min_amount, terms.currency) }) : t('withdraw.closed')}
        </p>
      )}
      {asking === 'transfer' && <TransferModal available={available} currency={currency} onClose={close} />}
      {asking === 'withdraw' && terms && <WithdrawModal available={available} terms={terms} onClose={close} />}
    </Card>
  )
}
