import { PERIODS } from '@portico/contract/periods'
import { fetchPlans } from '@portico/contract/plans'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useParams } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { getSubscribe } from '@portico/contract/subscriptions'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { loadMemberPlans } from './member-plans.tsx'
import { offeredPeriods, whyNot } from './offer.ts'
import { PeriodChoice } from './period-choice.tsx'
import styles from './configure.module.css'
import { PlaceOrder } from './place-order.tsx'

export const Route = createFileRoute('/_signed-in/user/plan/$planId/$type')({
  loader: loadMemberPlans,
  component: ConfigurePage,
  staticData: { title: 'title.plan' },
})

/** The address names plan and period; a period that is not sold gives way to the first that is. */
function ConfigurePage() {
  const t = useT()
  const { planId, type } = useParams({ from: '/_signed-in/user/plan/$planId/$type' })
  const navigate = useNavigate({ from: '/user/plan/$planId/$type' })
  const { data } = useSuspenseQuery(get(fetchPlans, {}))
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  const plan = data.items.find((one) => one.id === Number(planId))
  const offered = plan ? offeredPeriods(plan, subscription) : []
  const asked = PERIODS[Number(type) - 1]
  const period = offered.find((one) => one === asked) ?? offered[0]
  if (!plan || !period) {
    return (
      <Card>
        <EmptyState title={t('configure.unknown')} text={t('configure.unknown_text')}>
          <Button component={PathLink} to="/user/plans">
            {t('dashboard.see_plans')}
          </Button>
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <PageHeader title={t(plan.held ? 'configure.renew' : 'title.plan')} text={plan.name} />
      <div className={styles['page']}>
        <PeriodChoice
          plan={plan}
          periods={offered}
          value={period}
          onChange={(next) => {
            const params = { planId, type: String(PERIODS.indexOf(next) + 1) }
            void navigate({ to: '.', params, replace: true, resetScroll: false })
          }}
        />
        <PlaceOrder plan={plan} period={period} reason={whyNot(plan, data.items)} />
      </div>
    </>
  )
}
