import type { OrderType } from '@portico/contract/order-status'
import { PERIODS, type Period } from '@portico/contract/periods'
import { fetchPlans, type MemberPlan, soldPeriods } from '@portico/contract/plans'
import { getSubscribe, type Subscription } from '@portico/contract/subscriptions'
import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { get, prefetch } from '../api/query.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useDate } from '../ui/format/use-date.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { CycleSwitch } from './cycle-switch.tsx'
import { isNearlyUsed, isOwn, offeredPeriods, purchaseKind, refusalOf } from './offer.ts'
import { pickedOut } from './cards/picked-out.ts'
import { savingsOf } from './cards/plan-price.ts'
import { PlanRow } from './cards/plan-row.tsx'
import { useMonthlyNote } from './cards/use-monthly-note.ts'
import around from './cards/around-cards.module.css'

const Search = z.object({ cycle: choice(PERIODS) })

export const loadMemberPlans = () => prefetch(get(fetchPlans, {}), get(getSubscribe, {}))

/** The plans a member can buy or renew, their own plan first. */
export function MemberPlans({ title }: { title: MessageKey }) {
  const t = useT()
  const monthlyNote = useMonthlyNote()
  const [search, setSearch] = usePageSearch(Search)
  const { data } = useSuspenseQuery(get(fetchPlans, {}))
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  // Here a member's own plan can only be renewed. Its own page offers the rest.
  const periodsOf = (plan: MemberPlan): Period[] =>
    offeredPeriods(plan, subscription).filter((period) => {
      const kind = purchaseKind(plan, period, subscription)
      return isOwn(plan) ? kind === 'renew' : kind !== 'reset'
    })
  const cycles = PERIODS.filter((period) => data.items.some((plan) => periodsOf(plan).includes(period)))
  const cycle = [search.cycle, subscription.period].find((asked) => asked && cycles.includes(asked)) ?? cycles[0]
  const periodOf = (plan: MemberPlan): Period => {
    const sold = periodsOf(plan)
    return sold.find((period) => period === cycle) ?? sold[0] ?? soldPeriods(plan)[0] ?? 'month_price'
  }
  const plans = data.items.filter((plan) => isOwn(plan) || periodOf(plan) === cycle).toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  const rest = data.items.filter((plan) => !plans.includes(plan))
  const recommended = pickedOut(plans)
  // Besides the arch one button stands out: for the member's own plan, or for the first one that the operator has marked.
  const main = plans.find(isOwn) ?? plans.find(({ tags }) => tags.length > 0) ?? plans[0]
  const choose = (plan: MemberPlan) => (
    <Choose
      plan={plan}
      plans={data.items}
      period={periodOf(plan)}
      subscription={subscription}
      isMain={plan === main || plan === recommended}
    />
  )
  return (
    <>
      <PageHeader title={t(title)} text={t('plans.text')} />
      {plans.length === 0 ? (
        <Card>
          <EmptyState title={t('price.empty')} text={t('price.empty_soon')} />
        </Card>
      ) : (
        <>
          {cycle && cycles.length > 1 && (
            <CycleSwitch
              cycles={cycles}
              savingsOf={(period) => savingsOf(plans, periodsOf, period)}
              value={cycle}
              onChange={(next) => setSearch({ cycle: next })}
            />
          )}
          <PlanRow
            plans={plans}
            rest={rest}
            periodOf={periodOf}
            noteOf={(plan) => monthlyNote(plan, periodsOf(plan), periodOf(plan))}
            markOf={(plan) => (isOwn(plan) ? t('plans.held') : undefined)}
            action={choose}
          />
        </>
      )}
    </>
  )
}

interface ChooseProps {
  plan: MemberPlan
  plans: MemberPlan[]
  period: Period
  subscription: Subscription
  /** true: the plan's button stands out. */
  isMain: boolean
}

const WORDS: Partial<Record<OrderType, MessageKey>> = { renew: 'plans.renew', change: 'plans.change', reset: 'plans.reset' }

function Choose({ plan, plans, period, subscription, isMain }: ChooseProps) {
  const t = useT()
  const kind = purchaseKind(plan, period, subscription)
  const reason = refusalOf(plan, plans, kind)
  if (reason === 'plan.sold_out' || reason === 'plans.other_active') {
    return (
      <button type="button" className={buttonClass('outline')} disabled title={t(reason)}>
        {t(reason === 'plan.sold_out' ? reason : 'plans.later')}
      </button>
    )
  }
  return (
    <>
      {isOwn(plan) && <HeldUntil at={subscription.expired_at} hasEnded={!plan.held} />}
      {reason ? (
        <p className={around['reason']}>{t(reason)}</p>
      ) : (
        <ToPlan plan={plan} period={period} text={t(WORDS[kind] ?? 'plan.choose')} kind={isMain ? 'primary' : 'outline'} />
      )}
      {plan.held && plan.can_reset && isNearlyUsed(subscription) && (
        <ToPlan plan={plan} period="reset_price" text={t('plans.reset')} kind="outline" />
      )}
    </>
  )
}

function ToPlan({ plan, period, text, kind }: { plan: MemberPlan; period: Period; text: string; kind: 'primary' | 'outline' }) {
  return (
    <PathLink to={`/user/plan/${plan.id}/${PERIODS.indexOf(period) + 1}`} className={buttonClass(kind)}>
      {text}
      <span className="visually-hidden"> {plan.name}</span>
    </PathLink>
  )
}

function HeldUntil({ at, hasEnded }: { at: string | null; hasEnded: boolean }) {
  const t = useT()
  const date = useDate()
  return (
    <p className={around['reason']}>
      {at === null ? t('subscription.permanent') : t(hasEnded ? 'plans.ended' : 'plans.valid_until', { day: date(at) })}
    </p>
  )
}
