import { SegmentedControl } from '@mantine/core'
import { getSubscribe } from '@portico/contract/subscriptions'
import { fetchTrafficLog } from '@portico/contract/traffic'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { get, list } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { choice, pageNumber, usePageSearch } from '../ui/page-search.ts'
import { PageFooter } from '../ui/table/page-footer.tsx'
import { DayChart } from './day-chart.tsx'
import { DayTable } from './day-table.tsx'
import { shiftDay } from '../ui/format/calendar.ts'
import { isDay, isRange } from './day-range.ts'
import { RangeBar } from './range-bar.tsx'
import styles from './traffic.module.css'
import { TrafficSummary } from './traffic-summary.tsx'

const Day = z.catch(z.optional(z.string().check(z.refine(isDay))), undefined)
const Search = z.object({ page: pageNumber, from: Day, to: Day, count: choice(['raw']) })
const USUAL_DAYS = 30

/** What the member has used, by day and by node, against the quota. */
export function MyTraffic() {
  const t = useT()
  const [search, setSearch] = usePageSearch(Search)
  const [now] = useState(() => new Date())
  const today = formatDateTime(now, useZone(), 'day')
  const to = search.to ?? today
  const from = search.from ?? shiftDay(to, 1 - USUAL_DAYS)
  const valid = isRange(from, to)
  const query = useQuery({ ...list(fetchTrafficLog, { query: { page: search.page, page_size: PAGE_SIZE, from, to } }), enabled: valid })
  const subscription = useQuery(get(getSubscribe, {}))
  const days = query.data?.days ?? []
  const used = days.reduce((sum, day) => sum + day.u + day.d, 0)
  const raw = search.count === 'raw'
  return (
    <>
      <PageHeader title={t('title.traffics')} text={t('traffic.text')} />
      <div className="sections">
        <RangeBar from={from} to={to} today={today} onChange={setSearch} />
        {!valid && <Banner tone="warn">{t('traffic.bad_range')}</Banner>}
        {valid && (
          <>
            <TrafficSummary subscription={subscription.data} days={days} />
            {query.data && used > 0 && (
              <Card
                title={t('traffic.by_day')}
                aside={
                  <SegmentedControl
                    size="xs"
                    aria-label={t('traffic.count')}
                    value={raw ? 'raw' : 'billed'}
                    data={[
                      { value: 'billed', label: t('traffic.billed') },
                      { value: 'raw', label: t('traffic.raw') },
                    ]}
                    onChange={(value) => setSearch({ count: value === 'raw' ? 'raw' : undefined, page: search.page })}
                  />
                }
              >
                <DayChart days={days} raw={raw} today={today} />
                <p className={styles['note']}>{t('traffic.explained')}</p>
              </Card>
            )}
            <Rows query={query} page={search.page} onPage={(page) => setSearch({ page })} />
          </>
        )}
      </div>
    </>
  )
}

const PAGE_SIZE = 20

interface RowsProps {
  query: UseQueryResult<z.output<typeof fetchTrafficLog.response>>
  page: number
  onPage: (page: number) => void
}

function Rows({ query: { data, error, refetch }, page, onPage }: RowsProps) {
  const t = useT()
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <PageLoading />
  if (data.total === 0) return <EmptyState title={t('traffic.empty')} text={t('traffic.empty_text')} />
  return (
    <div>
      <DayTable rows={data.items} days={data.days} />
      <PageFooter total={data.total} rows={data.items.length} pageSize={PAGE_SIZE} page={page} onPage={onPage} />
    </div>
  )
}
