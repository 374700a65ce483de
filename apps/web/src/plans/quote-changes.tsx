import type { Quote } from '@portico/contract/orders'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { restOf } from './offer.ts'
import styles from './quote-changes.module.css'

/** What an order would change, before and after, and what happens to a plan that is given up. */
export function QuoteChanges({ quote, isCurrent }: { quote: Quote; isCurrent: boolean }) {
  const t = useT()
  const { before, after, currency } = quote
  return (
    <Card title={t('quote.changes')}>
      {quote.type === 'change' && <Rest quote={quote} />}
      <table className={styles['changes']} data-old={!isCurrent || undefined}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('quote.changes')}</span>
            </th>
            <th scope="col">{t('quote.before')}</th>
            <th scope="col">{t('quote.after')}</th>
          </tr>
        </thead>
        <tbody>
          <Row name={t('dashboard.plan')} same={before.plan_name === after.plan_name} before={before.plan_name ?? t('subscription.none')}>
            {after.plan_name}
          </Row>
          <Row
            name={t('dashboard.expires')}
            same={before.plan_name !== null && before.expired_at === after.expired_at}
            before={before.plan_name === null ? '–' : <Until at={before.expired_at} />}
          >
            <Until at={after.expired_at} />
          </Row>
          <Row
            name={t('quote.traffic')}
            same={before.traffic === after.traffic}
            before={before.plan_name === null ? '–' : formatBytes(before.traffic)}
          >
            {formatBytes(after.traffic)}
          </Row>
          <Row
            name={t('quote.traffic_left')}
            same={before.traffic_left === after.traffic_left}
            before={before.plan_name === null ? '–' : formatBytes(before.traffic_left)}
          >
            {formatBytes(after.traffic_left)}
          </Row>
          <Row
            name={t('dashboard.devices')}
            same={before.plan_name !== null && before.device_limit === after.device_limit}
            before={before.plan_name === null ? '–' : (before.device_limit ?? t('dashboard.unlimited'))}
          >
            {after.device_limit ?? t('dashboard.unlimited')}
          </Row>
          {before.plan_name !== null && (
            <Row name={t('dashboard.link')} same before="">
              {null}
            </Row>
          )}
          {before.balance + after.balance > 0 && (
            <Row
              name={t('dashboard.balance')}
              same={before.balance === after.balance}
              before={<Money amount={before.balance} currency={currency} />}
            >
              <Money amount={after.balance} currency={currency} />
            </Row>
          )}
        </tbody>
      </table>
    </Card>
  )
}

/** One value before the order, and either its new value or a note that it stays. */
function Row({ name, before, same, children }: { name: string; before: ReactNode; same: boolean; children: ReactNode }) {
  const t = useT()
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <td data-same={same || undefined}>
        {!same && <IconArrowRight size={16} stroke={1.6} aria-hidden />}
        {same ? t('quote.stays') : children}
      </td>
    </tr>
  )
}

function Until({ at }: { at: string | null }) {
  const t = useT()
  return at === null ? t('subscription.permanent') : <DateTime value={at} part="day" />
}

/** Says what happens to the value of the old plan, so that nothing is given up silently. */
function Rest({ quote }: { quote: Quote }) {
  const t = useT()
  const money = useMoney()
  const rest = restOf(quote)
  const plan = quote.before.plan_name ?? ''
  return (
    <div className={styles['rest']}>
      <p>
        {rest.worth > 0
          ? t('quote.rest_counts', { plan, amount: money(rest.worth, quote.currency) })
          : t('quote.rest_nothing', { plan, next: quote.plan_name })}
      </p>
      {rest.credit > 0 && <p>{t('quote.rest_credit', { amount: money(rest.credit, quote.currency) })}</p>}
    </div>
  )
}
