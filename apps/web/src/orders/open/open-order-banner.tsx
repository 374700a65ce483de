import type { MyOrder } from '@portico/contract/orders'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { useCancelOrder } from '../cancel-order.ts'
import { orderedName } from '../ordered-name.ts'
import { useLiveOpenOrder } from './open-order.ts'

/** The open order and the way to it; nothing without one. `canCancel`: it can be cancelled here too. */
export function OpenOrderBanner({ canCancel = false }: { canCancel?: boolean }) {
  const order = useLiveOpenOrder()
  return order && <OpenOrder order={order} canCancel={canCancel && !order.proof_sent} />
}

function OpenOrder({ order, canCancel }: { order: MyOrder; canCancel: boolean }) {
  const t = useT()
  const money = useMoney()
  const cancel = useCancelOrder(order)
  const { proof_sent: isProved } = order
  return (
    <Banner
      tone={isProved ? 'info' : 'warn'}
      title={t(isProved ? 'order_state.checking' : 'open_order.unpaid')}
      inline={!canCancel}
      action={
        <>
          <ToOpenOrder order={order} />
          {canCancel && (
            <button type="button" className={buttonClass('quiet')} disabled={cancel.isPending} onClick={() => void cancel.ask()}>
              {t('order.cancel')}
            </button>
          )}
        </>
      }
    >
      {t('open_order.what', { plan: orderedName(order), amount: money(order.total_amount, order.currency) })}
    </Banner>
  )
}

/** Leads to the order: to pay it, or to see how the check of its payment stands. */
export function ToOpenOrder({ order: { trade_no, proof_sent }, isMain = false }: { order: MyOrder; isMain?: boolean }) {
  const t = useT()
  return (
    <PathLink className={buttonClass(isMain ? 'primary' : 'outline')} to={`/user/order/${trade_no}`}>
      {t(proof_sent ? 'open_order.view' : 'open_order.continue')}
    </PathLink>
  )
}
