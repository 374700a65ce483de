import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { adminIncome } from '@portico/contract/ledger-admin'
import { minorDigits } from '@portico/contract/money'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { useMoney } from '../ui/format/use-money.ts'

const shortDay = (day: string): string => day.slice(5)

/** For operators: income, sales and new members of the last thirty days. */
export function IncomeChart() {
  const t = useT()
  const money = useMoney()
  const query = useQuery(get(adminIncome, { query: {} }))
  const { data } = query
  if (query.error && !data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!data) return <PageLoading />
  const { currency, items } = data
  const unit = 10 ** minorDigits(currency)
  const amount = (value: number): string => money(Math.round(value * unit), currency)
  const sum = (key: 'income' | 'commission' | 'orders' | 'new_members'): number => items.reduce((total, day) => total + day[key], 0)
  const money30 = { income: money(sum('income'), currency), commission: money(sum('commission'), currency) }
  const days = items.map((day) => ({ ...day, income: day.income / unit, commission: day.commission / unit }))
  const common = { h: 240, data: days, dataKey: 'day', withLegend: true, gridAxis: 'y', tickLine: 'none' } as const
  const axis = { xAxisProps: { tickFormatter: shortDay, minTickGap: 16 }, legendProps: { verticalAlign: 'bottom', height: 36 } as const }
  return (
    <>
      <Card title={t('income.title')}>
        <p className="intro">{t('income.text', money30)}</p>
        <div role="img" aria-label={t('income.text', money30)}>
          <BarChart
            {...common}
            {...axis}
            series={[
              { name: 'income', label: t('income.income'), color: 'var(--accent-strong)' },
              { name: 'commission', label: t('income.commission'), color: 'var(--accent-light)' },
            ]}
            valueFormatter={amount}
            yAxisProps={{ width: 84 }}
            barProps={{ isAnimationActive: false }}
          />
        </div>
      </Card>
      <Card title={t('income.counts')}>
        <p className="intro">{t('income.counts_text', { orders: sum('orders'), members: sum('new_members') })}</p>
        <div role="img" aria-label={t('income.counts_text', { orders: sum('orders'), members: sum('new_members') })}>
          <LineChart
            {...common}
            {...axis}
            withDots={false}
            curveType="linear"
            series={[
              { name: 'orders', label: t('income.orders'), color: 'var(--accent-strong)' },
              { name: 'new_members', label: t('income.new_members'), color: 'var(--accent-light)' },
            ]}
            yAxisProps={{ width: 48, allowDecimals: false }}
            lineProps={{ isAnimationActive: false }}
          />
        </div>
      </Card>
    </>
  )
}
