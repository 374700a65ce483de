import { MemberLink } from '../accounts/member-link.tsx'
import { t } from '../i18n.ts'
import { OrderNumber } from '../orders/order-number.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { methodName } from './method-name.ts'
import type { Column } from '../ui/table/data-table.tsx'

interface Moved {
  trade_no: string
  account_id: number
  email: string
  method_name: string
  received_at: string
}

/** The order, and the member it belongs to. */
export function orderColumns<T extends Moved>(): Column<T>[] {
  return [
    {
      header: t('receipts.order'),
      render: (row) => (
        <PathLink to={`/admin/order?order=${row.trade_no}`}>
          <OrderNumber number={row.trade_no} />
        </PathLink>
      ),
    },
    { header: t('receipts.member'), render: (row) => <MemberLink id={row.account_id} email={row.email} />, at: 'who' },
  ]
}

/** Columns for the gateway, its number, and the time. */
export function sourceColumns<T extends Moved>(numberOf: (row: T) => string): Column<T>[] {
  return [
    { header: t('receipts.from'), render: (row) => methodName(row.method_name), lesser: true },
    { header: t('receipts.number'), render: numberOf, lesser: true },
    { header: t('receipts.received'), render: (row) => <DateTime value={row.received_at} />, at: 'what' },
  ]
}
