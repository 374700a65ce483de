import { type Order, orderSteps, type OrderSteps } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { type MessageKey, useT } from '../../i18n.ts'
import { Money } from '../../ui/format/money.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { doneText } from '../order-progress.tsx'
import { orderedWithPeriod } from '../ordered-name.ts'
import { Step, Steps, StepTime } from '../steps.tsx'
import { ImportButtons } from './import-buttons.tsx'
import { LitArch } from './lit-arch.tsx'
import styles from './opened.module.css'
import { PlanSteps } from './plan-steps.tsx'

const OFTEN_MS = 4000
const SELDOM_MS = 30_000
const NEW_MS = 10 * 60_000

/** A paid order on its way to what was bought: from the payment to the first traffic. */
export function OpenedOrder({ order }: { order: Order }) {
  const t = useT()
  const { type, status, completed_at: completedAt } = order
  const isOpen = status === 'completed'
  const isPlan = type !== 'topup' && type !== 'reset'
  const { data: steps } = useQuery({
    ...get(orderSteps, { query: { trade_no: order.trade_no } }, { background: true }),
    enabled: isOpen && isPlan,
    refetchInterval: ({ state }) => {
      if (state.data?.used_at) return false
      return Date.now() - Date.parse(completedAt ?? '') < NEW_MS ? OFTEN_MS : SELDOM_MS
    },
  })
  return (
    <>
      <section className={`${styles['panel']} on-ink`}>
        <div className={styles['picture']}>
          <LitArch tradeNo={order.trade_no} lit={isOpen} />
        </div>
        <div className={styles['words']}>
          <h1>{t(isOpen ? doneText(order) : 'order_state.processing')}</h1>
          <p>{t(isOpen ? nextText(order, steps) : 'order_state.processing_text')}</p>
          <Steps>
            <Step
              state="done"
              title={t(order.total_amount > 0 ? 'order_step.paid' : 'order_step.confirmed')}
              aside={order.paid_at && <StepTime value={order.paid_at} />}
            />
            {isPlan ? <PlanSteps order={order} steps={steps} /> : <Delivered order={order} />}
          </Steps>
          <div className={styles['buttons']}>
            {isOpen && isPlan && <ImportButtons isImported={steps ? steps.imported_at !== null || steps.used_at !== null : true} />}
            {isOpen && !isPlan && <Leave type={type} />}
          </div>
        </div>
      </section>
      <Paid order={order} />
    </>
  )
}

/** What is left to do. */
function nextText(order: Order, steps: OrderSteps | undefined): MessageKey {
  if (order.type === 'topup') return 'order_state.completed_topup_text'
  if (order.type === 'reset') return 'order_state.completed_reset_text'
  if (steps?.used_at) return 'order_state.connected_text'
  return steps?.imported_at ? 'order_state.imported_text' : 'order_state.completed_text'
}

function Delivered({ order }: { order: Order }) {
  const t = useT()
  const money = useMoney()
  const { type, status, completed_at: completedAt, total_amount: total, bonus_amount: bonus, currency } = order
  const amount = money(total + bonus, currency)
  return (
    <Step
      state={status === 'completed' ? 'done' : 'now'}
      title={type === 'topup' ? t('order_step.credited', { amount }) : t('order_step.reset')}
      aside={completedAt && <StepTime value={completedAt} />}
    />
  )
}

function Leave({ type }: { type: Order['type'] }) {
  const t = useT()
  const [to, text] =
    type === 'topup' ? (['/user/plans', 'title.plans'] as const) : (['/user/subscribe/index', 'order.to_subscription'] as const)
  return (
    <PathLink to={to} className={buttonClass('primary', 'large')}>
      {t(text)}
    </PathLink>
  )
}

/** The order in short. */
function Paid({ order }: { order: Order }) {
  const t = useT()
  const { currency, credit_amount: credit } = order
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{t('order.what')}</dt>
        <dd>{orderedWithPeriod(order)}</dd>
      </div>
      {order.type !== 'topup' && (
        <div>
          <dt>{t('order.type')}</dt>
          <dd>{t(`order_type.${order.type}`)}</dd>
        </div>
      )}
      <div>
        <dt>{t('order.total')}</dt>
        <dd>
          <strong>
            <Money amount={order.total_amount + order.fee_amount} currency={currency} />
          </strong>
        </dd>
      </div>
      {order.payment_name && (
        <div>
          <dt>{t('order.method')}</dt>
          <dd>{order.payment_name}</dd>
        </div>
      )}
      {credit > 0 && (
        <div>
          <dt>{t(order.status === 'completed' ? 'order.credit' : 'order.credit_later')}</dt>
          <dd>
            <Money amount={credit} currency={currency} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('order.number')}</dt>
        <dd className={styles['number']}>{order.trade_no}</dd>
      </div>
    </dl>
  )
}
