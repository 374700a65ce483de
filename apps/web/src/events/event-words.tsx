import type { EventOf, EventType } from '@portico/contract/events'
import type { ComponentType, ReactNode } from 'react'
import { SaidByStaff } from '../accounts/told-by-staff.tsx'
import { CommissionConfirmed } from '../commissions/commission-confirmed.tsx'
import { OrderPaid } from '../orders/order-paid.tsx'
import { OrderWaiting } from '../orders/order-waiting.tsx'
import { Compensated } from '../outages/compensated.tsx'
import { NodeOutage } from '../outages/node-outage.tsx'
import { PriceAnnounced } from '../plans/changes/price-announced.tsx'
import { PlanExpiring } from '../subscriptions/plan-expiring.tsx'
import { RenewalFailed } from '../subscriptions/renewal-failed.tsx'
import { RenewalPrice } from '../subscriptions/renewal-price.tsx'
import { TicketAnswered } from '../tickets/ticket-answered.tsx'
import { TicketClosed } from '../tickets/ticket-closed.tsx'
import { TrafficAlert } from '../usage-alerts/traffic-alert.tsx'
import type { EventProps, EventView } from './event-view.ts'

/** Components by type of event. */
const COMPONENTS: { [T in EventType]: ComponentType<EventProps<T>> } = {
  commission_confirmed: CommissionConfirmed,
  node_outage: NodeOutage,
  order_paid: OrderPaid,
  order_waiting: OrderWaiting,
  outage_compensation: Compensated,
  plan_expiring: PlanExpiring,
  price_announced: PriceAnnounced,
  renewal_price: RenewalPrice,
  renewal_problem: RenewalFailed,
  ticket_answered: TicketAnswered,
  ticket_closed: TicketClosed,
  told_by_staff: SaidByStaff,
  usage_alert: TrafficAlert,
}

interface WordsProps<T extends EventType> {
  event: { type: T; data: EventOf<T> }
  render: (view: EventView) => ReactNode
}

/** An event, drawn with its words. */
export function EventWords<T extends EventType>({ event, render }: WordsProps<T>) {
  const Component: ComponentType<EventProps<T>> = COMPONENTS[event.type]
  return <Component data={event.data} render={render} />
}
