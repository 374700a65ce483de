import type { InviteStats } from '@portico/contract/invites'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Figure, Figures } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { EarningsActions } from './earnings-actions.tsx'
import styles from './invites.module.css'

/** Commission that inviting has earned. */
export function Earnings({ stat }: { stat: InviteStats }) {
  const t = useT()
  const { available, currency } = stat
  return (
    <Card>
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
      <EarningsActions stat={stat} />
      {available < 0 && <p className={styles['note']}>{t('invites.owed_text')}</p>}
    </Card>
  )
}
