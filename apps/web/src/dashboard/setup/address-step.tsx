import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { ADDRESS_SETTING } from '../../nodes/call-address.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { StepMark } from '../../ui/stone/step-mark.tsx'
import { RowLabel } from './row-label.tsx'
import { useAddress } from './use-address.ts'
import styles from './setup.module.css'

/** The site's address, which nodes call and members open: the keystone. `isNow`: nothing else is left. */
export function AddressStep({ n, isNow }: { n: number; isNow: boolean }) {
  const t = useT()
  const may = useMay()
  const { address, isLocal } = useAddress()
  return (
    <li data-state={!isLocal ? 'done' : isNow ? 'now' : 'next'}>
      <StepMark state={!isLocal ? 'done' : isNow ? 'now' : 'next'} n={n} />
      <div className={styles['what']}>
        <h2>{may('settings.read') ? <PathLink to={ADDRESS_SETTING}>{t('setup.address')}</PathLink> : t('setup.address')}</h2>
        <p>{isLocal ? t('setup.address_local', { address }) : address}</p>
      </div>
      {!isLocal && <StatusBadge tone="good" label={t('setup.done')} />}
      {isLocal && may('settings.security') && (
        <PathLink className={buttonClass(isNow ? 'primary' : 'outline')} to={ADDRESS_SETTING}>
          {isNow ? t('setup.set_address') : <RowLabel>{t('setup.set_address')}</RowLabel>}
        </PathLink>
      )}
    </li>
  )
}
