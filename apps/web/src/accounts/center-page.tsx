import { getSubscribe } from '@portico/contract/subscriptions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { CheckInCard } from '../check-ins/check-in-card.tsx'
import { UnreadEvents } from '../events/unread-events.tsx'
import { language, useT } from '../i18n.ts'
import { OpenOrderBanner } from '../orders/open/open-order-banner.tsx'
import { useStore } from '../store.ts'
import { LinkCard } from '../subscriptions/link-card.tsx'
import { PlanCard } from '../subscriptions/plan-card.tsx'
import { RenewCard } from '../subscriptions/renew-card.tsx'
import { SubscriptionBanner } from '../subscriptions/state-banner.tsx'
import { Face } from '../ui/face.tsx'
import { countryName } from '../ui/format/country-name.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import styles from './center.module.css'
import { Glance } from './glance.tsx'

export const Route = createFileRoute('/_signed-in/user/center')({
  loader: () => prefetch(get(getSubscribe, {})),
  component: CenterPage,
  staticData: { title: 'title.center' },
})

/** What a member can do and manage. How the service is going is on the home page. */
function CenterPage() {
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  const { state, subscribe_url: url } = subscription
  const holds = state !== 'none'
  return (
    <>
      <Who />
      <div className="sections">
        <OpenOrderBanner />
        <SubscriptionBanner subscription={subscription} />
        <UnreadEvents hidden={state === 'active' ? ['renewal_problem'] : ['renewal_problem', 'usage_alert']} />
        <div className={styles['columns']} data-single={!holds || undefined}>
          {holds && (
            <div className="sections">
              <PlanCard subscription={subscription} />
              <LinkCard url={url} />
              <RenewCard subscription={subscription} />
              <CheckInCard runs={state === 'active' || state === 'over_quota'} />
            </div>
          )}
          <Glance holds={holds} />
        </div>
      </div>
    </>
  )
}

function Who() {
  const t = useT()
  const locale = useStore(language)
  const { name, email, phone, country, avatar, created_at: since } = useWho()
  return (
    <div className={styles['who']}>
      <Face name={name} picture={avatar} large />
      <div>
        <h1>{name}</h1>
        <p>
          <span>{email ?? phone}</span>
          {country && <span>{countryName(country, locale)}</span>}
          <span>
            {t('account.since')} <DateTime value={since} part="date" />
          </span>
        </p>
      </div>
    </div>
  )
}
