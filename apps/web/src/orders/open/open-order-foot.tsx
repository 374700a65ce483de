import { Button } from '@mantine/core'
import type { MyOrder } from '@portico/contract/orders'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { useCancelOrder } from '../cancel-order.ts'
import { orderedName } from '../ordered-name.ts'
import styles from './open-order-foot.module.css'

/** Above a purchase while another order is open: the way to that order, and cancelling it. On phones a bar at the bottom. */
export function OpenOrderFoot({ order }: { order: MyOrder }) {
  const t = useT()
  const gap = useStore(language) === 'zh-CN' ? '' : ' '
  const money = useMoney()
  const cancel = useCancelOrder(order)
  const what = t('open_order.what', { plan: orderedName(order), amount: money(order.total_amount, order.currency) })
  const state = order.proof_sent ? 'checking' : 'unpaid'
  return (
    <div className={styles['foot']} data-bottom-bar>
      <p role="status">
        <strong>{t(order.proof_sent ? 'order_state.checking' : 'open_order.unpaid')}</strong> {what + gap + t(`open_order.${state}_blocks`)}
      </p>
      <div>
        <Button component={PathLink} to={`/user/order/${order.trade_no}`} h={48} fz={16}>
          {t(order.proof_sent ? 'open_order.view' : 'open_order.continue')}
        </Button>
        {!order.proof_sent && (
          <Button variant="default" h={48} loading={cancel.isPending} onClick={() => void cancel.ask()}>
            {t('order.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
