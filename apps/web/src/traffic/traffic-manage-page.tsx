import { Skeleton } from '@mantine/core'
import { adminTopMembers, adminTraffic } from '@portico/contract/traffic'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { list } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { text, usePageSearch } from '../ui/page-search.ts'
import { DayChart } from './day-chart.tsx'
import { shiftDay } from '../ui/format/calendar.ts'
import { isDay, isRange } from './day-range.ts'
import { RangeBar } from './range-bar.tsx'
import { TrafficFilters } from './traffic-filters.tsx'
import styles from './traffic-manage.module.css'
import { TrafficRanking } from './traffic-ranking.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/traffic')({
  component: TrafficManagePage,
  staticData: { title: 'title.traffic' },
})

const Day = z.catch(z.optional(z.string().check(z.refine(isDay))), undefined)
const Search = z.object({ from: Day, to: Day, node: text, user: text })
const USUAL_DAYS = 7

function TrafficManagePage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const [now] = useState(() => new Date())
  const today = formatDateTime(now, useZone(), 'day')
  const to = search.to ?? today
  const from = search.from ?? shiftDay(to, 1 - USUAL_DAYS)
  const [node, user] = [idOf(search.node), idOf(search.user)]
  const valid = isRange(from, to)
  const asked = { query: { from, to, node_id: node, user_id: user } }
  const query = useQuery({ ...list(adminTraffic, asked), enabled: valid })
  const members = useQuery({ ...list(adminTopMembers, asked), enabled: valid })
  const { data } = query
  const total = data?.days.reduce((sum, row) => sum + row.billed_u + row.billed_d, 0) ?? 0
  return (
    <>
      <PageHeader title={t('title.traffic')} text={t('traffic_manage.text')} />
      <div className="sections" aria-busy={!data || query.isPlaceholderData}>
        <div className={styles['filters']}>
          <RangeBar from={from} to={to} today={today} onChange={change} />
          <TrafficFilters
            node={node}
            user={user}
            userName={members.data?.items.find((member) => String(member.id) === user)?.name}
            onChange={change}
          />
        </div>
        {!valid && <Banner tone="warn">{t('traffic.bad_range')}</Banner>}
        {valid && query.error && !data && <ErrorState error={query.error} onRetry={query.refetch} />}
        {valid && !(query.error && !data) && (
          <>
            <Card title={t('traffic.by_day')} aside={data && <strong>{t('traffic_manage.total', { amount: formatBytes(total) })}</strong>}>
              {data ? <DayChart days={data.days} raw={false} today={today} /> : <Skeleton height={280} />}
            </Card>
            <div className={styles['rankings']}>
              <TrafficRanking
                title={t('traffic_manage.nodes')}
                rows={data?.nodes}
                chosen={node}
                onChoose={(next) => change({ node: next })}
              />
              {members.error && !members.data ? (
                <Card title={t('traffic_manage.members')}>
                  <ErrorState error={members.error} onRetry={members.refetch} />
                </Card>
              ) : (
                <TrafficRanking
                  title={t('traffic_manage.members')}
                  rows={members.data?.items}
                  chosen={user}
                  onChoose={(next) => change({ user: next })}
                />
              )}
            </div>
          </>
        )}
      </div>
    </>
  )
}

function idOf(value: string | undefined): string | undefined {
  return value && /^\d{1,15}$/.test(value) ? value : undefined
}
