import { adminLedgerTransactions, type LedgerTransaction } from '@portico/contract/ledger-admin'
import { adminListOrders } from '@portico/contract/orders-admin'
import { useRouter } from '@tanstack/react-router'
import { useT } from '../../i18n.ts'
import { orderColumns } from '../../orders/admin/order-columns.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money } from '../../ui/format/money.tsx'
import { listOf } from '../../ui/list/list-of.ts'
import { useList } from '../../ui/list/use-list.tsx'
import { Stacked } from '../../ui/stacked.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

const orders = listOf(adminListOrders)
const transactions = listOf(adminLedgerTransactions)

/** A member's orders; each opens in the list of orders, where a refund begins. */
export function OrdersTab({ id }: { id: number }) {
  const t = useT()
  const router = useRouter()
  const list = useList(orders, { account_id: id })
  const columns = orderColumns().filter((column) => !column.off && column.id !== 'member')
  return (
    <DataTable
      label={t('member_page.tab_orders')}
      {...list.table}
      onSort={undefined}
      // The number names an order here: whose it is, is known.
      columns={columns.map((column) => (column.id === 'number' ? { ...column, at: 'who' as const, lesser: false } : column))}
      rowKey={(row) => row.trade_no}
      onOpen={(row) => void router.navigate({ href: `/admin/order?order=${row.trade_no}` })}
      empty={{ title: t('member_page.no_orders') }}
    />
  )
}

const OWN = ['member', 'commission', 'held', 'debt']

/** What came into and went out of a member's balance, commission, held money and debt. */
export function LedgerTab({ id }: { id: number }) {
  const t = useT()
  const list = useList(transactions, { account_id: id })
  const columns: Column<LedgerTransaction>[] = [
    { header: t('ledger.at'), render: (row) => <DateTime value={row.created_at} />, at: 'what' },
    {
      header: t('ledger.what'),
      render: (row) => (
        <Stacked note={[row.note, row.by && t('ledger.by', { email: row.by })].filter(Boolean).join(' · ') || null}>
          {t(`movement.${row.kind}`)}
        </Stacked>
      ),
      at: 'who',
      wrap: true,
    },
    { header: t('user_manage.amount'), render: (row) => <Own row={row} id={id} />, align: 'right', at: 'much' },
  ]
  return <DataTable label={t('member_page.tab_ledger')} {...list.table} columns={columns} empty={{ title: t('member_page.no_money') }} />
}

/** The lines of a transaction that are the member's. */
function Own({ row, id }: { row: LedgerTransaction; id: number }) {
  const t = useT()
  const own = row.entries.filter((entry) => entry.owner_id === id && OWN.includes(entry.kind))
  return own.map((entry) => (
    <div key={`${entry.kind} ${entry.amount}`}>
      <Money amount={entry.amount} currency={entry.currency} />
      {entry.kind !== 'member' && <small className="quiet"> {t(`ledger.kind_${entry.kind}`)}</small>}
    </div>
  ))
}
