import { minorDigits, toDecimal } from '@portico/contract/money'
import { type OrderLine, type Quote, topupOffer } from '@portico/contract/orders'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { get, prefetch } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { language, useT } from '../i18n.ts'
import { OpenOrderStrip } from '../orders/open/open-order-strip.tsx'
import { OrderRefused } from '../orders/open/order-refused.tsx'
import { LineRows } from '../orders/order-lines.tsx'
import { type Placing, usePlaceOrder } from '../orders/use-place-order.ts'
import { type LiveQuote, useQuote } from '../orders/use-quote.ts'
import { MethodChoice } from '../payments/method-choice.tsx'
import { payLabel } from '../payments/pay-label.ts'
import { PayFoot, PricePanel, PriceTotal } from '../payments/price-panel.tsx'
import { useWay, type Ways } from '../payments/use-way.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { formatMoney } from '../ui/format/format-money.ts'
import { Money } from '../ui/format/money.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { DebtNotice } from './debt-notice.tsx'
import { amountsToOffer, bonusFor, type Offer } from './topup-amounts.ts'
import styles from './topup.module.css'

export const Route = createFileRoute('/_signed-in/user/topup')({
  loader: () => prefetch(get(topupOffer, {})),
  component: TopupPage,
  staticData: { title: 'title.topup' },
})

function TopupPage() {
  const t = useT()
  const { data: offer } = useSuspenseQuery(get(topupOffer, {}))
  return (
    <>
      <PageHeader title={t('title.topup')} text={t('topup.text')} />
      <DebtNotice linked={false} />
      {offer.enabled ? (
        <TopUp offer={offer} />
      ) : (
        <Card>
          <EmptyState title={t('topup.closed')} text={t('topup.closed_text')} />
        </Card>
      )}
    </>
  )
}

function TopUp({ offer }: { offer: Offer }) {
  const t = useT()
  const money = useMoney()
  const { currency, min_amount: min, max_amount: max } = offer
  const places = minorDigits(currency)
  const [text, setText] = useState(() => startWith(offer))
  const [left, setLeft] = useState(false)
  const amount = parseFixed(text, places)
  const fits = amount >= min && amount <= max
  const live = useQuote(fits ? { topup_amount: amount } : null)
  const placing = usePlaceOrder(live.renew)
  const ways = useWay(live.quote?.methods ?? [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setLeft(true)
    if (fits && live.quote && live.isCurrent) placing.place({ quote: live.quote, way: ways.way })
  }
  const range = t('topup.range', { min: money(min, currency), max: money(max, currency) })
  return (
    <div className="sections">
      <OpenOrderStrip />
      <form className={styles['page']} onSubmit={submit} noValidate>
        <Card title={t('topup.amount')}>
          <Tiers offer={offer} value={amount} onChoose={(next) => setText(toDecimal(next, currency))} />
          <MoneyInput
            label={t('topup.other')}
            description={range}
            autoComplete="off"
            size="md"
            value={text}
            error={left && !fits ? t(text === '' ? 'validation.required' : 'topup.out_of_range') : null}
            currency={currency}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={() => setLeft(text !== '')}
          />
        </Card>
        <Summary live={fits ? live : null} currency={currency} placing={placing} ways={ways} />
      </form>
    </div>
  )
}

/** The lowest amount with a button, ready to be paid. */
function startWith(offer: Offer): string {
  const [first] = amountsToOffer(offer)
  return first === undefined ? '' : toDecimal(first, offer.currency)
}

/** Amounts to choose from, with the bonus for each. */
function Tiers({ offer, value, onChoose }: { offer: Offer; value: number; onChoose: (amount: number) => void }) {
  const t = useT()
  return (
    <div className={styles['tiers']} role="group" aria-label={t('topup.amount')}>
      {amountsToOffer(offer).map((amount) => {
        const bonus = bonusFor(amount, offer.tiers)
        return (
          <button key={amount} type="button" className={styles['tier']} aria-pressed={amount === value} onClick={() => onChoose(amount)}>
            <strong>
              <Money amount={amount} currency={offer.currency} short />
            </strong>
            {bonus > 0 && <small>{t('topup.plus', { amount: formatMoney(bonus, offer.currency, language.get(), true) })}</small>}
          </button>
        )
      })}
    </div>
  )
}

interface SummaryProps {
  /** The quote; null: no amount yet. */
  live: LiveQuote | null
  currency: string
  placing: Placing
  ways: Ways
}

function Summary({ live, currency, placing, ways }: SummaryProps) {
  const t = useT()
  const money = useMoney()
  const quote = live?.quote
  const { way } = ways
  const fee = quote && way ? way.method.fee_amount : 0
  const total = (quote?.total_amount ?? 0) + fee
  const toPay = quote && way ? payLabel(t, way.method, money(total, currency)) : t('configure.place')
  const label = live ? toPay : t('topup.amount')
  const lines: OrderLine[] = [...(quote?.lines ?? []), ...(fee > 0 ? [{ kind: 'fee' as const, amount: fee }] : [])]
  return (
    <PricePanel>
      {live?.error && (
        <Banner tone="bad" title={t('quote.failed')}>
          {live.error.message}
        </Banner>
      )}
      <div className={styles['summary']} data-old={(live && !live.isCurrent) || undefined} aria-live="polite">
        {live && (
          <>
            <Facts>
              <LineRows lines={lines} currency={currency} names={{ price: t('order_line.topup') }} />
            </Facts>
            <PriceTotal name={t('order.total')} amount={total} currency={currency} />
          </>
        )}
        <After quote={quote} currency={currency} />
      </div>
      {quote && way && <MethodChoice ways={ways} currency={currency} disabled={placing.isPending} />}
      {quote && !way && <p className="quiet">{t('pay.no_methods')}</p>}
      <PayFoot
        label={label}
        amount={total}
        currency={currency}
        what={t('order_type.topup')}
        {...(placing.isBlocked && { hint: t('open_order.checking_blocks') })}
        failure={placing.error && <OrderRefused error={placing.error} />}
        loading={placing.isPending}
        disabled={!quote || !live?.isCurrent || placing.isBlocked}
      />
    </PricePanel>
  )
}

/** The balance now and after. */
function After({ quote, currency }: { quote: Quote | undefined; currency: string }) {
  const t = useT()
  const { balance } = useWho()
  return (
    <div className={styles['after']}>
      <Facts>
        <Fact name={t('topup.balance_now')}>
          <Money amount={quote?.before.balance ?? balance} currency={currency} />
        </Fact>
        {quote && quote.bonus_amount > 0 && (
          <Fact name={t('order.bonus')}>
            <Money amount={quote.bonus_amount} currency={currency} />
          </Fact>
        )}
        {quote && (
          <Fact name={t('topup.balance_after')}>
            <strong>
              <Money amount={quote.after.balance} currency={currency} />
            </strong>
          </Fact>
        )}
      </Facts>
    </div>
  )
}
