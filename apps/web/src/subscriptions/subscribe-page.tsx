import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getImportLinks, getSubscribe } from '@portico/contract/subscriptions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { ExtensionCard } from '../app-releases/extension-card.tsx'
import { DevicesCard } from '../devices/devices-card.tsx'
import { Doctor } from '../diagnosis/doctor.tsx'
import { useT } from '../i18n.ts'
import { FetchesCard } from '../link-fetches/fetches-card.tsx'
import { OldLinksCard } from '../links/old-links-card.tsx'
import { ToOpenOrder } from '../orders/open/open-order-banner.tsx'
import { useLiveOpenOrder } from '../orders/open/open-order.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { ImportCard, OtherWays } from './import-card.tsx'
import { ImportGate } from './import-gate.tsx'
import { PacCard } from './pac-card.tsx'
import { PlanBanners } from './plan-banners.tsx'
import { ResetCard } from './reset-card.tsx'
import { SubscriptionBanner } from './state-banner.tsx'
import styles from './subscribe.module.css'
import { useSuggestedApp } from './use-suggested-app.ts'

export const Route = createFileRoute('/_signed-in/user/subscribe/index')({
  loader: () => prefetch(get(getSubscribe, {}), get(getImportLinks, {})),
  component: SubscribePage,
  staticData: { title: 'title.subscribe' },
})

function SubscribePage() {
  const t = useT()
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  const { data: imports } = useSuspenseQuery(get(getImportLinks, {}))
  const { state, subscribe_url: url } = subscription
  const isNarrow = useMediaQuery('(width < 700px)', undefined, { getInitialValueInEffect: false }) ?? false
  const suggested = useSuggestedApp()
  if (state === 'none') {
    return (
      <>
        <PageHeader title={t('title.subscribe')} />
        <NoLink />
      </>
    )
  }
  return (
    <div className={styles['page']}>
      <ImportGate url={url} isNarrow={isNarrow} />
      <SubscriptionBanner subscription={subscription} />
      <PlanBanners />
      <Doctor isMain={state === 'active'} />
      <div className={styles['columns']}>
        <div className="sections">
          <div id="import" className={styles['anchor']}>
            <ImportCard apps={imports.apps} without={suggested?.name ?? null} first={isNarrow ? 3 : 5} />
          </div>
          <OtherWays apps={imports.apps} links={imports.formats} />
          <PacCard />
          <ExtensionCard />
        </div>
        <div className="sections">
          <DevicesCard />
          <FetchesCard />
          <OldLinksCard />
          <div id="reset" className={styles['anchor']}>
            <ResetCard />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Shown without a plan: buy one first, or pay the open order. */
function NoLink() {
  const t = useT()
  const order = useLiveOpenOrder()
  if (order) {
    const title = t(order.proof_sent ? 'order_state.checking' : 'open_order.unpaid')
    return (
      <EmptyState drawing="start" title={title} text={t('subscription_state.none_text')}>
        <ToOpenOrder order={order} isMain />
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="start" title={t('subscription_state.none')} text={t('subscription_state.none_text')}>
      <Button component={PathLink} to="/user/plans">
        {t('dashboard.see_plans')}
      </Button>
    </EmptyState>
  )
}
