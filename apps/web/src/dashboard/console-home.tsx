import { lazy, Suspense } from 'react'
import { useMay } from '../api/may.ts'
import { useWho } from '../api/who.ts'
import { UnreadEvents } from '../events/unread-events.tsx'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { UsageAlertCounts } from '../usage-alerts/usage-alert-counts.tsx'
import { Overview } from './overview.tsx'

// Lazy, because it brings the charts, which members do not need.
const IncomeChart = lazy(() => import('./income-chart.tsx').then(({ IncomeChart: chart }) => ({ default: chart })))

/** How the business is going. */
export function ConsoleHome() {
  const t = useT()
  const user = useWho()
  const may = useMay()
  return (
    <>
      <PageHeader title={t('dashboard.hello', { name: user.name })} />
      <div className="sections">
        <UnreadEvents />
        <Overview />
        {may('members.read') && <UsageAlertCounts />}
        {may('money.read') && (
          <Suspense fallback={<PageLoading />}>
            <IncomeChart />
          </Suspense>
        )}
      </div>
    </>
  )
}
