import { Button } from '@mantine/core'
import { fetchOrders } from '@portico/contract/orders'
import { getSubscribe } from '@portico/contract/subscriptions'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { CheckInCard } from '../check-ins/check-in-card.tsx'
import { PlanSummary } from '../dashboard/plan-summary.tsx'
import { UnreadEvents } from '../events/unread-events.tsx'
import { language, useT } from '../i18n.ts'
import { orderedName } from '../orders/ordered-name.ts'
import { RenewCard } from '../subscriptions/renew-card.tsx'
import { SubscriptionBanner } from '../subscriptions/state-banner.tsx'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { formatMoney } from '../ui/format/format-money.ts'
import { Money } from '../ui/format/money.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './center.module.css'
import { QuickActions } from './quick-actions.tsx'

export const Route = createFileRoute('/_signed-in/user/center')({
  loader: () => prefetch(get(getSubscribe, {})),
  component: CenterPage,
  staticData: { title: 'title.center' },
})

function CenterPage() {
  const t = useT()
  const user = useWho()
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  const holds = subscription.state !== 'none'
  return (
    <>
      <PageHeader title={t('dashboard.hello', { name: user.name })} text={t('center.text')} />
      <div className="sections">
        <WaitingOrder />
        <SubscriptionBanner state={subscription.state} />
        <UnreadEvents hidden={subscription.state === 'active' ? ['renewal_problem'] : ['renewal_problem', 'usage_alert']} />
        <CheckInCard runs={subscription.state === 'active' || subscription.state === 'over_quota'} />
        <QuickActions holds={holds} planId={subscription.plan_id} />
        <div className={styles['columns']} data-single={!holds || undefined}>
          {holds && (
            <div className="sections">
              <PlanSummary subscription={subscription} />
              <RenewCard subscription={subscription} />
            </div>
          )}
          <Card
            title={t('center.account')}
            aside={
              <PathLink to="/user/profile/index" className={styles['more']}>
                {t('title.profile')}
              </PathLink>
            }
          >
            <Facts>
              <Fact name={t('dashboard.balance')}>
                <strong className={styles['balance']}>
                  <Money amount={user.balance} currency={user.currency} />
                </strong>{' '}
                <PathLink to="/user/topup" className={styles['more']}>
                  {t('center.topup')}
                </PathLink>
              </Fact>
              <Fact name={t('account.email')}>{user.email}</Fact>
              <Fact name={t('account.class')}>{user.user_class || '–'}</Fact>
              <Fact name={t('account.since')}>
                <DateTime value={user.created_at} part="day" />
              </Fact>
            </Facts>
          </Card>
        </div>
      </div>
    </>
  )
}

/** The order that can still be paid. A member has at most one. */
function WaitingOrder() {
  const t = useT()
  const { data } = useQuery(get(fetchOrders, { query: { page: 1, page_size: 1, status: 'pending' } }))
  const order = data?.items[0]
  if (!order || order.seconds_left === 0) return null
  const amount = formatMoney(order.total_amount, order.currency, language.get())
  return (
    <Banner
      tone="warn"
      title={t('center.waiting')}
      action={
        <Button component={PathLink} to={`/user/order/${order.trade_no}`}>
          {t('center.continue')}
        </Button>
      }
    >
      {t('center.waiting_text', { plan: orderedName(order), amount })}
    </Banner>
  )
}
