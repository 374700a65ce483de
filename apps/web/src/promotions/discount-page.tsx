import { type Period, PERIODS } from '@portico/contract/periods'
import { listPublicPlans, type Plan } from '@portico/contract/plans'
import { listDiscounts, percentOff, type RunningPromotion } from '@portico/contract/promotions'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { get, queryClient } from '../api/query.ts'
import { language, loadMessages, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Money } from '../ui/format/money.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { LoadFailed, Loading, PublicFrame } from '../ui/plain/public-frame.tsx'
import { Countdown } from './countdown.tsx'
import styles from './discount-page.module.css'

export const Route = createFileRoute('/_public/discount')({
  loader: () => Promise.all([loadMessages('discount'), loadMessages('prices')]),
  component: DiscountPage,
  staticData: { title: 'title.discount' },
})

function DiscountPage() {
  const t = useT()
  const { data, isPending, isError, refetch, dataUpdatedAt } = useQuery(get(listDiscounts, {}), queryClient)
  return (
    <PublicFrame title={t('discount.title')} text={t('discount.text')}>
      {isPending && <Loading />}
      {isError && !data && <LoadFailed title={t('discount.failed')} onRetry={refetch} />}
      {data?.items.length === 0 && (
        <EmptyState title={t('discount.empty')} text={t('discount.empty_text')}>
          <Link to="/price" className={buttonClass('primary')}>
            {t('discount.see_prices')}
          </Link>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ul className={styles['list']}>
          {data.items.map((promotion) => (
            <Promotion key={promotion.id} promotion={promotion} readAt={dataUpdatedAt} onOver={() => void refetch()} />
          ))}
        </ul>
      )}
    </PublicFrame>
  )
}

function Promotion({ promotion, readAt, onOver }: { promotion: RunningPromotion; readAt: number; onOver: () => void }) {
  const t = useT()
  const { name, content, percent, plans, periods, new_members_only: newcomers, seconds_left: left } = promotion
  const offers = useOffers(promotion)
  // The prices name its plans and its period.
  const isSaid = plans !== null && periods?.length === 1 && offers.length === plans.length
  return (
    <li className={styles['promotion']}>
      <p className={styles['percent']}>{percentOff(percent, useStore(language))}</p>
      <div className={styles['words']}>
        <div>
          <h2>
            {name} {newcomers && <span className={styles['tag']}>{t('discount.newcomers')}</span>}
          </h2>
          {content !== '' && <p>{content}</p>}
          {!isSaid && (
            <dl>
              <div>
                <dt>{t('discount.plans')}</dt>
                <dd>{plans === null ? t('discount.all_plans') : plans.map((plan) => plan.name).join(t('discount.separator'))}</dd>
              </div>
              <div>
                <dt>{t('discount.periods')}</dt>
                <dd>
                  {periods === null ? t('discount.all_periods') : periods.map((one) => t(`period.${one}`)).join(t('discount.separator'))}
                </dd>
              </div>
            </dl>
          )}
        </div>
        {offers.length > 0 && <Prices offers={offers} />}
      </div>
      <div className={styles['act']}>
        {left !== null && (
          <p className={styles['ends']}>
            {t('discount.ends')} <Countdown until={readAt + left * 1000} onOver={onOver} />
          </p>
        )}
        <Link to="/price" className={buttonClass('outline')}>
          {t('discount.see_prices')}
          <span className="visually-hidden"> {name}</span>
        </Link>
      </div>
    </li>
  )
}

interface Offer {
  plan: Plan
  period: Period
  amount: number
}

/** Prices of plans with a promotion, each in the first period it lowers. */
function useOffers({ name, plans: only, periods }: RunningPromotion): Offer[] {
  const { data } = useQuery(get(listPublicPlans, {}, { background: true }), queryClient)
  return (data?.items ?? [])
    .filter(({ id }) => only === null || only.some((plan) => plan.id === id))
    .flatMap((plan) => {
      const period = PERIODS.find((one) => (periods === null || periods.includes(one)) && offerOf(plan, one, name) !== null)
      const amount = period && offerOf(plan, period, name)
      return period && amount !== null && amount !== undefined ? [{ plan, period, amount }] : []
    })
}

function Prices({ offers }: { offers: Offer[] }) {
  const t = useT()
  return (
    <ul className={styles['prices']}>
      {offers.map(({ plan, period, amount }) => (
        <li key={plan.id}>
          <span>{plan.name}</span>
          <strong>
            <Money amount={amount} currency={plan.currency} short />
          </strong>
          <small>
            <s>
              <Money amount={plan[period] ?? 0} currency={plan.currency} short />
            </s>{' '}
            {t(`per.${period}`)}
          </small>
        </li>
      ))}
    </ul>
  )
}

/** Promoted price; null: another promotion is better, or none applies. */
function offerOf(plan: Plan, period: Period, name: string): number | null {
  return plan[period] === null ? null : (plan.promotions.find((one) => one.period === period && one.name === name)?.amount ?? null)
}
