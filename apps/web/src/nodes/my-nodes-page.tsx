import { Button } from '@mantine/core'
import { fetchServers, type MemberNodes } from '@portico/contract/nodes'
import { getServiceStatus } from '@portico/contract/outages'
import { getSubscribe, type Subscription, type SubscriptionState } from '@portico/contract/subscriptions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { closeGaps } from '../ui/format/close-gaps.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Figure, Figures } from '../ui/facts.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { Pages } from '../ui/table/page-footer.tsx'
import { MyNodes } from './mine/my-nodes.tsx'
import styles from './mine/my-nodes.module.css'

const nodes = listOf(fetchServers)

export const Route = createFileRoute('/_signed-in/user/nodes')({
  loader: ({ location }) => Promise.all([nodes.load({ location }), prefetch(get(getSubscribe, {}), get(getServiceStatus, {}))]),
  component: MyNodesPage,
  staticData: { title: 'title.nodes' },
})

function MyNodesPage() {
  const t = useT()
  const servers = useList(nodes)
  const { data, error, refetch } = servers.query
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  return (
    <>
      <PageHeader title={t('title.nodes')} text={t('nodes.text')} />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageLoading />}
      {data?.all === 0 && <NoNodes state={subscription.state} />}
      {data && data.all > 0 && (
        <>
          <Overview nodes={data} limit={subscription.speed_limit} />
          <MyNodes nodes={data} search={servers.filter('q')} onClear={() => servers.reset()} />
          <Pages pages={Math.ceil(data.total / data.page_size)} page={data.page} onPage={(page) => servers.change({ page })} />
          <Legend nodes={data} />
        </>
      )}
    </>
  )
}

function Overview({ nodes: { up, all, locations }, limit }: { nodes: MemberNodes; limit: Subscription['speed_limit'] }) {
  const t = useT()
  return (
    <Figures>
      <Figure name={t('nodes.online')}>{t('nodes.online_of', { up, n: all })}</Figure>
      <Figure name={t('nodes.places')}>{locations.length}</Figure>
      <Figure name={t('nodes.own_speed')}>{limit === null ? t('nodes.speed_unlimited') : t('nodes.speed', { n: limit })}</Figure>
    </Figures>
  )
}

/** Explains the signs that the list uses. */
function Legend({ nodes: { has_idle: isIdle, has_rates: isRated } }: { nodes: MemberNodes }) {
  const t = useT()
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
