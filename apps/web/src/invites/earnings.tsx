import type { InviteStats } from '@portico/contract/invites'
import { withdrawalTerms } from '@portico/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Figure, Figures } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import styles from './invites.module.css'

/** What inviting has earned, and when it can be used. */
export function Earnings({ stat }: { stat: InviteStats }) {
  const t = useT()
  const money = useMoney()
  const { data: terms } = useQuery(get(withdrawalTerms, {}))
  const { available, currency } = stat
  return (
    <div>
      <Figures>
        <Figure name={t('invites.available')} isBad={available < 0}>
          <Money amount={available} currency={currency} />
        </Figure>
        <Figure name={t('invites.pending')}>
          <Money amount={stat.pending} currency={currency} />
        </Figure>
        <Figure name={t('invites.held')}>
          <Money amount={stat.held} currency={currency} />
        </Figure>
        <Figure name={t('invites.paid')}>
          <Money amount={stat.paid} currency={currency} />
        </Figure>
        <Figure name={t('invites.registered')}>{formatNumber(stat.registered)}</Figure>
      </Figures>
      {available < 0 && <p className={styles['note']}>{t('invites.owed_text')}</p>}
      {terms && (
        <p className={styles['note']}>
          {terms.open ? t('withdraw.from', { amount: money(terms.min_amount, terms.currency) }) : t('withdraw.closed')}
        </p>
      )}
    </div>
  )
}
