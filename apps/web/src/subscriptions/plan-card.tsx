import type { Subscription } from '@portico/contract/subscriptions'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { useDate } from '../ui/format/use-date.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { CarryOverLine } from './carry-over-line.tsx'
import { renewPath } from '@portico/contract/periods'
import { limitNames } from '@portico/contract/plan-limits'
import { limitTexts } from '../plans/limit-texts.ts'
import styles from './plan-card.module.css'

const TONES: Record<Subscription['state'], Tone> = { none: 'quiet', active: 'good', expired: 'bad', over_quota: 'warn' }

/** The plan, how long it runs, and the way to renew or change it. */
export function PlanCard({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const date = useDate()
  const { state, plan_id: id, plan_name: name, expired_at: ends, starts_by: startsBy } = subscription
  return (
    <Card title={name ?? t('dashboard.plan')} aside={<StatusBadge tone={TONES[state]} label={t(`subscription.${state}`)} />}>
      <p className="quiet">
        {startsBy !== null
          ? t('plan_card.held', { n: daysBetween(startsBy, ends), day: date(startsBy) })
          : ends === null
            ? t('subscription.permanent')
            : t('plan_card.until', { day: date(ends) })}
        {limitNames.map((limit) => {
          const [text, n] = [limitTexts.held[limit], subscription[limit]]
          return text && n !== null && ` · ${t(text, { n })}`
        })}
      </p>
      <CarryOverLine subscription={subscription} className={styles['kept']} />
      <div className={styles['actions']}>
        {ends !== null && id !== null && (
          <PathLink className={buttonClass('outline')} to={renewPath(subscription.plan_id, subscription.period)}>
            {t('center.renew')}
          </PathLink>
        )}
        <PathLink className={buttonClass('outline')} to="/user/plans">
          {t('plan_card.other')}
        </PathLink>
      </div>
    </Card>
  )
}

/** Days of a held term. */
function daysBetween(from: string, to: string | null): number {
  return to === null ? 0 : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
