import type { Quote } from '@portico/contract/orders'
import { renewPath } from '@portico/contract/periods'
import { limitNames } from '@portico/contract/plan-limits'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { Card } from '../../ui/card.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { formatBytes } from '../../ui/format/format-bytes.ts'
import { useDate } from '../../ui/format/use-date.ts'
import { Money } from '../../ui/format/money.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { restOf } from '../offer.ts'
import { limitText, limitTexts } from '../limit-texts.ts'
import styles from './quote-changes.module.css'
import { isShorter } from './shorter.ts'

/** What an order would change, before and after, and what happens to a plan that is given up. */
export function QuoteChanges({ quote, isCurrent }: { quote: Quote; isCurrent: boolean }) {
  const t = useT()
  const { before } = quote
  const rows = useRows(quote)
  const isNew = before.plan_name === null
  const changed = rows.filter(({ same, isInPlan }) => !same && !(isNew && isInPlan))
  return (
    <Card title={t(isNew ? 'quote.after' : 'quote.changes')}>
      {quote.type === 'change' && <UnusedPart quote={quote} />}
      <Notes quote={quote} />
      {changed.length > 0 && (
        <table className={styles['changes']} data-old={!isCurrent || undefined}>
          {!isNew && (
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{t('quote.changes')}</span>
                </th>
                <th scope="col">{t('quote.before')}</th>
                <th scope="col">{t('quote.after')}</th>
              </tr>
            </thead>
          )}
          <tbody>
            {changed.map((row) => (
              <Row key={row.name} {...row} />
            ))}
          </tbody>
        </table>
      )}
      {!isNew && <p className={styles['stays']}>{t(quote.type === 'change' ? 'quote.link_stays' : 'quote.stays')}</p>}
    </Card>
  )
}

/** Notes on what is easily overlooked: a later start, or a useless reset. */
function Notes({ quote: { before, after, begins_at: begins, no_traffic: noTraffic, nothing_used: isVain } }: { quote: Quote }) {
  const t = useT()
  const date = useDate()
  const differs = before.traffic !== after.traffic || limitNames.some((limit) => before[limit] !== after[limit])
  const notes = [
    ...(begins !== null && differs ? [t('quote.begins', { day: date(begins) })] : []),
    ...(isVain ? [t('quote.nothing_used')] : []),
  ]
  return (
    <>
      {notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
      {noTraffic && (
        <p className={styles['note']}>
          {t('quote.no_traffic', { day: date(noTraffic.until) })}{' '}
          {noTraffic.reset_plan_id !== null && (
            <Link to={renewPath(noTraffic.reset_plan_id, 'reset_price')}>{t('quote.reset_instead')}</Link>
          )}
        </p>
      )}
    </>
  )
}

interface Change {
  name: string
  same: boolean
  /** The plan's own description says it. */
  isInPlan?: boolean
  /** The member has less than before, which is easily overlooked. */
  isLess?: boolean
  before: ReactNode
  after: ReactNode
}

function useRows(quote: Quote): Change[] {
  const t = useT()
  const { before, after, currency } = quote
  const isNew = before.plan_name === null
  const unlimited = t('dashboard.unlimited')
  const rows: Change[] = [
    {
      name: t('dashboard.plan'),
      same: before.plan_name === after.plan_name,
      isInPlan: true,
      before: before.plan_name ?? t('subscription.none'),
      after: after.plan_name,
    },
    {
      name: t('dashboard.expires'),
      same: !isNew && before.expired_at === after.expired_at,
      isLess: isShorter(quote),
      before: isNew ? null : <Until at={before.expired_at} />,
      after: <Until at={after.expired_at} />,
    },
    {
      name: t('quote.traffic'),
      same: before.traffic === after.traffic,
      isInPlan: true,
      before: formatBytes(before.traffic),
      after: formatBytes(after.traffic),
    },
    {
      name: t('quote.traffic_left'),
      same: before.traffic_left === after.traffic_left,
      isInPlan: true,
      before: formatBytes(before.traffic_left),
      after: formatBytes(after.traffic_left),
    },
    ...limitNames.map((limit) => ({
      name: t(limitTexts.changed[limit]),
      same: before[limit] === after[limit],
      isInPlan: true,
      before: limitText(limit, before[limit], unlimited),
      after: limitText(limit, after[limit], unlimited),
    })),
    {
      name: t('dashboard.balance'),
      same: before.balance === after.balance,
      before: <Money amount={before.balance} currency={currency} />,
      after: <Money amount={after.balance} currency={currency} />,
    },
  ]
  return before.balance + after.balance > 0 ? rows : rows.slice(0, -1)
}

function Row({ name, before, after, isLess = false }: Change) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <td data-less={isLess || undefined}>
        {before !== null && <IconArrowRight size={16} stroke={1.6} aria-hidden />}
        {after}
      </td>
    </tr>
  )
}

function Until({ at }: { at: string | null }) {
  const t = useT()
  return at === null ? t('subscription.permanent') : <DateTime value={at} part="date" />
}

/** What happens to the old plan's value, so that nothing is lost silently. */
function UnusedPart({ quote }: { quote: Quote }) {
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
