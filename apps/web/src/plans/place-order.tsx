import { Button } from '@mantine/core'
import { fetchOrders, saveOrder } from '@portico/contract/orders'
import { type Period, periodMonths } from '@portico/contract/periods'
import type { MemberPlan } from '@portico/contract/plans'
import { getDashboard } from '@portico/contract/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError, call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Bytes } from '../ui/bytes.tsx'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/money.tsx'
import styles from './configure.module.css'
import { OpenOrderLink } from './open-order-link.tsx'

/** What will be ordered, and the button that orders it. `reason`: why it cannot be. */
export function PlaceOrder({ plan, period, reason }: { plan: MemberPlan; period: Period; reason: MessageKey | null }) {
  const t = useT()
  const router = useRouter()
  const place = useMutation({
    mutationFn: () => call(saveOrder, { body: { plan_id: plan.id, period } }),
    onSuccess: async (order) => {
      await router.navigate({ href: `/user/order/${order.trade_no}` })
      await invalidate(fetchOrders, getDashboard)
    },
  })
  const months = periodMonths[period]
  const price = plan[period] ?? 0
  return (
    <div className={styles['stack']}>
      {place.error && (
        <Banner tone="bad" title={t('configure.failed')} action={isOpenOrder(place.error) && <OpenOrderLink />}>
          {place.error.message}
        </Banner>
      )}
      {reason && <Banner tone="warn">{t(reason)}</Banner>}
      <Card title={t('order.summary')}>
        <Facts>
          <Fact name={t('order.plan')}>
            <strong>{plan.name}</strong>
          </Fact>
          <Fact name={t('order.period')}>{t(`period.${period}`)}</Fact>
          <Fact name={t('configure.term')}>{months === null ? t('subscription.permanent') : t('configure.months', { n: months })}</Fact>
          <Fact name={t('dashboard.traffic')}>
            <Bytes value={plan.transfer_enable} /> <small>{t(months === null ? 'configure.in_total' : 'configure.monthly')}</small>
          </Fact>
          <Fact name={t('dashboard.speed')}>{plan.speed_limit === null ? t('dashboard.unlimited') : `${plan.speed_limit} Mbps`}</Fact>
          <Fact name={t('dashboard.devices')}>{plan.device_limit ?? t('dashboard.unlimited')}</Fact>
        </Facts>
        <div className={styles['sum']}>
          <Facts>
            <Fact name={t('order.price')}>
              <strong className={styles['total']}>
                {price === 0 ? t('plan.free') : <Money amount={price} currency={plan.currency} />}
              </strong>
            </Fact>
          </Facts>
          <Button size="md" fullWidth disabled={reason !== null} loading={place.isPending} onClick={() => place.mutate()}>
            {t(price === 0 ? 'configure.get_free' : 'configure.place')}
          </Button>
          {price > 0 && <p className={styles['hint']}>{t('configure.next')}</p>}
          {plan.held && <p className={styles['hint']}>{t(months === null ? 'configure.renew_once_hint' : 'configure.renew_hint')}</p>}
        </div>
      </Card>
    </div>
  )
}

function isOpenOrder(error: Error): boolean {
  return error instanceof ApiError && error.code === 'order.open_exists'
}
