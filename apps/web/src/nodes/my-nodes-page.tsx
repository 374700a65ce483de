import { Button } from '@mantine/core'
import { fetchServers, type MemberNode } from '@portico/contract/nodes'
import { getSubscribe, type SubscriptionState } from '@portico/contract/subscriptions'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { get, list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { protocolName, rateText } from './node-text.ts'
import styles from './my-nodes.module.css'

const nodes = list(fetchServers, {})

export const Route = createFileRoute('/_signed-in/user/nodes')({
  loader: () => prefetch(nodes, get(getSubscribe, {})),
  component: MyNodesPage,
  staticData: { title: 'title.nodes' },
})

/** A gigabyte counts as one. */
const RATE_ONE = 100

function MyNodesPage() {
  const t = useT()
  const query = useQuery(nodes)
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  const columns: Column<MemberNode>[] = [
    { header: t('node.name'), render: (node) => <Name node={node} />, at: 'who' },
    { header: t('node.status'), render: (node) => <Status node={node} />, at: 'state' },
    { header: t('node.protocol'), render: (node) => protocolName(node.protocol), at: 'what' },
    { header: t('node.rate'), render: (node) => <Rate node={node} />, align: 'right', at: 'much' },
    { header: t('node.last_seen'), render: (node) => <TimeAgo value={node.last_check_at} />, align: 'right' },
  ]
  return (
    <>
      <PageHeader title={t('title.nodes')} text={t('nodes.text')} />
      <DataTable
        label={t('title.nodes')}
        query={query}
        columns={columns}
        rowKey={(node) => node.id}
        empty={<NoNodes state={subscription.state} />}
      />
      {query.data && query.data.items.length > 0 && (
        <p className={styles['legend']}>{legendOf(query.data.items, subscription.speed_limit, t)}</p>
      )}
    </>
  )
}

/** Explains only what the list shows. */
function legendOf(items: MemberNode[], limit: number | null, t: ReturnType<typeof useT>): string {
  const isIdle = items.some(({ status, maintenance }) => status === 'idle' && !maintenance)
  const isRated = items.some(({ rate }) => rate !== RATE_ONE)
  return [speedText(limit, t), isIdle && t('nodes.legend_idle'), isRated && t('nodes.legend_rate')].filter(Boolean).join(' ')
}

function speedText(limit: number | null, t: ReturnType<typeof useT>): string {
  return limit === null ? t('nodes.speed_unlimited') : t('nodes.speed', { n: limit })
}

function Name({ node }: { node: MemberNode }) {
  return (
    <span className={styles['name']}>
      <strong>{node.name}</strong>
      {node.tags.map((tag) => (
        <span key={tag} className={styles['tag']}>
          {tag}
        </span>
      ))}
    </span>
  )
}

const TONES: Record<MemberNode['status'], Tone> = { online: 'good', idle: 'quiet', offline: 'bad' }

function Status({ node }: { node: MemberNode }) {
  const t = useT()
  if (node.maintenance) return <StatusBadge tone="warn" label={t('node_status.maintenance')} />
  return <StatusBadge tone={TONES[node.status]} label={t(`node_status.${node.status}`)} />
}

function Rate({ node }: { node: MemberNode }) {
  const t = useT()
  const rate = rateText(node.rate)
  return (
    <strong className={styles['rate']} title={t('node.rate_text', { rate })}>
      {rate}
    </strong>
  )
}

function NoNodes({ state }: { state: SubscriptionState }) {
  const t = useT()
  if (state === 'active' || state === 'over_quota') return <EmptyState title={t('nodes.empty')} text={t('nodes.empty_text')} />
  const expired = state === 'expired'
  return (
    <EmptyState title={t(expired ? 'subscription_state.expired' : 'nodes.no_plan')} text={t('nodes.no_plan_text')}>
      <Button component={PathLink} to="/user/plans">
        {t(expired ? 'plans.renew' : 'dashboard.see_plans')}
      </Button>
    </EmptyState>
  )
}
