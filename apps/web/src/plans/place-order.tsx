import { Button, Skeleton, Switch } from '@mantine/core'
import type { OrderType, Quote } from '@portico/contract/orders'
import { type Period, periodMonths } from '@portico/contract/periods'
import type { MemberPlan } from '@portico/contract/plans'
import { ApiError } from '../api/call.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { OrderLines } from '../orders/order-lines.tsx'
import { Banner } from '../ui/banner.tsx'
import { Bytes } from '../ui/format/bytes.tsx'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import styles from './configure.module.css'
import { CouponField } from './coupon-field.tsx'
import { OpenOrderLink } from './open-order-link.tsx'
import type { Purchase } from './use-purchase.ts'

interface PlaceOrderProps {
  plan: MemberPlan
  period: Period
  kind: OrderType
  /** Why it cannot be ordered; null: it can. */
  reason: MessageKey | null
  purchase: Purchase
}

/** What will be ordered, what it costs, and the button that orders it. */
export function PlaceOrder({ plan, period, kind, reason, purchase }: PlaceOrderProps) {
  const t = useT()
  const { live } = purchase
  return (
    <div className="sections">
      {reason && <Banner tone="warn">{t(reason)}</Banner>}
      <Card title={t('order.summary')}>
        <Facts>
          <Fact name={t('order.plan')}>
            <strong>{plan.name}</strong>
          </Fact>
          <Fact name={t('order.type')}>{t(`order_type.${kind}`)}</Fact>
          {kind !== 'reset' && <Contents plan={plan} period={period} />}
        </Facts>
        {reason === null && (
          <div className={styles['sum']}>
            {live.error ? (
              <NoQuote live={live} />
            ) : live.quote ? (
              <Terms quote={live.quote} purchase={purchase} />
            ) : (
              <div role="status" className={styles['waiting']}>
                <span className="visually-hidden">{t('state.loading')}</span>
                <Skeleton height={36} />
                <Skeleton height={22} />
                <Skeleton height={44} />
              </div>
            )}
          </div>
        )}
      </Card>
    </div>
  )
}

function Contents({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const months = periodMonths[period]
  return (
    <>
      <Fact name={t('configure.term')}>{months === null ? t('subscription.permanent') : t('configure.months', { n: months })}</Fact>
      <Fact name={t('dashboard.traffic')}>
        <Bytes value={plan.transfer_enable} /> <small>{t(months === null ? 'configure.in_total' : 'configure.monthly')}</small>
      </Fact>
      <Fact name={t('dashboard.speed')}>{plan.speed_limit === null ? t('dashboard.unlimited') : `${plan.speed_limit} Mbps`}</Fact>
      <Fact name={t('dashboard.devices')}>{plan.device_limit ?? t('dashboard.unlimited')}</Fact>
    </>
  )
}

/** The coupon and balance options, the lines of the quote, and the button. */
function Terms({ quote, purchase }: { quote: Quote; purchase: Purchase }) {
  const t = useT()
  const money = useMoney()
  const { live, placing, coupon, useBalance, setUseBalance } = purchase
  const { total_amount: total, lines, before, currency } = quote
  const price = lines[0]?.amount ?? 0
  return (
    <>
      {price > 0 && <CouponField coupon={coupon} />}
      {price > 0 && before.balance > 0 && (
        <Switch
          checked={useBalance}
          label={t('configure.use_balance', { amount: money(before.balance, currency) })}
          onChange={(event) => setUseBalance(event.currentTarget.checked)}
        />
      )}
      <div className={styles['lines']} data-old={!live.isCurrent || undefined} aria-live="polite" aria-busy={!live.isCurrent}>
        <OrderLines lines={lines} currency={currency} total={total} promotion={quote.promotion_name} />
      </div>
      {placing.error && (
        <Banner tone="bad" title={t('configure.failed')} action={isOpenOrder(placing.error) && <OpenOrderLink />}>
          {placing.error.message}
        </Banner>
      )}
      <Button size="md" fullWidth disabled={!live.isCurrent} loading={placing.isPending} onClick={() => placing.place(quote.quote)}>
        {t(price === 0 ? 'configure.get_free' : total === 0 ? 'configure.confirm' : 'configure.place')}
      </Button>
      {price > 0 && <p className={styles['hint']}>{t(total === 0 ? 'configure.nothing_to_pay' : 'configure.next')}</p>}
    </>
  )
}

function NoQuote({ live }: { live: Purchase['live'] }) {
  const t = useT()
  return (
    <Banner
      tone="bad"
      title={t('quote.failed')}
      action={
        <Button variant="default" onClick={() => void live.renew()}>
          {t('action.retry')}
        </Button>
      }
    >
      {live.error?.message}
    </Banner>
  )
}

function isOpenOrder(error: Error): boolean {
  return error instanceof ApiError && error.code === 'order.open_exists'
}
