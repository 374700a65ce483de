import type { ListedOrder } from '@portico/contract/orders-admin'
import { MemberLink } from '../../accounts/member-link.tsx'
import { t } from '../../i18n.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money } from '../../ui/format/money.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { ChoosableColumn } from '../../ui/table/use-columns.ts'
import { costOf } from '../bill-of.ts'
import { OrderNumber } from '../order-number.tsx'
import { OrderState } from '../order-state.tsx'
import { methodName } from '../../payments/method-name.ts'
import { orderedName, periodName } from '../ordered-name.ts'
import { ConfirmPayment } from './confirm-payment.tsx'

/** The columns of the list of orders. */
export function orderColumns(): ChoosableColumn<ListedOrder>[] {
  return [
    {
      id: 'member',
      header: t('order_manage.member'),
      render: (row) => <MemberLink id={row.account_id} email={row.email} />,
      asText: (row) => row.email,
      at: 'who',
    },
    { id: 'plan', header: t('order_manage.plan'), render: (row) => (row.type === 'topup' ? null : orderedName(row)), at: 'what' },
    { id: 'type', header: t('order_manage.type'), render: (row) => <Quiet>{t(`order_type.${row.type}`)}</Quiet>, at: 'what' },
    { id: 'period', header: t('order_manage.period'), render: (row) => <Quiet>{periodName(row.period)}</Quiet>, lesser: true },
    {
      id: 'total',
      header: t('order_manage.total'),
      render: (row) => (
        <strong>
          <Money amount={costOf(row).total} currency={row.currency} />
        </strong>
      ),
      align: 'right',
      sort: 'total_amount',
      at: 'much',
    },
    {
      id: 'fee',
      header: t('order_manage.fee'),
      render: (row) => <Money amount={row.fee_amount} currency={row.currency} />,
      align: 'right',
      off: true,
    },
    {
      id: 'method',
      header: t('order_manage.method'),
      render: (row) => <Quiet>{row.payment_name ? methodName(row.payment_name) : '–'}</Quiet>,
      off: true,
    },
    { id: 'status', header: t('order_manage.status'), render: (row) => <State row={row} />, sort: 'status', at: 'state' },
    {
      id: 'created',
      header: t('order_manage.created'),
      render: (row) => <DateTime value={row.created_at} />,
      sort: 'created_at',
      at: 'what',
    },
    { id: 'paid', header: t('order_manage.paid'), render: (row) => <DateTime value={row.paid_at} />, off: true },
    { id: 'number', header: t('order_manage.number'), render: (row) => <OrderNumber number={row.trade_no} />, opens: true, lesser: true },
  ]
}

/** Confirms transfers from the list; for a page that has some. */
export function confirmColumn(): Column<ListedOrder> {
  return { header: t('table.actions'), actions: true, render: (row) => <ConfirmPayment order={row} /> }
}

function Quiet({ children }: { children: string }) {
  return <span className="quiet">{children}</span>
}

/** State; on hover why it waits, or the member's proof. */
function State({ row }: { row: ListedOrder }) {
  const reason = row.status === 'review' && row.review_reason ? t(`order_manage.reason_${row.review_reason}`) : row.proof?.text
  return (
    <span title={reason ?? undefined}>
      <OrderState status={row.proof ? 'proof_sent' : row.status} isAssigned={row.is_assigned} />
    </span>
  )
}
