import { getDashboard } from '@portico/contract/subscriptions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { NoticeBanners } from '../app/notices/member-notices.tsx'
import { Doctor } from '../diagnosis/doctor.tsx'
import { DevicesCard } from '../devices/devices-card.tsx'
import { UnreadEvents } from '../events/unread-events.tsx'
import { OpenOrderBanner } from '../orders/open/open-order-banner.tsx'
import { LocationStrips } from '../outages/location-strips.tsx'
import { PlanBanners } from '../subscriptions/plan-banners.tsx'
import { DebtNotice } from '../topup/debt-notice.tsx'
import { keptFresh } from '../traffic/kept-fresh.ts'
import { UsageCard } from '../traffic/usage-card.tsx'
import { BalanceCard } from './balance-card.tsx'
import styles from './dashboard.module.css'
import { NoPlanGate, PlanGate } from './plan-gate.tsx'

/** How a member's service is going. What can be done about it is in the member centre. */
export function MemberHome() {
  const { data } = useSuspenseQuery({ ...get(getDashboard, {}, { background: true }), ...keptFresh })
  const { subscription } = data
  const holds = subscription.state !== 'none'
  return (
    <div className={styles['home']}>
      {holds && <OpenOrderBanner />}
      {holds ? <PlanGate subscription={subscription} /> : <NoPlanGate />}
      {holds && <PlanBanners />}
      <UnreadEvents hidden={subscription.state === 'active' ? [] : ['usage_alert']} />
      <NoticeBanners />
      {holds && <DebtNotice />}
      <div className={styles['columns']}>
        {holds ? <UsageCard used={subscription.u + subscription.d} /> : <LocationStrips />}
        <div>
          {holds && <DevicesCard isBrief />}
          {!holds && <BalanceCard />}
        </div>
      </div>
      {holds && <LocationStrips />}
      {holds && <Doctor />}
    </div>
  )
}
