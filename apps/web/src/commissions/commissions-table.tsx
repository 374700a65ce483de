import { Menu, Textarea } from '@mantine/core'
import { canMoveCommission } from '@portico/contract/commissions'
import {
  type AdminCommission,
  adminExportCommissions,
  adminListCommissions,
  adminVoidCommission,
} from '@portico/contract/commissions-admin'
import { useState } from 'react'
import { MemberLink } from '../accounts/member-link.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { t, useT } from '../i18n.ts'
import { OrderLink } from '../orders/order-number.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { ListCsv } from '../ui/list/list-csv.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { MoneyTotals } from '../ui/table/money-totals.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { type ChoosableColumn, useColumns } from '../ui/table/use-columns.ts'
import { CommissionAmount } from './commission-amount.tsx'
import { CommissionStatusBadge } from './commission-status.tsx'

const commissions = listOf(adminListCommissions, { order: '-created_at' })

/** All commissions, for operators: who earned how much from whose order. */
export function CommissionsTable() {
  const t = useT()
  const may = useMay()
  const list = useList(commissions)
  const [voided, setVoided] = useState<AdminCommission | null>(null)
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
  return (
    <>
      <HeaderActions>
        <ListCsv list={list} from={adminExportCommissions} name="commissions" needs={['members.read', 'export']} />
      </HeaderActions>
      <FilterBar {...list.bar} end={<ColumnsMenu columns={columns} />}>
        <SearchField label={t('commission_manage.search')} {...list.filter('q')} />
        <FilterChip label={t('commission.status')} {...list.choice('status', (value) => t(`commission_status.${value}`))} />
      </FilterBar>
      <MoneyTotals
        names={[t('commission.amount')]}
        sums={(list.query.data?.sums ?? []).map(({ currency, amount }) => ({ currency, amounts: [amount] }))}
      />
      <DataTable
        label={t('withdrawal_manage.tab_commissions')}
        {...list.table}
        columns={columns.shown}
        empty={{ title: t('commission_manage.empty'), text: t('commission_manage.empty_text') }}
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
      render: (row) => <OrderLink number={row.trade_no} />,
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
  const { form, bound } = useSavedForm({
    values: { reason: '' },
    check: adminVoidCommission.body,
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
      {...bound}
      onClose={onClose}
    >
      <Textarea
        autosize
        minRows={2}
        maxLength={200}
        data-autofocus
        {...fieldOf(form, 'reason', t('commission_manage.reason'), t('commission_manage.reason_text'))}
      />
    </FormModal>
  )
}
