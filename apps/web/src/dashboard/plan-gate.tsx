import type { Subscription } from '@portico/contract/subscriptions'
import { type ReactNode, useState } from 'react'
import { useT } from '../i18n.ts'
import { useLiveOpenOrder } from '../orders/open/open-order.ts'
import { orderedName } from '../orders/ordered-name.ts'
import { ImportButton } from '../subscriptions/import-button.tsx'
import { renewPath } from '@portico/contract/periods'
import { Gauge } from '../ui/stone/gauge.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { FirstSteps, useNeverImported } from './first-steps.tsx'
import { sharesOf } from './pace.ts'
import styles from './plan-gate.module.css'
import { PlanFigures } from './plan-figures.tsx'
import { PlanPace } from './plan-pace.tsx'
import { TrafficLeft } from './traffic-left.tsx'

const TONES: Record<Subscription['state'], Tone> = { none: 'quiet', active: 'good', expired: 'bad', over_quota: 'warn' }

/** Traffic and time left of the plan, and the link to the apps. */
export function PlanGate({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const [now] = useState(Date.now)
  const { state, plan_name: name, transfer_enable: total, u, d } = subscription
  const shares = sharesOf(subscription, now)
  const isNew = useNeverImported(subscription)
  const endsFirst = state === 'over_quota' && subscription.next_reset_at === null
  const left = Math.max(0, total - u - d)
  return (
    <Gate
      title={name ?? t('dashboard.plan')}
      badge={<StatusBadge tone={TONES[state]} label={t(`subscription.${state}`)} />}
      aside={
        <PathLink className="hit" to="/user/center">
          {t('dashboard.manage')}
        </PathLink>
      }
      picture={
        <Gauge
          label={t('dashboard.traffic_left')}
          {...shares}
          left={state === 'expired' ? 0 : shares.left}
          pace={state === 'active' ? shares.pace : null}
        >
          {state !== 'expired' && <TrafficLeft left={left} total={total} />}
        </Gauge>
      }
    >
      {state === 'active' ? (
        <>
          <PlanFigures subscription={subscription} now={now} />
          {isNew ? <FirstSteps done={2} /> : <PlanPace subscription={subscription} shares={shares} />}
        </>
      ) : (
        <>
          <p className={styles['said']} role="status">
            <strong>{t(`subscription_state.${state}`)}</strong>
            {t(endsFirst ? 'subscription_state.no_reset_text' : `subscription_state.${state}_text`)}
          </p>
          <PlanFigures subscription={subscription} now={now} />
        </>
      )}
      <div className={styles['actions']}>
        <Actions subscription={subscription} isNew={isNew} />
      </div>
    </Gate>
  )
}

/** Buttons, ordered by what the plan lacks. */
function Actions({ subscription, isNew }: { subscription: Subscription; isNew: boolean }) {
  const t = useT()
  const { state, expired_at: ends } = subscription
  const renew = renewPath(subscription.plan_id, subscription.period)
  const apps = (
    <PathLink className={buttonClass('outline')} to="/user/subscribe/index">
      {t('dashboard.other_apps')}
    </PathLink>
  )
  if (state === 'active') {
    return (
      <>
        <ImportButton />
        {apps}
        {ends !== null && !isNew && (
          <PathLink className={buttonClass('outline')} to={renew}>
            {t('plans.renew')}
          </PathLink>
        )}
      </>
    )
  }
  return (
    <>
      <PathLink className={buttonClass('primary')} to={state === 'expired' ? renew : '/user/plans'}>
        {t(state === 'expired' ? 'plans.renew' : 'dashboard.more_traffic')}
      </PathLink>
      {state === 'expired' && (
        <PathLink className={buttonClass('outline')} to="/user/plans">
          {t('dashboard.other_plans')}
        </PathLink>
      )}
      {state === 'over_quota' && apps}
    </>
  )
}

/** Steps to a plan for a member without one. An open order is the first step done. */
export function NoPlanGate() {
  const t = useT()
  const money = useMoney()
  const order = useLiveOpenOrder()
  const ordered = order && t(order.proof_sent ? 'order_state.checking' : 'open_order.unpaid')
  return (
    <Gate title={ordered ?? t('dashboard.no_plan')} picture={<Gauge label={t('dashboard.traffic_left')} left={0} />}>
      {order && (
        <p className={styles['said']}>
          {t('open_order.what', { plan: orderedName(order), amount: money(order.total_amount, order.currency) })}
        </p>
      )}
      <FirstSteps done={order === null ? 0 : order.proof_sent ? 2 : 1} />
      <div className={styles['actions']}>
        {order ? (
          <PathLink className={buttonClass('primary')} to={`/user/order/${order.trade_no}`}>
            {t(order.proof_sent ? 'open_order.view' : 'open_order.continue')}
          </PathLink>
        ) : (
          <>
            <PathLink className={buttonClass('primary')} to="/user/plans">
              {t('dashboard.see_plans')}
            </PathLink>
            <PathLink className={buttonClass('outline')} to="/user/cards">
              {t('title.cards')}
            </PathLink>
          </>
        )}
      </div>
    </Gate>
  )
}

interface GateProps {
  title: string
  badge?: ReactNode
  aside?: ReactNode
  picture: ReactNode
  children: ReactNode
}

/** The ink surface of the page: an arch at the left, words at the right. */
function Gate({ title, badge, aside, picture, children }: GateProps) {
  return (
    <section className={`on-ink ${styles['gate']}`} aria-labelledby="gate">
      <svg className={styles['echo']} viewBox="-900 -600 1800 600" aria-hidden>
        {[196, 270, 360, 470, 600].map((radius, i) => (
          <path key={radius} d={`M${-radius} 0V-120A${radius} ${radius} 0 0 1 ${radius} -120V0`} strokeOpacity={0.085 - i * 0.014} />
        ))}
      </svg>
      <div className={styles['picture']}>{picture}</div>
      <div className={styles['words']}>
        <div className={styles['head']}>
          <h1 id="gate">{title}</h1>
          {badge}
          <span className={styles['aside']}>{aside}</span>
        </div>
        {children}
      </div>
    </section>
  )
}
