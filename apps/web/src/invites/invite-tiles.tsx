import type { InviteStats } from '@portico/contract/invites'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Money } from '../ui/format/money.tsx'
import styles from './invites.module.css'

/** What inviting has earned, in four figures. */
export function InviteTiles({ stat }: { stat: InviteStats }) {
  const t = useT()
  const { currency } = stat
  return (
    <dl className={styles['tiles']}>
      <Tile name={t('invites.registered')}>{stat.registered.toLocaleString()}</Tile>
      <Tile name={t('invites.available')}>
        <Money amount={stat.available} currency={currency} />
      </Tile>
      <Tile name={t('invites.pending')}>
        <Money amount={stat.pending} currency={currency} />
      </Tile>
      <Tile name={t('invites.paid')}>
        <Money amount={stat.paid} currency={currency} />
      </Tile>
    </dl>
  )
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
