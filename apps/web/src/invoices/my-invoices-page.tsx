import { fetchInvoices, getBuyer, type Invoice } from '@portico/contract/invoices'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { OrderNumber } from '../orders/order-number.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { BuyerForm } from './buyer-form.tsx'
import { InvoiceName } from './invoice-name.tsx'
import { PdfMenu } from './pdf-menu.tsx'
import { readMine } from './read-mine.ts'

const invoices = listOf(fetchInvoices)

export const Route = createFileRoute('/_signed-in/user/invoices')({
  loader: (route) => Promise.all([invoices.load(route), prefetch(get(getBuyer, {}))]),
  component: MyInvoicesPage,
  staticData: { title: 'title.invoices' },
})

/** The member's documents, and the buyer on them. */
function MyInvoicesPage() {
  const t = useT()
  const list = useList(invoices)
  const columns: Column<Invoice>[] = [
    { header: t('invoice.number'), render: (row) => <InvoiceName invoice={row} />, at: 'who' },
    {
      header: t('invoice.order'),
      render: (row) => (
        <PathLink className="hit" to={`/user/order/${row.trade_no}`}>
          <OrderNumber number={row.trade_no} />
        </PathLink>
      ),
      at: 'what',
    },
    {
      header: t('invoice.amount'),
      render: (row) => <Money amount={row.kind === 'invoice' ? row.total_amount : -row.total_amount} currency={row.currency} />,
      align: 'right',
      at: 'much',
    },
    { header: t('invoice.issued'), render: (row) => <DateTime value={row.issued_at} part="day" />, at: 'what' },
    { header: t('table.actions'), actions: true, render: (row) => <PdfMenu invoice={row} read={readMine} /> },
  ]
  return (
    <>
      <PageHeader title={t('title.invoices')} text={t('invoice.text')} />
      <div className="sections">
        <DataTable
          label={t('title.invoices')}
          {...list.table}
          columns={columns}
          empty={{ title: t('invoice.empty'), text: t('invoice.empty_text') }}
        />
        <BuyerForm />
      </div>
    </>
  )
}
