import { Button, Skeleton, Switch } from '@mantine/core'
import type { LineKind, Quote } from '@portico/contract/orders'
import { useWho } from '../../api/who.ts'
import { type MessageKey, useT } from '../../i18n.ts'
import { OrderRefused } from '../../orders/open/order-refused.tsx'
import { LineRows } from '../../orders/order-lines.tsx'
import { orderedWithPeriod } from '../../orders/ordered-name.ts'
import { MethodChoice } from '../../payments/method-choice.tsx'
import { payLabel } from '../../payments/pay-label.ts'
import { PayFoot, PricePanel, PriceTotal } from '../../payments/price-panel.tsx'
import { DebtNotice } from '../../topup/debt-notice.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/format/money.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import styles from '../configure.module.css'
import { CouponField } from './coupon-field.tsx'
import { useShorter } from './shorter.ts'
import type { Purchase } from './use-purchase.ts'

interface PlaceOrderProps {
  /** Why it cannot be ordered; null: it can. */
  reason: MessageKey | null
  purchase: Purchase
  /** Price of later orders, if only this one is promoted; null: the same. */
  then: number | null
}

/** What the plan costs, how it is paid, and the button that orders it. */
export function PlaceOrder({ reason, purchase, then }: PlaceOrderProps) {
  const t = useT()
  const { live } = purchase
  const { debt } = useWho()
  if (reason !== null) return <Banner tone="warn">{t(reason)}</Banner>
  if (debt > 0) return <DebtNotice />
  return (
    <PricePanel>
      {live.error ? (
        <NoQuote live={live} />
      ) : live.quote ? (
        <Terms quote={live.quote} purchase={purchase} then={then} />
      ) : (
        <div role="status" className={styles['waiting']}>
          <span className="visually-hidden">{t('state.loading')}</span>
          <Skeleton height={36} />
          <Skeleton height={22} />
          <Skeleton height={44} />
        </div>
      )}
    </PricePanel>
  )
}

/** Lines drawn as their own controls. */
const OWN: LineKind[] = ['coupon', 'balance']

/** The lines of the quote with its coupon and balance, the ways to pay, and the button. */
function Terms({ quote, purchase, then }: { quote: Quote } & Pick<PlaceOrderProps, 'purchase' | 'then'>) {
  const t = useT()
  const money = useMoney()
  const shorter = useShorter(quote)
  const { live, placing, ways, coupon, useBalance, setUseBalance } = purchase
  const { total_amount: total, lines, before, currency, promotion_name: promotion } = quote
  const price = lines[0]?.amount ?? 0
  const way = total > 0 ? ways.way : undefined
  const fee = way?.method.fee_amount ?? 0
  const amountOf = (kind: LineKind): number => lines.find((line) => line.kind === kind)?.amount ?? 0
  const others = lines.filter(({ kind }) => !OWN.includes(kind))
  const unpaid = t(price === 0 ? 'configure.get_free' : total === 0 ? 'configure.confirm' : 'configure.place')
  const label = way ? payLabel(t, way.method, money(total + fee, currency)) : unpaid
  const hint = placing.isBlocked ? t('open_order.checking_blocks') : price > 0 && total === 0 && t('configure.nothing_to_pay')
  return (
    <>
      <div className={styles['lines']} data-old={!live.isCurrent || undefined} aria-live="polite" aria-busy={!live.isCurrent}>
        <Facts>
          <LineRows
            lines={fee > 0 ? [...others, { kind: 'fee', amount: fee }] : others}
            currency={currency}
            names={{ price: orderedWithPeriod(quote), promotion: promotion && t('order_line.promotion_named', { name: promotion }) }}
          />
        </Facts>
        {price > 0 && <CouponField coupon={coupon} amount={amountOf('coupon')} currency={currency} />}
        {price > 0 && before.balance > 0 && (
          <div className={styles['balance']}>
            <Switch
              checked={useBalance}
              label={t('configure.use_balance', { amount: money(before.balance, currency) })}
              onChange={(event) => setUseBalance(event.currentTarget.checked)}
            />
            {amountOf('balance') < 0 && <Money amount={amountOf('balance')} currency={currency} />}
          </div>
        )}
        <PriceTotal name={t('order.total')} amount={total + fee} currency={currency} />
        {promotion !== null && then !== null && (
          <p className={styles['then']}>{t('plan.first_order', { amount: money(then, currency) })}</p>
        )}
      </div>
      {way && <MethodChoice ways={ways} currency={currency} disabled={placing.isPending} />}
      {total > 0 && !way && <p className={styles['nobody']}>{t('pay.no_methods')}</p>}
      <PayFoot
        label={label}
        amount={total + fee}
        currency={currency}
        what={orderedWithPeriod(quote)}
        warning={shorter}
        {...(hint && { hint })}
        failure={placing.error && <OrderRefused error={placing.error} />}
        disabled={!live.isCurrent || placing.isBlocked}
        loading={placing.isPending}
        onPay={() => placing.place({ quote, way })}
      />
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
