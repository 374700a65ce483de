import { Menu, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { canMoveCommission, CommissionStatus } from '@portico/contract/commissions'
import {
  type AdminCommission,
  adminExportCommissions,
  adminListCommissions,
  adminVoidCommission,
} from '@portico/contract/commissions-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { MemberLink } from '../accounts/member-link.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { t, useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { type ChoosableColumn, useColumns } from '../ui/table/use-columns.ts'
import { Money } from '../ui/format/money.tsx'
import { OrderNumber } from '../orders/order-number.tsx'
import { choice, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { MoneyTotals } from '../ui/table/money-totals.tsx'
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
  const may = useMay()
  const [{ page, status, q, sort }, change] = usePageSearch(Search)
  const [voided, setVoided] = useState<AdminCommission | null>(null)
  const query = useQuery(list(adminListCommissions, { query: { page, status, q, sort } }))
  const filtered = Boolean(status ?? q)
  const reset = (): void => change({ status: undefined, q: undefined })
  const columns = useColumns('commissions', commissionColumns(), {
    header: t('table.actions'),
    actions: true,
    render: (row) =>
      may('money.book') &&
      canMoveCommission(row.status, 'void') && (
        <RowMenu name={row.trade_no}>
          <Menu.Item color="var(--bad-text)" onClick={() => setVoided(row)}>
            {t('commission_manage.void')}
          </Menu.Item>
        </RowMenu>
      ),
  })
  const isEmpty = isEmptyList(query, filtered)
  return (
    <>
      <HeaderActions>
        {!isEmpty && (
          <Allowed to={['members.read', 'export']}>
            <CsvButton name="commissions" load={(options) => call(adminExportCommissions, { query: { status, q, sort } }, options)} />
          </Allowed>
        )}
      </HeaderActions>
      <FilterBar hidden={isEmpty} active={filtered} onClear={reset} end={<ColumnsMenu columns={columns} />}>
        <SearchField label={t('commission_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <FilterChip
          label={t('commission.status')}
          choices={CommissionStatus.options.map((value) => ({ value, label: t(`commission_status.${value}`) }))}
          value={status}
          onChange={(value) => change({ status: value })}
        />
      </FilterBar>
      <MoneyTotals
        names={[t('commission.amount')]}
        sums={(query.data?.sums ?? []).map(({ currency, amount }) => ({ currency, amounts: [amount] }))}
      />
      <DataTable
        label={t('withdrawal_manage.tab_commissions')}
        query={query}
        columns={columns.shown}
        rowKey={({ id }) => id}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={
          filtered ? (
            <NothingFits onClear={reset} />
          ) : (
            <EmptyState title={t('commission_manage.empty')} text={t('commission_manage.empty_text')} />
          )
        }
      />
      {voided && <VoidModal commission={voided} onClose={() => setVoided(null)} />}
    </>
  )
}

function commissionColumns(): ChoosableColumn<AdminCommission>[] {
  return [
    {
      id: 'receiver',
      header: t('commission_manage.receiver'),
      render: (row) => <MemberLink id={row.receiver_id} email={row.receiver_email} />,
      at: 'who',
    },
    {
      id: 'order',
      header: t('commission_manage.order'),
      render: (row) => (
        <PathLink to={`/admin/order?order=${row.trade_no}`}>
          <OrderNumber number={row.trade_no} />
        </PathLink>
      ),
    },
    { id: 'buyer', header: t('commission.buyer'), render: (row) => row.buyer_email, lesser: true, at: 'what' },
    { id: 'level', header: t('commission_manage.level'), render: (row) => row.level, align: 'right', off: true },
    { id: 'rate', header: t('commission.rate'), render: (row) => `${row.rate / 100}%`, align: 'right', off: true },
    {
      id: 'base',
      header: t('commission.base'),
      render: (row) => <Money amount={row.base_amount} currency={row.currency} />,
      align: 'right',
      lesser: true,
    },
    {
      id: 'amount',
      header: t('commission.amount'),
      render: (row) => <CommissionAmount commission={row} />,
      align: 'right',
      sort: 'amount',
      at: 'much',
    },
    { id: 'status', header: t('commission.status'), render: (row) => <CommissionStatusBadge status={row.status} />, at: 'state' },
    { id: 'created', header: t('commission.created'), render: (row) => <DateTime value={row.created_at} />, sort: 'created_at' },
    {
      id: 'frozen',
      header: t('commission_manage.frozen_until'),
      render: (row) => <DateTime value={row.frozen_until} />,
      sort: 'frozen_until',
      off: true,
    },
  ]
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
