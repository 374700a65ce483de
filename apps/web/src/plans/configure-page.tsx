import { Button } from '@mantine/core'
import type { OrderType } from '@portico/contract/order-status'
import { type Period, PERIODS } from '@portico/contract/periods'
import { fetchPlans, type MemberPlan } from '@portico/contract/plans'
import { getSubscribe } from '@portico/contract/subscriptions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useParams } from '@tanstack/react-router'
import { get } from '../api/query.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { OpenOrderStrip } from '../orders/open/open-order-strip.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { closeGaps } from '../ui/format/close-gaps.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './configure.module.css'
import { loadMemberPlans } from './member-plans.tsx'
import { offeredPeriods, purchaseKind, refusalOf } from './offer.ts'
import { PeriodChoice, PlanContent } from './period-choice.tsx'
import { PlaceOrder } from './purchase/place-order.tsx'
import { PlanChoice } from './cards/plan-choice.tsx'
import { priceThen } from './cards/plan-price.ts'
import { QuoteChanges } from './purchase/quote-changes.tsx'
import { usePurchase } from './purchase/use-purchase.ts'

export const Route = createFileRoute('/_signed-in/user/plan/$planId/$type')({
  loader: loadMemberPlans,
  component: ConfigurePage,
  staticData: { title: 'title.plan' },
})

const TITLES: Record<OrderType, MessageKey> = {
  new: 'configure.new',
  renew: 'configure.renew',
  change: 'configure.change',
  reset: 'configure.reset',
  topup: 'title.topup',
}

/** The URL names plan and period. A period that is not on offer is replaced by the first one that is. */
function ConfigurePage() {
  const t = useT()
  const { planId, type } = useParams({ from: '/_signed-in/user/plan/$planId/$type' })
  const { data } = useSuspenseQuery(get(fetchPlans, {}))
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  const plan = data.items.find((one) => one.id === Number(planId))
  const offered = plan ? offeredPeriods(plan, subscription) : []
  const asked = PERIODS[Number(type) - 1]
  const period = offered.find((one) => one === asked) ?? offered[0]
  if (!plan || !period) {
    return (
      <Card>
        <EmptyState isPage drawing="search" title={t('configure.unknown')} text={t('configure.unknown_text')}>
          <Button component={PathLink} to="/user/plans">
            {t('dashboard.see_plans')}
          </Button>
        </EmptyState>
      </Card>
    )
  }
  const kind = purchaseKind(plan, period, subscription)
  const periodOf = (one: MemberPlan): Period | undefined => {
    const sold = offeredPeriods(one, subscription)
    return sold.find((each) => each === period) ?? sold[0]
  }
  const canHave = (one: MemberPlan): boolean => {
    const next = periodOf(one)
    return one.id === plan.id || (next !== undefined && refusalOf(one, data.items, purchaseKind(one, next, subscription)) === null)
  }
  return (
    <>
      <PageHeader title={closeGaps(t(TITLES[kind], { plan: plan.name }))} />
      <Configure
        plans={data.items.filter(canHave)}
        plan={plan}
        periodOf={periodOf}
        periods={offered}
        period={period}
        reason={refusalOf(plan, data.items, kind)}
      />
    </>
  )
}

interface ConfigureProps {
  plans: MemberPlan[]
  plan: MemberPlan
  /** The period a plan would be chosen for. */
  periodOf: (plan: MemberPlan) => Period | undefined
  periods: Period[]
  period: Period
  /** Why it cannot be ordered; null: it can. */
  reason: MessageKey | null
}

function Configure({ plans, plan, periodOf, periods, period, reason }: ConfigureProps) {
  const navigate = useNavigate({ from: '/user/plan/$planId/$type' })
  const purchase = usePurchase(plan.id, period, reason === null)
  const choose = (next: MemberPlan, of: Period): void => {
    const params = { planId: String(next.id), type: String(PERIODS.indexOf(of) + 1) }
    void navigate({ to: '.', params, replace: true, resetScroll: false })
  }
  const { quote, error, isCurrent } = purchase.live
  return (
    <div className="sections">
      {reason === null && <OpenOrderStrip />}
      <div className={styles['page']}>
        <div className={styles['choices']}>
          {plans.length > 1 && (
            <PlanChoice plans={plans} value={plan} periodOf={periodOf} onChange={(next) => choose(next, periodOf(next) ?? period)} />
          )}
          <PeriodChoice plan={plan} periods={periods} value={period} onChange={(next) => choose(plan, next)} />
          {period !== 'reset_price' && <PlanContent plan={plan} period={period} />}
          {quote && !error && reason === null && <QuoteChanges quote={quote} isCurrent={isCurrent} />}
        </div>
        <div className={styles['pay']}>
          <PlaceOrder reason={reason} purchase={purchase} then={priceThen(plan, period)} />
        </div>
      </div>
    </div>
  )
}
