import { Button } from '@mantine/core'
import {
  adminExportInvoices,
  type AdminInvoice,
  adminListInvoices,
  adminReadInvoice,
  adminReadInvoices,
  type SellerField,
} from '@portico/contract/invoices-admin'
import { invoices as settings } from '@portico/contract/settings/invoices'
import type { Language } from '@portico/contract/translations'
import { IconFileTypePdf } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { MemberLink } from '../accounts/member-link.tsx'
import { download } from '../api/download.ts'
import { language, useT } from '../i18n.ts'
import { OrderLink } from '../orders/order-number.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { ListCsv } from '../ui/list/list-csv.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { MoneyTotals } from '../ui/table/money-totals.tsx'
import { PdfMenu } from './pdf-menu.tsx'
import { useSavePdf } from './use-save-pdf.ts'

const invoices = listOf(adminListInvoices)

export const Route = createFileRoute('/_signed-in/_console/admin/invoices')({
  loader: (route) => invoices.load(route),
  component: InvoicesManagePage,
  staticData: { title: 'title.admin_invoices' },
})

const readAny = (id: number, language: Language) => download(adminReadInvoice, { params: { id }, query: { language } })

function InvoicesManagePage() {
  const t = useT()
  const list = useList(invoices)
  const save = useSavePdf()
  const { data } = list.query
  const { filters: filter } = list
  const wholeName = ['invoices', filter.from, filter.to].filter(Boolean).join('-')
  const signed = (row: AdminInvoice, amount: number) => (
    <Money amount={row.kind === 'invoice' ? amount : 0 - amount} currency={row.currency} />
  )
  return (
    <>
      <PageHeader title={t('title.admin_invoices')} text={t('invoice_manage.text')}>
        {!list.isEmpty && (
          <Allowed to={['members.read', 'export']}>
            <Button
              variant="default"
              leftSection={<IconFileTypePdf size={16} />}
              loading={save.isPending}
              onClick={() => save.mutate({ name: wholeName, read: () => download(adminReadInvoices, { query: filter }) })}
            >
              {t('invoice_manage.one_file')}
            </Button>
          </Allowed>
        )}
        <ListCsv list={list} from={adminExportInvoices} name="invoices" needs={['members.read', 'export']} />
      </PageHeader>
      {data && data.missing.length > 0 && <Missing missing={data.missing} waiting={data.waiting} />}
      <FilterBar {...list.bar}>
        <SearchField label={t('invoice_manage.search')} {...list.filter('q')} />
        <FilterChip label={t('invoice_manage.kind')} {...list.choice('kind', (value) => t(`invoice.kind_${value}`))} />
        <DayFilter label={t('invoice_manage.issued_days')} {...list.days} />
      </FilterBar>
      <MoneyTotals
        names={[t('invoice_manage.received'), t('invoice_manage.tax')]}
        sums={(data?.sums ?? []).map(({ currency, received, tax }) => ({ currency, amounts: [received, tax] }))}
      />
      <DataTable
        label={t('title.admin_invoices')}
        {...list.table}
        columns={[
          { header: t('invoice.number'), render: (row) => row.no, at: 'what' },
          { header: t('invoice_manage.member'), render: (row) => <MemberLink id={row.account_id} email={row.email} />, at: 'who' },
          { header: t('invoice.order'), render: (row) => <OrderLink number={row.trade_no} />, lesser: true },
          { header: t('invoice.amount'), render: (row) => signed(row, row.total_amount), align: 'right', at: 'much' },
          { header: t('invoice_manage.tax'), render: (row) => signed(row, row.tax_amount), align: 'right', lesser: true },
          { header: t('invoice.issued'), render: (row) => <DateTime value={row.issued_at} part="day" />, at: 'what' },
          { header: t('invoice_manage.corrects'), render: (row) => row.corrects, at: 'what', named: true, lesser: true },
          {
            header: t('table.actions'),
            actions: true,
            render: (row) => (
              <Allowed to="members.read">
                <PdfMenu invoice={row} read={readAny} />
              </Allowed>
            ),
          },
        ]}
        empty={{ title: t('invoice_manage.empty'), text: t('invoice_manage.empty_text') }}
      />
    </>
  )
}

/** Missing settings, without which no documents are issued. */
function Missing({ missing, waiting }: { missing: SellerField[]; waiting: number }) {
  const t = useT()
  const action = (
    <Allowed to="settings.money">
      <PathLink to="/admin/setting?group=invoices">{t('invoice_manage.set_up')}</PathLink>
    </Allowed>
  )
  return (
    <Banner tone="warn" title={t('invoice_manage.missing', { n: waiting })} action={action}>
      {missing.map((key) => settings.settings[key].label[language.get()]).join(' · ')}
    </Banner>
  )
}
