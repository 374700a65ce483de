import type { AdminNode } from '@portico/contract/nodes-admin'
import { adminTraffic } from '@portico/contract/traffic'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { DayChart } from '../../traffic/day-chart.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { shiftDay } from '../../ui/format/calendar.ts'
import { useToday } from '../../ui/format/use-today.ts'
import { PageLoading } from '../../ui/page-loading.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import styles from './activity.module.css'

const DAYS = 14

/** Raw bytes that a node carried on each of the last days. */
export function NodeTraffic({ node }: { node: AdminNode }) {
  const t = useT()
  const today = useToday()
  const range = { from: shiftDay(today, 1 - DAYS), to: today }
  const { data, error, refetch } = useQuery(get(adminTraffic, { query: { ...range, node_id: node.id } }, { background: true }))
  return (
    <section>
      <h3>{t('node_manage.traffic_days', { n: DAYS })}</h3>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageLoading />}
      {data && (
        <div className={styles['chart']}>
          <DayChart days={data.days} raw today={today} />
        </div>
      )}
      <p className="small">
        <PathLink to={`/admin/traffic?node=${node.id}`}>{t('node_manage.traffic_members')}</PathLink>
      </p>
    </section>
  )
}
