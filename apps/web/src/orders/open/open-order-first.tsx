import { Button } from '@mantine/core'
import type { MyOrder } from '@portico/contract/orders'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { useCancelOrder } from '../cancel-order.ts'
import { orderedName } from '../ordered-name.ts'

/** In place of a purchase while another order is open: the way to that order, and cancelling it. */
export function OpenOrderFirst({ order }: { order: MyOrder }) {
  const t = useT()
  const gap = useStore(language) === 'zh-CN' ? '' : ' '
  const money = useMoney()
  const cancel = useCancelOrder(order)
  const what = t('open_order.what', { plan: orderedName(order), amount: money(order.total_amount, order.currency) })
  const state = order.proof_sent ? 'checking' : 'unpaid'
  return (
    <Card>
      <div role="status">
        <EmptyState
          title={t(order.proof_sent ? 'order_state.checking' : 'open_order.unpaid')}
          text={what + gap + t(`open_order.${state}_blocks`)}
        >
          <Button component={PathLink} to={`/user/order/${order.trade_no}`} size="md">
            {t(order.proof_sent ? 'open_order.view' : 'open_order.continue')}
          </Button>
          {!order.proof_sent && (
            <Button variant="default" size="md" loading={cancel.isPending} onClick={() => void cancel.ask()}>
              {t('order.cancel')}
            </Button>
          )}
        </EmptyState>
      </div>
    </Card>
  )
}
