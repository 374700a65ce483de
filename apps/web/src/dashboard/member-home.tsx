import { getDashboard } from '@portico/contract/subscriptions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { UnreadEvents } from '../events/unread-events.tsx'
import { useT } from '../i18n.ts'
import { ForecastLine } from '../traffic/forecast-line.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Money } from '../ui/format/money.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { YouthBanner } from '../youth-mode/youth-banner.tsx'
import styles from './dashboard.module.css'
import { LinkCard } from './link-card.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { UsageBars } from './usage-bars.tsx'

/** How a member's service is going. */
export function MemberHome() {
  const t = useT()
  const user = useWho()
  const { data } = useSuspenseQuery(get(getDashboard, {}))
  const { subscription, pending_orders: pending, usage } = data
  const holds = subscription.state !== 'none'
  return (
    <>
      <PageHeader title={t('dashboard.hello', { name: user.name })}>
        <p className={styles['balance']}>
          {t('dashboard.balance')} <Money amount={user.balance} currency={user.currency} />
        </p>
      </PageHeader>
      <div className="sections">
        {pending > 0 && (
          <p className={styles['pending']} role="status">
            {t('dashboard.pending', { n: pending })} <PathLink to="/user/orders">{t('dashboard.to_orders')}</PathLink>
          </p>
        )}
        {holds && <YouthBanner />}
        <UnreadEvents hidden={subscription.state === 'active' ? [] : ['usage_alert']} />
        {!holds && (
          <Card>
            <EmptyState title={t('dashboard.no_plan')} text={t('dashboard.no_plan_text')}>
              <PathLink to="/user/plans" className={buttonClass('primary')}>
                {t('dashboard.see_plans')}
              </PathLink>
            </EmptyState>
          </Card>
        )}
        {holds && (
          <div className={styles['grid']}>
            <PlanSummary subscription={subscription} />
            <Card title={t('dashboard.usage')} aside={<PathLink to="/user/traffics">{t('title.traffics')}</PathLink>}>
              <UsageBars days={usage} />
              <ForecastLine />
            </Card>
            <LinkCard url={subscription.subscribe_url} />
          </div>
        )}
      </div>
    </>
  )
}
