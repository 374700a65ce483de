import { getYouthMode } from '@portico/contract/youth-mode'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { PathLink } from '../ui/path-link.tsx'
import styles from './youth-card.module.css'
import { useHoursText } from './youth-hours.ts'

const MINUTE = 60_000

/** Says what youth mode blocks for a member, and whether blocked hours apply now; nothing while it is off. */
export function PlanBanner() {
  const t = useT()
  const hoursText = useHoursText()
  const { data } = useQuery({
    ...get(getYouthMode, {}, { background: true }),
    // Blocked hours may begin or end while the page is open.
    refetchInterval: ({ state }) => (state.data?.on ? MINUTE : false),
  })
  if (!data?.on) return null
  const { resting, hours, categories, time_zone: zone } = data
  return (
    <Banner
      tone={resting ? 'warn' : 'info'}
      title={t(resting ? 'youth.resting' : 'youth.banner')}
      action={
        <PathLink className={buttonClass('outline')} to="/user/profile/index#youth">
          {t('youth.to_setting')}
        </PathLink>
      }
    >
      {resting && <span className={styles['line']}>{t('youth.resting_text')}</span>}
      {hours.length > 0 && (
        <span className={styles['line']}>
          {t('youth.banner_hours', { zone, hours: hours.map(hoursText).join(t('youth.hours_separator')) })}
        </span>
      )}
      {categories.length > 0 && (
        <span className={styles['line']}>{t('youth.banner_blocked', { what: categories.join(t('youth.separator')) })}</span>
      )}
    </Banner>
  )
}
