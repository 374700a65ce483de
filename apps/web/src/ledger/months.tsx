import { Button } from '@mantine/core'
import { adminExportLedger, adminFinanceByMonth, type FinanceMonth } from '@portico/contract/ledger-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { Money } from '../ui/format/money.tsx'
import { NoEntries } from './no-entries.tsx'
import { useMonthName } from './month-name.ts'
import wide from '../ui/table/figures.module.css'
import styles from './ledger.module.css'
import { MonthsChart } from './months-chart.tsx'
import type { Days } from './periods.ts'

const SHOWN = 12
const SUMS = ['income', 'fees', 'refunds', 'commission', 'withdrawals', 'net'] as const

export const months = (days: Days) => list(adminFinanceByMonth, { query: days })

/** Income and expense by month, as a chart and a table for each currency. */
export function Months({ days }: { days: Days }) {
  const t = useT()
  const { data, error, refetch } = useQuery(months(days))
  const csv = (
    <Allowed to="export">
      <CsvButton
        name="finance-by-month"
        label={t('ledger.export_months')}
        load={(options) => call(adminExportLedger, { query: { what: 'months', ...days } }, options)}
      />
    </Allowed>
  )
  const items = data?.items ?? []
  const currencies = [...new Set(items.map(({ currency }) => currency))]
  return (
    <Card title={t('ledger.months')} aside={data && data.total > 0 && csv}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageLoading />}
      {data?.total === 0 && <NoEntries days={days} />}
      {data && data.total > 0 && (
        <>
          <MonthsChart rows={data.items} days={days} />
          {currencies.map((currency) => (
            <MonthsTable key={currency} currency={currency} rows={items.filter((row) => row.currency === currency)} />
          ))}
          <p className={wide['note']}>{t('ledger.months_text')}</p>
        </>
      )}
    </Card>
  )
}

function MonthsTable({ currency, rows }: { currency: string; rows: FinanceMonth[] }) {
  const t = useT()
  const monthName = useMonthName()
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, SHOWN)
  const sum = (name: (typeof SUMS)[number]): number => rows.reduce((total, row) => total + row[name], 0)
  return (
    <div className={wide['scroll']}>
      <table className={`${wide['table']} ${styles['table']}`} data-months aria-label={`${t('ledger.months')}, ${currency}`}>
        <thead>
          <tr>
            <th>{currency}</th>
            {SUMS.map((name) => (
              <th key={name}>{t(`ledger.month_${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.month}>
              <th scope="row">{monthName(row.month)}</th>
              {SUMS.map((name) => (
                <Sum key={name} name={name} amount={row[name]} currency={currency} />
              ))}
            </tr>
          ))}
          <tr className={wide['sum']}>
            <th scope="row">{t('ledger.sum', { currency })}</th>
            {SUMS.map((name) => (
              <Sum key={name} name={name} amount={sum(name)} currency={currency} />
            ))}
          </tr>
        </tbody>
      </table>
      {rows.length > SHOWN && !all && (
        <Button variant="subtle" size="compact-md" mt="xs" onClick={() => setAll(true)}>
          {t('ledger.months_all', { n: rows.length })}
        </Button>
      )}
    </div>
  )
}

function Sum({ name, amount, currency }: { name: (typeof SUMS)[number]; amount: number; currency: string }) {
  const t = useT()
  return (
    <td data-label={t(`ledger.month_${name}`)} data-sum={name} data-zero={amount === 0 || undefined}>
      {amount === 0 ? '–' : <Money amount={amount} currency={currency} />}
    </td>
  )
}
