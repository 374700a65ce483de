import { adminNodePulses, FEW_NODES, type NodePulse } from '@portico/contract/overview-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { LoadBar } from '../nodes/load.tsx'
import { Card } from '../ui/card.tsx'
import { DayStones, knownDays, NoDataLegend } from '../ui/chart/day-stones.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { shiftDay } from '../ui/format/calendar.ts'
import { evenBytes } from '../ui/format/format-bytes.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useMonthNames } from './month-names.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import styles from './node-strip.module.css'

/** The nodes with their state, load and last days; of many, those that are or were in trouble. Those that are down come first. */
export function NodeStrip() {
  const t = useT()
  const query = useQuery({ ...get(adminNodePulses, {}, { background: true }), refetchInterval: 30_000 })
  const { data } = query
  const nodes = data?.items
  const known = knownDays(nodes?.map(({ days }) => days) ?? [])
  const shown = nodes?.map((node) => ({ ...node, days: node.days.slice(-known) })) ?? []
  const isMany = (data?.total ?? 0) > FEW_NODES
  return (
    <Card
      title={t(isMany && shown.length > 0 ? 'overview.nodes_troubled' : 'overview.nodes')}
      aside={isMany && <PathLink to="/admin/server/manage">{t('overview.all_nodes', { n: data?.total ?? 0 })}</PathLink>}
    >
      {isMany && data && (
        <p className={styles['sum']}>
          {t(data.troubled > 0 ? 'overview.online_of' : 'overview.online_steady', {
            n: data.online,
            of: data.enabled,
            troubled: data.troubled,
            days: known,
          })}
        </p>
      )}
      {query.error && !nodes && <ErrorState error={query.error} onRetry={query.refetch} />}
      {!query.error && !nodes && <PageLoading />}
      {data?.total === 0 && (
        <EmptyState drawing="start" title={t('overview.no_nodes')}>
          <PathLink to="/admin/server/manage" className={buttonClass('outline')}>
            {t('overview.to_nodes')}
          </PathLink>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <div className={styles['scroll']}>
          <table className={styles['nodes']}>
            <thead>
              <tr>
                <th>{t('overview.node')}</th>
                <th>{t('overview.state')}</th>
                <th data-align="right" data-lesser>
                  {t('overview.members')}
                </th>
                <th data-lesser>{t('overview.cpu')}</th>
                <th data-align="right" data-lesser>
                  {t('overview.today')}
                </th>
                <th data-days>
                  <span>
                    {t('overview.days_ago', { n: known })} <span>{t('overview.now')}</span>
                  </span>
                </th>
                <th data-align="right" data-lesser>
                  {t('overview.uptime')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((node) => (
                <Row key={node.id} node={node} />
              ))}
            </tbody>
          </table>
          <NoDataLegend days={shown.flatMap(({ days }) => days.map((uptime) => ({ uptime })))} text={t('overview.grey')} />
        </div>
      )}
    </Card>
  )
}

function Row({ node }: { node: NodePulse }) {
  const t = useT()
  const names = useMonthNames()
  const percent = (uptime: number): string => `${percentOf(uptime)}%`
  const nameOf = (i: number): string => names.day(shiftDay(names.today(), i + 1 - node.days.length))
  const days = node.days.map((uptime, i) => ({ name: `${nameOf(i)}: ${uptime === null ? '–' : percent(uptime)}`, uptime }))
  return (
    <tr>
      <th scope="row">
        <PathLink to={`/admin/server/manage?q=%23${node.id}&open=${node.id}`}>{node.name}</PathLink>
      </th>
      <td>
        <State node={node} />
      </td>
      <td data-align="right" data-lesser>
        {formatNumber(node.online_users)}
      </td>
      <td data-lesser>{node.cpu === null ? '–' : <LoadBar percent={node.cpu} />}</td>
      <td data-align="right" data-lesser>
        {evenBytes(node.today)}
      </td>
      <td data-days>
        {node.uptime !== null && (
          <DayStones days={days} label={t('overview.uptime_of', { name: node.name, percent: percent(node.uptime) })} />
        )}
      </td>
      <td data-align="right" data-lesser>
        {node.uptime === null ? '–' : percent(node.uptime)}
      </td>
    </tr>
  )
}

const TONES: Record<NodePulse['status'], Tone> = { online: 'good', idle: 'good', offline: 'quiet' }

function State({ node }: { node: NodePulse }) {
  const t = useT()
  if (node.state !== 'enabled') return <StatusBadge tone="quiet" label={t(`node_manage.state_${node.state}`)} />
  if (!node.has_called) return <StatusBadge tone="quiet" label={t('node_manage.never_seen')} />
  if (node.down_since !== null) return <StatusBadge tone="bad" label={t('overview.down', { time: sinceText(node.down_since, t) })} />
  return <StatusBadge tone={TONES[node.status]} label={t(`node_manage.status_${node.status}`)} />
}

/** 12 min, 3 h, 2 d */
function sinceText(time: string, t: ReturnType<typeof useT>): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(time)) / 60_000))
  if (minutes < 60) return t('overview.minutes', { n: minutes })
  return minutes < 24 * 60 ? t('overview.hours', { n: Math.floor(minutes / 60) }) : t('overview.days_n', { n: Math.floor(minutes / 1440) })
}
