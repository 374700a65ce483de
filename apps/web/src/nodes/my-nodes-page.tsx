import { Button } from '@mantine/core'
import { fetchServers, type MemberNode } from '@portico/contract/nodes'
import { getServiceStatus } from '@portico/contract/outages'
import { getSubscribe, type Subscription, type SubscriptionState } from '@portico/contract/subscriptions'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { get, list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { closeGaps } from '../ui/format/close-gaps.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Figure, Figures } from '../ui/facts.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { MyNodes } from './mine/my-nodes.tsx'
import styles from './mine/my-nodes.module.css'

const nodes = list(fetchServers, {})

export const Route = createFileRoute('/_signed-in/user/nodes')({
  loader: () => prefetch(nodes, get(getSubscribe, {}), get(getServiceStatus, {})),
  component: MyNodesPage,
  staticData: { title: 'title.nodes' },
})

/** A gigabyte counts as one. */
const RATE_ONE = 100

function MyNodesPage() {
  const t = useT()
  const { data, error, refetch } = useQuery(nodes)
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  return (
    <>
      <PageHeader title={t('title.nodes')} text={t('nodes.text')} />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageLoading />}
      {data?.items.length === 0 && <NoNodes state={subscription.state} />}
      {data && data.items.length > 0 && (
        <>
          <Overview nodes={data.items} limit={subscription.speed_limit} />
          <MyNodes nodes={data.items} />
          <Legend nodes={data.items} />
        </>
      )}
    </>
  )
}

function Overview({ nodes: all, limit }: { nodes: MemberNode[]; limit: Subscription['speed_limit'] }) {
  const t = useT()
  const up = all.filter(({ status, maintenance }) => status !== 'offline' && !maintenance).length
  return (
    <Figures>
      <Figure name={t('nodes.online')}>{t('nodes.online_of', { up, n: all.length })}</Figure>
      <Figure name={t('nodes.places')}>{new Set(all.map(({ location }) => location)).size}</Figure>
      <Figure name={t('nodes.own_speed')}>{limit === null ? t('nodes.speed_unlimited') : t('nodes.speed', { n: limit })}</Figure>
    </Figures>
  )
}

/** Explains the signs that the list uses. */
function Legend({ nodes: all }: { nodes: MemberNode[] }) {
  const t = useT()
  const isIdle = all.some(({ status, maintenance }) => status === 'idle' && !maintenance)
  const isRated = all.some(({ rate }) => rate !== RATE_ONE)
  if (!isIdle && !isRated) return null
  return (
    <p className={styles['legend']}>
      {closeGaps([isIdle && t('nodes.legend_idle'), isRated && t('nodes.legend_rate')].filter(Boolean).join(' '))}
    </p>
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
