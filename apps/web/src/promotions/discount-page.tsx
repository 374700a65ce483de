import { listDiscounts, type RunningPromotion } from '@portico/contract/promotions'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { get, queryClient } from '../api/query.ts'
import { loadMessages, useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
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
      {isError && <LoadFailed title={t('discount.failed')} onRetry={refetch} />}
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

interface PromotionProps {
  promotion: RunningPromotion
  readAt: number
  onOver: () => void
}

function Promotion({ promotion, readAt, onOver }: PromotionProps) {
  const t = useT()
  const { name, content, percent, plans, periods, new_members_only: newcomers, seconds_left: left } = promotion
  return (
    <li className={styles['promotion']}>
      <p className={styles['percent']}>{t('discount.off', { percent })}</p>
      <div className={styles['words']}>
        <h2>
          {name} {newcomers && <span className={styles['tag']}>{t('discount.newcomers')}</span>}
        </h2>
        {content !== '' && <p>{content}</p>}
        <dl>
          <div>
            <dt>{t('discount.plans')}</dt>
            <dd>{plans === null ? t('discount.all_plans') : plans.map((plan) => plan.name).join(t('discount.separator'))}</dd>
          </div>
          <div>
            <dt>{t('discount.periods')}</dt>
            <dd>{periods === null ? t('discount.all_periods') : periods.map((one) => t(`period.${one}`)).join(t('discount.separator'))}</dd>
          </div>
        </dl>
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
