import { canMove } from '@portico/contract/order-status'
import { adminGetOrder, adminListOrders, type AdminOrder, type Confirmation, type Refund } from '@portico/contract/orders-admin'
import { adminGetUser } from '@portico/contract/accounts-admin'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { useMay } from '../../api/may.ts'
import { get, invalidate } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { DrawerHeadline } from '../../ui/drawer/drawer-headline.tsx'
import { Person } from '../../ui/drawer/person.tsx'
import type { Steps } from '../../ui/drawer/row-steps.ts'
import { SideDrawer } from '../../ui/drawer/side-drawer.tsx'
import { type Happening, Timeline } from '../../ui/drawer/timeline.tsx'
import { Fact } from '../../ui/facts.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { useDeadline } from '../../ui/format/use-date.ts'
import { Money } from '../../ui/format/money.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { useZone } from '../../api/site.ts'
import { OrderActions } from './order-actions.tsx'
import { proofOf, transferOf } from './proof-note.ts'
import { costOf, partsOf } from '../bill-of.ts'
import { BelowTotal, OrderLines } from '../order-lines.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderRefunds, RefundButton } from './order-refunds.tsx'
import { OrderState } from '../order-state.tsx'
import { methodName } from '../../payments/method-name.ts'
import { orderedWithPeriod } from '../ordered-name.ts'
import styles from '../orders-manage.module.css'

/** An order in a drawer: amount, history, payments and actions. */
export function OrderDrawer({ tradeNo, steps, onClose }: { tradeNo: string; steps?: Steps | undefined; onClose: () => void }) {
  const t = useT()
  const query = useQuery({
    ...get(adminGetOrder, { params: { trade_no: tradeNo } }, { background: true }),
    // A job opens paid orders and requests refunds from gateways within moments.
    refetchInterval: ({ state }) => (isMovingOn(state.data) ? 1500 : false),
  })
  const { data } = query
  const order = data?.order
  const status = order?.status
  const proof = data ? proofOf(data.order, data.attempts) : null
  useEffect(() => {
    if (status) void invalidate(adminListOrders)
  }, [status])
  return (
    <SideDrawer
      title={t('order_manage.one', { number: tradeNo })}
      headline={order ? <Headline order={order} isProved={proof !== null} /> : null}
      steps={steps}
      onClose={onClose}
      footer={
        data && (
          <>
            <OrderActions order={data.order} proof={proof} transfer={transferOf(data.order, data.attempts)} />
            {data.refundable && <RefundButton order={data.order} refundable={data.refundable} />}
          </>
        )
      }
    >
      {query.error && !data && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.isPending && <PageLoading />}
      {data && (
        <>
          {data.order.status === 'review' && <Review order={data.order} />}
          <Buyer id={data.order.account_id} email={data.order.email} />
          <section>
            <h3>{t('order_manage.bill')}</h3>
            <Bill {...data} />
          </section>
          <section>
            <h3>{t('order_manage.course')}</h3>
            <Course order={data.order} confirmed={data.confirmed} />
          </section>
          <OrderRefunds refunds={data.refunds} />
          {!data.order.is_assigned && (
            <OrderPayments tradeNo={tradeNo} attempts={data.attempts} receipts={data.receipts} isConfirmed={data.confirmed !== null} />
          )}
        </>
      )}
    </SideDrawer>
  )
}

/** Whether something is in progress that an operator is waiting to see. */
function isMovingOn(data: { order: AdminOrder; refunds: Refund[] } | undefined): boolean {
  return data !== undefined && (data.order.status === 'processing' || data.refunds.some(({ status }) => status === 'requested'))
}

function Headline({ order, isProved }: { order: AdminOrder; isProved: boolean }) {
  const t = useT()
  const what = order.type === 'topup' ? t('order_type.topup') : `${t(`order_type.${order.type}`)} · ${orderedWithPeriod(order)}`
  return (
    <DrawerHeadline state={<OrderState status={isProved ? 'proof_sent' : order.status} isAssigned={order.is_assigned} />} text={what}>
      <Money amount={costOf(order).total} currency={order.currency} />
    </DrawerHeadline>
  )
}

function Review({ order }: { order: AdminOrder }) {
  const t = useT()
  return (
    <Banner tone="warn" title={t('order_manage.review_title')}>
      {order.review_reason && t(`order_manage.reason_${order.review_reason}`)} {t('order_manage.review_text')}
    </Banner>
  )
}

/** The buyer with their plan, and a link to all their orders. */
function Buyer({ id, email }: { id: number; email: string }) {
  const t = useT()
  const zone = useZone()
  const may = useMay()
  const { data } = useQuery({ ...get(adminGetUser, { params: { id } }, { background: true }), enabled: may('members.read') })
  const user = data?.user
  const plan = !user || user.plan_id === null ? null : user.plan_name
  const until = user?.expired_at && `${t('user_manage.expires')} ${formatDateTime(user.expired_at, zone, 'day')}`
  return (
    <Person
      id={id}
      email={email}
      note={
        <>
          {plan !== null && <>{[plan, until].filter(Boolean).join(' · ')} · </>}
          <PathLink to={`/admin/order?q=${encodeURIComponent(email)}`}>{t('order_manage.of_member')}</PathLink>
        </>
      }
    />
  )
}

/** The price line by line, and from where it was paid, as the member sees it. */
function Bill({ order, attempts, receipts, confirmed }: z.infer<typeof adminGetOrder.response>) {
  const t = useT()
  const { payment_name: method } = order
  const parts = partsOf(order, t)
  const name = method ? methodName(method) : confirmed && t('order_manage.by_hand_short')
  const reference =
    receipts.find(({ outcome, resolution }) => outcome === 'settled' || resolution === 'settled' || resolution === 'accepted')
      ?.callback_no ?? attempts.find(({ reference: asked, method_name: by }) => asked !== null && by === method)?.reference
  return (
    <>
      <OrderLines
        {...costOf(order)}
        currency={order.currency}
        totalName="order_manage.total"
        {...(order.type === 'topup' && { priceName: 'order_line.topup' as const })}
      />
      <BelowTotal parts={parts} currency={order.currency}>
        {order.paid_at && !order.is_assigned && name && !parts.some((part) => part.name === name) && (
          <Fact name={t('order_manage.method')}>{name}</Fact>
        )}
        {order.paid_at && reference && (
          <Fact name={t('order_manage.payment_number')}>
            <span className="mono">{reference}</span>
          </Fact>
        )}
      </BelowTotal>
    </>
  )
}

function Course({ order, confirmed }: { order: AdminOrder; confirmed: Confirmation | null }) {
  const t = useT()
  const deadline = useDeadline()
  const money = useMoney()
  const until = canMove(order.status, 'pay') && t('order_manage.until', { time: deadline(order.expires_at) })
  const isExpired = order.status === 'expired'
  const returned = order.balance_amount > 0 && t('order_manage.was_returned', { amount: money(order.balance_amount, order.currency) })
  const happenings: Happening[] = [
    { at: order.created_at, tone: 'quiet', text: t('order_manage.was_placed'), note: until },
    {
      at: order.paid_at,
      tone: 'good',
      text: t(order.is_assigned ? 'order_manage.was_assigned' : 'order_manage.was_paid'),
      note: (order.payment_name || confirmed) && <Paid by={order.payment_name && methodName(order.payment_name)} confirmed={confirmed} />,
    },
    { at: order.completed_at, tone: 'good', text: t('order_manage.was_activated') },
    { at: isExpired ? order.expires_at : null, tone: 'quiet', text: t('order_manage.status_expired'), note: returned },
  ]
  return (
    <>
      <Timeline happenings={happenings} />
      {order.fee_shortfall_amount > 0 && (
        <p>
          {t('order_manage.fee_shortfall')} <Money amount={order.fee_shortfall_amount} currency={order.currency} />
        </p>
      )}
      {order.refunded_amount > 0 && (
        <p>
          {t('order_manage.refunded')} <Money amount={order.refunded_amount} currency={order.currency} />
        </p>
      )}
    </>
  )
}

/** How it was paid, and who confirmed it with which note. */
function Paid({ by, confirmed }: { by: string | null; confirmed: Confirmation | null }) {
  const t = useT()
  const who = confirmed?.name && t('order_manage.confirmed_by', { name: confirmed.name })
  return (
    <>
      {[by, who].filter(Boolean).join(' · ')}
      {confirmed?.note && <q className={styles['proof']}>{confirmed.note}</q>}
    </>
  )
}
