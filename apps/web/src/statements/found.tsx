import { adminListStatementRows, type StatementImport, type StatementSum } from '@portico/contract/statements-imports-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'
import { Banner } from '../ui/banner.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { Money } from '../ui/format/money.tsx'
import styles from './statements.module.css'

const SAMPLE = 5

/** Summary of a file, to compare with the statement before booking. */
export function Found({ of }: { of: StatementImport }) {
  const t = useT()
  return (
    <section className={styles['part']}>
      {of.imported_before && (
        <Banner tone="info" title={t('statements.repeated_file')}>
          <DateTime value={of.imported_before} /> · {t('statements.repeated_file_text')}
        </Banner>
      )}
      {of.missing.length === 0 && of.payments === 0 && <Banner tone="warn" title={t('statements.nothing')} />}
      <h3>{t('statements.found_title')}</h3>
      <p className="quiet">{t('statements.found_text')}</p>
      <Facts>
        <Fact name={t('statements.method_of')}>{methodName(of.method_name)}</Fact>
        <Fact name={t('statements.payments')}>{formatNumber(of.payments)}</Fact>
        <Fact name={t('statements.sum_in')}>
          <Sums of={of.sums_in} />
        </Fact>
        <Fact name={t('statements.sum_out')}>
          <Sums of={of.sums_out} />
        </Fact>
        <Fact name={t('statements.days')}>
          {of.first_day && of.last_day ? t('statements.days_range', { first: of.first_day, last: of.last_day }) : t('statements.none')}
        </Fact>
        <Fact name={t('statements.row_skipped')}>{formatNumber(of.counts.skipped)}</Fact>
        <Fact name={t('statements.row_refused')}>{formatNumber(of.counts.refused)}</Fact>
      </Facts>
      {of.payments > 0 && <Sample of={of} />}
    </section>
  )
}

export function Sums({ of }: { of: StatementSum[] }) {
  const t = useT()
  if (of.length === 0) return t('statements.none')
  return of.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} />
    </div>
  ))
}

function Sample({ of: { id, reading } }: { of: StatementImport }) {
  const t = useT()
  const { data } = useQuery(get(adminListStatementRows, { params: { id }, query: { state: 'waiting', page_size: SAMPLE } }))
  return (
    <>
      <h3>{t('statements.sample')}</h3>
      <ul className={styles['sample']} key={reading.decimal + reading.date_order}>
        {data?.items.map(({ line, text, occurred_at, amount, currency }) => (
          <li key={line}>
            <span>
              {occurred_at && <DateTime value={occurred_at} />} ·{' '}
              {amount !== null && currency && <Money amount={amount} currency={currency} />}
            </span>
            <small>{text}</small>
          </li>
        ))}
      </ul>
    </>
  )
}
