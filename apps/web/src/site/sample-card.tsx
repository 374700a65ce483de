import { useT } from '../i18n.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './sample-card.module.css'

const STONES = 24
const LEFT = 17

/** A picture of a member's plan, the same for everyone. */
export function SampleCard() {
  const t = useT()
  // The figure is larger than the words on both of its sides.
  const [before, after] = t('home.sample_left', { amount: '|' }).split('|')
  return (
    <div className={styles['card']} role="img" aria-label={t('home.sample')}>
      <div className={styles['between']} aria-hidden>
        <strong>{t('home.sample_plan')}</strong>
        <StatusBadge tone="good" label={t('home.sample_active')} />
      </div>
      <p className={styles['left']} aria-hidden>
        {before} <b>214 GB</b> <span>{after}</span>
      </p>
      <div className={styles['stones']} aria-hidden>
        {Array.from({ length: STONES }, (_, i) => (
          // The stones never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <i key={i} data-off={i >= LEFT || undefined} />
        ))}
      </div>
      <div className={`${styles['between']} ${styles['small']}`} aria-hidden>
        <span>{t('home.sample_reset')}</span>
        <span>{t('home.sample_devices')}</span>
      </div>
    </div>
  )
}
