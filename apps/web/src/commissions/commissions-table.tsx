import { Button, Select, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { canMoveCommission, CommissionStatus } from '@portico/contract/commissions'
import { type AdminCommission, adminListCommissions, adminVoidCommission } from '@portico/contract/commissions-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { Money } from '../ui/format/money.tsx'
import { choice, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { useSave } from '../ui/use-save.ts'
import { CommissionAmount } from './commission-amount.tsx'
import { CommissionStatusBadge } from './commission-status.tsx'

const FIELDS = ['created_at', 'amount', 'frozen_until'] as const
const SORTS = FIELDS.flatMap((field) => [field, `-${field}`] as const)
const Search = z.object({ page: pageNumber, status: choice(CommissionStatus.options), q: text, sort: choice(SORTS) })

/** All commissions, for operators: who earned how much from whose order. */
export function CommissionsTable() {
  const t = useT()
  const [{ page, status, q, sort }, change] = usePageSearch(Search)
  const [voided, setVoided] = useState<AdminCommission | null>(null)
  const query = useQuery(list(adminListCommissions, { query: { page, status, q, sort } }))
  const filtered = Boolean(status ?? q)
  const columns: Column<AdminCommission>[] = [
    { header: t('commission.created'), render: ({ created_at: at }) => <DateTime value={at} />, sort: 'created_at' },
    { header: t('commission_manage.receiver'), render: (row) => <Receiver row={row} /> },
    { header: t('commission_manage.order'), render: (row) => <Order row={row} /> },
    { header: t('commission.base'), render: (row) => <Money amount={row.base_amount} currency={row.currency} />, align: 'right' },
    { header: t('commission.amount'), render: (row) => <CommissionAmount commission={row} />, align: 'right', sort: 'amount' },
    { header: t('commission.status'), render: ({ status: now }) => <CommissionStatusBadge status={now} /> },
    { header: t('commission_manage.frozen_until'), render: ({ frozen_until: at }) => <DateTime value={at} />, sort: 'frozen_until' },
    {
      header: t('table.actions'),
      render: (row) => (
        <Allowed to="money.book">
          <Button
            size="compact-sm"
            variant="subtle"
            color="var(--bad-text)"
            disabled={!canMoveCommission(row.status, 'void')}
            onClick={() => setVoided(row)}
          >
            {t('commission_manage.void')}
          </Button>
        </Allowed>
      ),
      align: 'right',
    },
  ]
  return (
    <>
      <FilterBar active={filtered} onClear={() => change({ status: undefined, q: undefined })}>
        <SearchField label={t('commission_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <Select
          aria-label={t('commission.status')}
          placeholder={t('commission.any_status')}
          clearable
          data={CommissionStatus.options.map((value) => ({ value, label: t(`commission_status.${value}`) }))}
          value={status ?? null}
          onChange={(value) => change({ status: value ?? undefined })}
        />
      </FilterBar>
      <DataTable
        label={t('withdrawal_manage.tab_commissions')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={<EmptyState title={t(filtered ? 'state.empty_filtered' : 'commission_manage.empty')} />}
      />
      {voided && <VoidModal commission={voided} onClose={() => setVoided(null)} />}
    </>
  )
}

function Receiver({ row }: { row: AdminCommission }) {
  const t = useT()
  return (
    <span className="stacked">
      <PathLink to={`/admin/user?user=${row.receiver_id}`}>{row.receiver_email}</PathLink>
      <small>
        {t('commission.level', { n: row.level })} · {row.rate / 100} %
      </small>
    </span>
  )
}

function Order({ row }: { row: AdminCommission }) {
  return (
    <span className="stacked">
      <PathLink to={`/admin/order?order=${row.trade_no}`}>{row.trade_no}</PathLink>
      <small>{row.buyer_email}</small>
    </span>
  )
}

function VoidModal({ commission, onClose }: { commission: AdminCommission; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const form = useForm({ initialValues: { reason: '' }, validate: (values) => schemaErrors(adminVoidCommission.body, values) })
  const save = useSave({
    form,
    send: (body: { reason: string }) => call(adminVoidCommission, { params: { id: commission.id }, body }),
    done: t('commission_manage.voided'),
    changes: [adminListCommissions],
    after: onClose,
  })
  const amount = money(commission.amount - commission.reversed_amount, commission.currency)
  return (
    <FormModal
      title={t('commission_manage.void_title')}
      text={t('commission_manage.void_text', { amount, email: commission.receiver_email })}
      submit={t('commission_manage.void')}
      danger
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Textarea
        label={t('commission_manage.reason')}
        description={t('commission_manage.reason_text')}
        autosize
        minRows={2}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormModal>
  )
}
