import type { MyOrder } from '@portico/contract/orders'
import { useT } from '../../i18n.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { useCancelOrder } from '../cancel-order.ts'
import { OpenOrderBanner } from './open-order-banner.tsx'

/** The open order above a purchase, to pay or cancel first. */
export function OpenOrderStrip() {
  return <OpenOrderBanner more={cancelOf} />
}

const cancelOf = (order: MyOrder) => !order.proof_sent && <Cancel order={order} />

function Cancel({ order }: { order: MyOrder }) {
  const t = useT()
  const cancel = useCancelOrder(order)
  return (
    <button type="button" className={buttonClass('quiet')} disabled={cancel.isPending} onClick={cancel.ask}>
      {t('order.cancel')}
    </button>
  )
}
