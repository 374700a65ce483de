import type { MyOrder } from '@portico/contract/orders'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { orderedName } from '../ordered-name.ts'
import { useLiveOpenOrder } from './open-order.ts'

/** The open order with a link; nothing without one. `more`: further actions. */
export function OpenOrderBanner({ more }: { more?: (order: MyOrder) => ReactNode }) {
  const t = useT()
  const money = useMoney()
  const order = useLiveOpenOrder()
  if (!order) return null
  const extra = more?.(order)
  return (
    <Banner
      tone={order.proof_sent ? 'info' : 'warn'}
      title={t(order.proof_sent ? 'order_state.checking' : 'open_order.unpaid')}
      inline={!extra}
      action={
        <>
          <ToOpenOrder order={order} />
          {extra}
        </>
      }
    >
      {t('open_order.what', { plan: orderedName(order), amount: money(order.total_amount, order.currency) })}
    </Banner>
  )
}

/** Link to the order, to pay it or see its check. */
export function ToOpenOrder({ order: { trade_no, proof_sent }, isMain = false }: { order: MyOrder; isMain?: boolean }) {
  const t = useT()
  return (
    <PathLink className={buttonClass(isMain ? 'primary' : 'outline')} to={`/user/order/${trade_no}`}>
      {t(proof_sent ? 'open_order.view' : 'open_order.continue')}
    </PathLink>
  )
}
