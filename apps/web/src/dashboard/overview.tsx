import { adminMonthFigures, adminSetup, figureNeeds } from '@portico/contract/overview-admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { UsageAlertCounts } from '../usage-alerts/usage-alert-counts.tsx'
import { Expiries } from './expiries.tsx'
import { IncomeByDay } from './income-by-day.tsx'
import { JustPaid } from './just-paid.tsx'
import { KeyFigures } from './key-figures.tsx'
import { Greeting } from './greeting.tsx'
import { MonthBar } from './month-bar.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NodeStrip } from './node-strip.tsx'
import { RecentChanges } from './recent-changes.tsx'
import styles from './overview.module.css'

interface OverviewProps {
  /** undefined: the running one. */
  month: string | undefined
  onMonth: (month: string | undefined) => void
  setup: z.output<typeof adminSetup.response> | undefined
  onSetup: () => void
}

/** How the business is going in a month, what waits for a person, and the nodes; each part for those who may see it. */
export function Overview({ month, onMonth, setup, onSetup }: OverviewProps) {
  const t = useT()
  const may = useMay()
  const seesFigures = Object.values(figureNeeds).some(may)
  const query = useQuery({
    ...get(adminMonthFigures, { query: { month } }, { background: true }),
    enabled: seesFigures,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const isUnfinished = setup?.items.some(({ done }) => !done) ?? false
  return (
    <>
      <div className={styles['home']}>
        {seesFigures ? (
          <div aria-busy={query.isPlaceholderData || undefined}>
            <MonthBar figures={query.data} onMonth={onMonth} />
            {query.error && !query.data ? <ErrorState error={query.error} onRetry={query.refetch} /> : <KeyFigures figures={query.data} />}
          </div>
        ) : (
          <Greeting />
        )}
        <div className={styles['main']}>
          {may('money.read') && query.data?.income && <IncomeByDay figures={query.data} />}
          {may('orders.read') && <JustPaid />}
          {may('members.read') && may('log.read') && <RecentChanges />}
        </div>
        <div className={styles['side']}>
          <NeedsYou />
          {may('members.read') && <UsageAlertCounts />}
          {may('members.read') && <Expiries />}
        </div>
        {may('nodes.read') && <NodeStrip />}
      </div>
      {isUnfinished && (
        <p className={styles['setup']}>
          {t('overview.unfinished')} <TextButton onClick={onSetup}>{t('overview.steps')}</TextButton>
        </p>
      )}
    </>
  )
}
