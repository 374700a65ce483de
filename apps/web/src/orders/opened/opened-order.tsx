import { type Order, orderSteps, type OrderSteps } from '@portico/contract/orders'
import { getSubscribe } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { get } from '../../api/query.ts'
import { type MessageKey, useT } from '../../i18n.ts'
import { OrderInvoices } from '../../invoices/order-invoices.tsx'
import { ImportButton } from '../../subscriptions/import-button.tsx'
import { InstallLink } from '../../subscriptions/install-hint.tsx'
import { useSuggestedApp } from '../../subscriptions/use-suggested-app.ts'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { doneText } from '../order-progress.tsx'
import { OrderBill, OrderFacts } from '../order-summary.tsx'
import { Step, Steps, StepTime } from '../steps.tsx'
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
  // The page was left far down, at the proof of the payment.
  useEffect(() => {
    // Returns a promise in some browsers, and React takes what an effect returns for its end.
    scrollTo(0, 0)
  }, [])
  const { data: steps } = useQuery({
    ...get(orderSteps, { query: { trade_no: order.trade_no } }, { background: true }),
    enabled: isOpen && isPlan,
    refetchInterval: ({ state }) => {
      if (state.data?.used_at && state.data.imported_at) return false
      return Date.now() - Date.parse(completedAt ?? '') < NEW_MS ? OFTEN_MS : SELDOM_MS
    },
  })
  const needsSetup = toSetUp(order, steps)
  return (
    <>
      <section className={`${styles['panel']} on-ink`}>
        <div className={styles['picture']}>
          <LitArch tradeNo={order.trade_no} lit={isOpen} />
        </div>
        <div className={styles['words']} data-print="ink">
          <h1>{t(isOpen ? doneText(order) : 'order_state.processing')}</h1>
          <p>{t(isOpen ? nextText(order, steps, needsSetup) : 'order_state.processing_text')}</p>
          <Steps>
            <Step
              state="done"
              title={t(order.total_amount > 0 ? 'order_step.paid' : 'order_step.confirmed')}
              aside={order.paid_at && <StepTime value={order.paid_at} />}
            />
            {isPlan ? <PlanSteps order={order} steps={steps} needsSetup={needsSetup} /> : <Delivered order={order} />}
          </Steps>
          <div className={styles['buttons']} data-print="none">
            {isOpen &&
              isPlan &&
              (needsSetup && !steps?.used_at ? (
                <ToApps isImported={Boolean(steps?.imported_at)} />
              ) : (
                <Leave to="/dashboard" text={t('order.to_home')} />
              ))}
            {isOpen && type === 'topup' && <Leave to="/user/plans" text={t('title.plans')} />}
            {isOpen && type === 'reset' && <Leave to={APPS} text={t('order.to_subscription')} />}
          </div>
        </div>
      </section>
      <div className={styles['below']} data-print>
        <OrderFacts order={order} />
        <OrderBill order={order} />
        {isOpen && <OrderInvoices tradeNo={order.trade_no} />}
      </div>
    </>
  )
}

/** A renewal and a change go on with the apps that have the link already. */
function toSetUp({ type }: Order, steps: OrderSteps | undefined): boolean {
  return type === 'new' || (steps !== undefined && !steps.imported_at)
}

/** Text key of the next thing to do. */
function nextText(order: Order, steps: OrderSteps | undefined, needsSetup: boolean): MessageKey {
  if (order.type === 'topup') return 'order_state.completed_topup_text'
  if (order.type === 'reset') return 'order_state.completed_reset_text'
  if (!needsSetup) return order.type === 'change' ? 'order_state.completed_change_text' : 'order_state.completed_renew_text'
  if (!steps?.imported_at) return 'order_state.completed_text'
  return steps.used_at ? 'order_state.connected_text' : 'order_state.imported_text'
}

function Delivered({ order }: { order: Order }) {
  const t = useT()
  const money = useMoney()
  const { type, status, completed_at: completedAt, total_amount: total, shortfall_amount: shortfall, bonus_amount: bonus, currency } = order
  const amount = money(total - shortfall + bonus, currency)
  return (
    <Step
      state={status === 'completed' ? 'done' : 'now'}
      title={type === 'topup' ? t('order_step.credited', { amount }) : t('order_step.reset')}
      aside={completedAt && <StepTime value={completedAt} />}
    />
  )
}

const APPS = '/user/subscribe/index'

/** Link to the app for this device; once it has the link, to everything else. */
function ToApps({ isImported }: { isImported: boolean }) {
  const t = useT()
  const app = useSuggestedApp()
  const { data: subscription } = useQuery(get(getSubscribe, {}, { background: true }))
  if (isImported) return <Leave to={APPS} text={t('order.to_subscription')} />
  return (
    <>
      <ImportButton large />
      <PathLink to={APPS} className={buttonClass('outline', 'large')}>
        {t('dashboard.other_apps')}
      </PathLink>
      <p className={styles['without']}>
        {app && <InstallLink app={app} className={buttonClass('quiet')} />}
        {subscription && <CopyButton text={subscription.subscribe_url} label={t('subscribe.copy_address')} variant="subtle" />}
      </p>
    </>
  )
}

function Leave({ to, text }: { to: string; text: string }) {
  return (
    <PathLink to={to} className={buttonClass('primary', 'large')}>
      {text}
    </PathLink>
  )
}
