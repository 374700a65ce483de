import { Button } from '@mantine/core'
import { InvoiceKind } from '@portico/contract/invoices'
import {
  adminExportInvoices,
  type AdminInvoice,
  adminListInvoices,
  adminReadInvoice,
  adminReadInvoices,
  type SellerField,
} from '@portico/contract/invoices-admin'
import { registry } from '@portico/contract/settings/registry'
import type { Language } from '@portico/contract/translations'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { MemberLink } from '../accounts/member-link.tsx'
import { call } from '../api/call.ts'
import { download } from '../api/download.ts'
import { list, prefetch } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { OrderNumber } from '../orders/order-number.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, day, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { MoneyTotals } from '../ui/table/money-totals.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { PdfMenu } from './pdf-menu.tsx'
import { useSavePdf } from './use-save-pdf.ts'

const Search = z.object({ page: pageNumber, kind: choice(InvoiceKind.options), q: text, from: day, to: day })
const invoices = (query: z.output<typeof Search>) => list(adminListInvoices, { query })

export const Route = createFileRoute('/_signed-in/_console/admin/invoices')({
  loader: ({ location }) => prefetch(invoices(Search.parse(location.search))),
  component: InvoicesManagePage,
  staticData: { title: 'title.admin_invoices' },
})

const NONE = { kind: undefined, q: undefined, from: undefined, to: undefined }
const readAny = (id: number, language: Language) => download(adminReadInvoice, { params: { id }, query: { language } })

function InvoicesManagePage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const { page, ...filter } = search
  const { kind, q, from, to } = filter
  const query = useQuery(invoices(search))
  const save = useSavePdf()
  const filtered = Boolean(kind ?? q ?? from ?? to)
  const isEmpty = isEmptyList(query, filtered)
  const reset = (): void => change(NONE)
  const wholeName = ['invoices', from, to].filter(Boolean).join('-')
  return (
    <>
      <PageHeader title={t('title.admin_invoices')} text={t('invoice_manage.text')}>
        {!isEmpty && (
          <Allowed to={['members.read', 'export']}>
            <Button
              variant="default"
              leftSection={<IconFileTypePdf size={16} />}
              loading={save.isPending}
              onClick={() => save.mutate({ name: wholeName, read: () => download(adminReadInvoices, { query: filter }) })}
            >
              {t('invoice_manage.one_file')}
            </Button>
            <CsvButton name="invoices" load={(options) => call(adminExportInvoices, { query: filter }, options)} />
          </Allowed>
        )}
      </PageHeader>
      {query.data && query.data.missing.length > 0 && <Missing missing={query.data.missing} waiting={query.data.waiting} />}
      <FilterBar hidden={isEmpty} active={filtered} onClear={reset}>
        <SearchField label={t('invoice_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <FilterChip
          label={t('invoice_manage.kind')}
          choices={InvoiceKind.options.map((value) => ({ value, label: t(`invoice.kind_${value}`) }))}
          value={kind}
          onChange={(value) => change({ kind: value })}
        />
        <DayFilter label={t('invoice_manage.issued_days')} from={from} to={to} onChange={(days) => change({ ...days })} />
      </FilterBar>
      <MoneyTotals
        names={[t('invoice_manage.received'), t('invoice_manage.tax')]}
        sums={(query.data?.sums ?? []).map(({ currency, received, tax }) => ({ currency, amounts: [received, tax] }))}
      />
      <DataTable
        label={t('title.admin_invoices')}
        query={query}
        columns={useInvoiceColumns()}
        rowKey={(row) => row.id}
        page={page}
        onPage={(next) => change({ page: next })}
        empty={
          filtered ? (
            <NothingFits onClear={reset} />
          ) : (
            <EmptyState title={t('invoice_manage.empty')} text={t('invoice_manage.empty_text')} />
          )
        }
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
      {missing.map((key) => registry[key].label[language.get()]).join(' · ')}
    </Banner>
  )
}

function useInvoiceColumns(): Column<AdminInvoice>[] {
  const t = useT()
  const signed = (row: AdminInvoice, amount: number) => (
    <Money amount={row.kind === 'invoice' ? amount : 0 - amount} currency={row.currency} />
  )
  return [
    { header: t('invoice.number'), render: (row) => row.no, at: 'what' },
    {
      header: t('invoice_manage.member'),
      render: (row) => <MemberLink id={row.account_id} email={row.email} />,
      at: 'who',
    },
    {
      header: t('invoice.order'),
      render: (row) => (
        <PathLink to={`/admin/order?order=${row.trade_no}`}>
          <OrderNumber number={row.trade_no} />
        </PathLink>
      ),
      lesser: true,
    },
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
  ]
}
