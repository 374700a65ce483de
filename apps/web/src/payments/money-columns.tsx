import { MemberLink } from '../accounts/member-link.tsx'
import { t } from '../i18n.ts'
import { OrderLink } from '../orders/order-number.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { methodName } from './method-name.ts'

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
    { header: t('receipts.order'), render: (row) => <OrderLink number={row.trade_no} /> },
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
