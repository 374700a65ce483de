import { t } from '../i18n.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { PathLink } from '../ui/path-link.tsx'

interface Moved {
  trade_no: string
  email: string
  method_name: string
  received_at: string
}

/** The order, and the member it belongs to. */
export function orderColumn<T extends Moved>(): Column<T> {
  return {
    header: t('receipts.order'),
    render: (row) => (
      <div className="stacked">
        <PathLink to={`/admin/order?order=${row.trade_no}`}>{row.trade_no}</PathLink>
        <small>{row.email}</small>
      </div>
    ),
  }
}

/** Which gateway reported it, the gateway's own number for it, and when it came. */
export function sourceColumns<T extends Moved>(numberOf: (row: T) => string): Column<T>[] {
  return [
    {
      header: t('receipts.from'),
      render: (row) => (
        <div className="stacked">
          <span>{row.method_name}</span>
          <small>{numberOf(row)}</small>
        </div>
      ),
    },
    { header: t('receipts.received'), render: (row) => <DateTime value={row.received_at} /> },
  ]
}
