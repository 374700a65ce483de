import { useT } from '../i18n.ts'
import styles from './hero-picture.module.css'

const BARS = [34, 52, 41, 66, 58, 82, 47, 73, 61, 90, 55, 70]

/** A sketch of the member area: remaining traffic and a month of usage. Decoration only, no real figures. */
export function HeroPicture() {
  const t = useT()
  return (
    <div className={styles['picture']} aria-hidden>
      <div className={styles['card']}>
        <div className={styles['head']}>
          <span className={styles['dot']} />
          {t('home.picture_plan')}
          <span className={styles['badge']}>{t('home.picture_active')}</span>
        </div>
        <div className={styles['meter']}>
          <span />
        </div>
        <div className={styles['legend']}>
          <span>{t('home.picture_used')}</span>
          <span>38%</span>
        </div>
        <div className={styles['bars']}>
          {BARS.map((height, day) => (
            // The order of the figures never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={day} style={{ height: `${height}%` }} />
          ))}
        </div>
      </div>
    </div>
  )
}
