import { getSubscribe } from '@portico/contract/subscriptions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { Glance } from '../accounts/glance.tsx'
import { get, prefetch } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { sharesOf } from '../dashboard/pace.ts'
import { PlanFigures } from '../dashboard/plan-figures.tsx'
import { TrafficLeft } from '../dashboard/traffic-left.tsx'
import { useT } from '../i18n.ts'
import { keptFresh } from '../traffic/kept-fresh.ts'
import { Face } from '../ui/face.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { Gauge } from '../ui/stone/gauge.tsx'
import styles from './my.module.css'

export const Route = createFileRoute('/_signed-in/user/my')({
  loader: () => prefetch(get(getSubscribe, {})),
  component: MyPage,
  staticData: { title: 'title.my' },
})

/** The member's card on one screen: who, plan, usage, devices, and how the rest stands. Made for phones. */
function MyPage() {
  const t = useT()
  const [now] = useState(Date.now)
  const { name, avatar } = useWho()
  const { data: subscription } = useSuspenseQuery({ ...get(getSubscribe, {}, { background: true }), ...keptFresh })
  const { state, plan_name: plan, transfer_enable: total, u, d } = subscription
  const holds = state !== 'none'
  const left = state === 'expired' ? 0 : Math.max(0, total - u - d)
  const shares = holds ? sharesOf(subscription, now) : { left: 0 }
  return (
    <div className={styles['page']}>
      <section className={`on-ink ${styles['card']}`} aria-labelledby="my">
        <header>
          <Face name={name} picture={avatar} large />
          <div>
            <h1 id="my">{name}</h1>
            <p>{holds ? plan : t('dashboard.no_plan')}</p>
          </div>
          {holds && <span className={styles['state']}>{t(`subscription.${state}`)}</span>}
        </header>
        <Gauge label={t('dashboard.traffic_left')} {...shares} left={state === 'expired' ? 0 : shares.left}>
          {holds && <TrafficLeft left={left} total={total} />}
        </Gauge>
        {!holds && (
          <PathLink to="/user/plans" className={buttonClass('primary', 'wide')}>
            {t('dashboard.see_plans')}
          </PathLink>
        )}
        {holds && <PlanFigures subscription={subscription} now={now} />}
      </section>
      <Glance isRest holds={holds} />
    </div>
  )
}
