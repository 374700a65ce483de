import { ActionIcon, Button } from '@mantine/core'
import { adminReadMonth, type Month, MonthKey } from '@portico/contract/months-admin'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { list, prefetch } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { useMonthName } from '../ledger/month-name.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { shiftMonth } from '../ui/format/calendar.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { useToday } from '../ui/format/use-today.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { usePageSearch } from '../ui/page-search.ts'
import { DeferredCard } from './deferred-card.tsx'
import { ExportMenu } from './export-menu.tsx'
import { GatewaysCard } from './gateways-card.tsx'
import { IncomeCard, MoneyCard, OwedCard, TaxCard } from './month-cards.tsx'
import styles from './months.module.css'

export const Route = createFileRoute('/_signed-in/_console/admin/month')({
  // Which month it is, only the page knows: it depends on the site's zone.
  loader: ({ location }) => {
    const { month } = Search.parse(location.search)
    return month === undefined ? undefined : prefetch(figures(month))
  },
  component: MonthPage,
  staticData: { title: 'title.month' },
})

const Search = z.object({ month: z.catch(z.optional(MonthKey), undefined) })
const figures = (month: string) => list(adminReadMonth, { query: { month } })

function MonthPage() {
  const t = useT()
  const monthName = useMonthName()
  const [search, change] = usePageSearch(Search)
  const running = useToday().slice(0, 7)
  const month = search.month ?? running
  const { data, error, refetch, dataUpdatedAt } = useQuery(figures(month))
  return (
    <>
      <PageHeader title={t('title.month')} text={t('month.text')}>
        <div className={styles['chooser']}>
          <ActionIcon variant="subtle" aria-label={t('month.earlier')} onClick={() => change({ month: shiftMonth(month, -1) })}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <strong aria-live="polite">{monthName(month)}</strong>
          <ActionIcon
            variant="subtle"
            aria-label={t('month.later')}
            disabled={month >= running}
            onClick={() => change({ month: shiftMonth(month, 1) })}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </div>
        <Button variant="default" leftSection={<IconPrinter size={16} />} className="sign-only" onClick={() => window.print()}>
          {t('month.print')}
        </Button>
        <Allowed to={['members.read', 'export']}>
          <ExportMenu month={month} />
        </Allowed>
      </PageHeader>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageLoading />}
      {data && <Figures of={data} at={new Date(dataUpdatedAt)} />}
    </>
  )
}

/** The figures of a month. `at`: when they were read. */
function Figures({ of, at }: { of: Month; at: Date }) {
  const t = useT()
  const zone = useZone()
  const monthName = useMonthName()
  const state = of.is_over ? t('month.over') : t('month.running', { at: formatDateTime(at, zone, 'minute') })
  return (
    <div className={styles['month']} data-print>
      <p className={styles['printed']}>
        <strong>{monthName(of.month)}</strong> {zone}
      </p>
      <p className={styles['state']}>{state}</p>
      <MoneyCard rows={of.money} />
      <IncomeCard rows={of.income} />
      <DeferredCard rows={of.deferred} />
      <OwedCard rows={of.owed} isOver={of.is_over} />
      <TaxCard rows={of.tax} />
      <GatewaysCard of={of} />
    </div>
  )
}
