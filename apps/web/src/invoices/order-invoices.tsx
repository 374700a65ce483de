import { fetchInvoices } from '@portico/contract/invoices'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ActionList } from '../ui/action-list.tsx'
import { Card } from '../ui/card.tsx'
import { InvoiceName } from './invoice-name.tsx'
import { PdfMenu } from './pdf-menu.tsx'
import { readMine } from './read-mine.ts'

/** The documents of one order, once there are any. */
export function OrderInvoices({ tradeNo }: { tradeNo: string }) {
  const t = useT()
  const { data } = useQuery(get(fetchInvoices, { query: { trade_no: tradeNo } }, { background: true }))
  if (!data || data.items.length === 0) return null
  return (
    <Card title={t('invoice.documents')}>
      <ActionList>
        {data.items.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceName invoice={invoice} />
            <PdfMenu invoice={invoice} read={readMine} />
          </li>
        ))}
      </ActionList>
    </Card>
  )
}
