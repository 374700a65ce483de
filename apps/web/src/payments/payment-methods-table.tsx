import {
  adminDeletePaymentMethod,
  adminListPaymentMethods,
  adminSortPaymentMethods,
  adminUpdatePaymentMethod,
  type PaymentMethod,
} from '@portico/contract/payments-admin'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useSite } from '../api/site.ts'
import { useOrder } from '../api/use-order.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { formatFixed } from '../ui/form/fixed-point.ts'
import { MoveHandle, MoveItems } from '../ui/table/move-buttons.tsx'
import { RowActions, RowSwitch } from '../ui/table/row-actions.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { methodName } from './method-name.ts'
import { rateText } from './exchange-rate.ts'

interface TableProps {
  query: ListQuery<PaymentMethod>
  opened: number | undefined
  onEdit: (method: PaymentMethod) => void
  empty: ReactNode
}

/** The payment methods, in the order that members see. */
export function PaymentMethodsTable({ query, opened, onEdit, empty }: TableProps) {
  const t = useT()
  const may = useMay()
  const ids = query.data?.items.map((method) => method.id) ?? []
  const sort = useOrder(adminListPaymentMethods, (order) => call(adminSortPaymentMethods, { body: { ids: order } }))
  const writes = may('payments.write')
  const move = { ids, disabled: sort.isPending, onMove: sort.mutate }
  const columns: Column<PaymentMethod>[] = [
    ...(writes ? [{ header: t('pay_method.order'), handle: true, render: () => <MoveHandle {...move} /> }] : []),
    { header: t('pay_method.method'), render: (method) => <strong>{methodName(method.name)}</strong>, opens: true, at: 'who' },
    { header: t('pay_method.driver'), render: (method) => t(`pay_method.driver_${method.driver}`), at: 'what' },
    { header: t('pay_method.fees'), render: (method) => <Fees method={method} />, at: 'much', named: true },
    { header: t('pay_method.currency'), render: (method) => <Rate method={method} />, lesser: true },
    { header: t('pay_method.notify_url'), render: (method) => <NotifyUrl method={method} />, lesser: true },
    { header: t('pay_method.enabled'), render: (method) => <Enabled method={method} />, at: 'state' },
    {
      header: t('table.actions'),
      actions: true,
      render: (method) => (
        <Actions method={method} onEdit={() => onEdit(method)}>
          <MoveItems id={method.id} {...move} />
        </Actions>
      ),
    },
  ]
  return (
    <DataTable
      label={t('title.payment')}
      query={query}
      columns={columns}
      rowKey={(method) => method.id}
      onOpen={writes ? onEdit : undefined}
      opened={opened}
      empty={empty}
    />
  )
}

function Fees({ method }: { method: PaymentMethod }) {
  const t = useT()
  const money = useMoney()
  const currency = useSite()?.currency ?? method.currency
  const { fee_percent: percent, fee_fixed: fixed } = method
  const parts = [percent > 0 ? `${formatFixed(percent, 2)}%` : '', fixed > 0 ? money(fixed, currency) : ''].filter(Boolean)
  return parts.length > 0 ? parts.join(' + ') : t('pay_method.no_fee')
}

function Rate({ method }: { method: PaymentMethod }) {
  const t = useT()
  const site = useSite()?.currency
  if (method.driver === 'balance' || !site || site === method.currency) return method.driver === 'balance' ? '–' : method.currency
  return (
    <div className="stacked">
      <span>{method.currency}</span>
      <small>
        {method.exchange_rate === null
          ? t('pay_method.rate_missing')
          : `1 ${site} = ${rateText(method.exchange_rate, site, method.currency)} ${method.currency}`}
      </small>
    </div>
  )
}

/** Only gateways that report payments to us need the address. */
function NotifyUrl({ method }: { method: PaymentMethod }) {
  const t = useT()
  if (method.driver === 'balance' || method.driver === 'manual') return <span>–</span>
  return (
    <span title={method.notify_url}>
      <CopyButton text={method.notify_url} label={t('pay_method.copy_notify_url')} variant="subtle" />
    </span>
  )
}

function Enabled({ method: { id, name, enabled } }: { method: PaymentMethod }) {
  const t = useT()
  return (
    <RowSwitch
      needs="payments.write"
      label={`${name}: ${t('pay_method.enabled')}`}
      on={enabled}
      save={(next) => call(adminUpdatePaymentMethod, { params: { id }, body: { enabled: next } })}
      changes={[adminListPaymentMethods]}
    />
  )
}

function Actions({ method: { id, name }, onEdit, children }: { method: PaymentMethod; onEdit: () => void; children: ReactNode }) {
  const t = useT()
  return (
    <Allowed to="payments.write">
      <RowActions
        name={name}
        onEdit={onEdit}
        words={{
          title: t('pay_method.delete_title', { name }),
          text: t('pay_method.delete_text'),
          done: t('pay_method.deleted', { name }),
        }}
        remove={() => call(adminDeletePaymentMethod, { params: { id } })}
        changes={[adminListPaymentMethods]}
      >
        {children}
      </RowActions>
    </Allowed>
  )
}
