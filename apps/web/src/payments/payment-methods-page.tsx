import {
  adminDeletePaymentMethod,
  adminListPaymentMethods,
  adminSortPaymentMethods,
  adminUpdatePaymentMethod,
  type PaymentMethod,
} from '@portico/contract/payments-admin'
import { createFileRoute } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { formatFixed } from '../ui/form/fixed-point.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { useMoving } from '../ui/list/use-moving.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { RowSwitch } from '../ui/table/row-actions.tsx'
import { rateText } from './exchange-rate.ts'
import { methodName } from './method-name.ts'

const PaymentMethodDrawer = lazyDrawer(async () => (await import('./payment-method-drawer.tsx')).PaymentMethodDrawer)

const methods = listOf(adminListPaymentMethods)

export const Route = createFileRoute('/_signed-in/_console/admin/payment')({
  loader: (route) => methods.load(route),
  component: PaymentMethodsPage,
  staticData: { title: 'title.payment' },
})

function PaymentMethodsPage() {
  const t = useT()
  const list = useList(methods)
  const editing = useEditing(list, 'payments.write')
  const { items = [], drivers = [] } = list.query.data ?? {}
  const create = drivers.length > 0 && editing.button(t('pay_method.add'))
  const moving = useMoving(list, (ids) => call(adminSortPaymentMethods, { body: { ids } }))
  return (
    <>
      <PageHeader title={t('title.payment')} text={t('pay_method.text')}>
        {!list.isEmpty && create}
      </PageHeader>
      {items.map((row) => (
        <PrivateAddresses key={row.id} method={row} />
      ))}
      <DataTable
        label={t('title.payment')}
        {...list.table}
        {...editing.table}
        columns={[
          ...(editing.may ? [moving.handle(t('pay_method.order'))] : []),
          { header: t('pay_method.method'), render: (method) => <strong>{methodName(method.name)}</strong>, opens: true, at: 'who' },
          { header: t('pay_method.driver'), render: (method) => t(`pay_method.driver_${method.driver}`), at: 'what' },
          { header: t('pay_method.fees'), render: (method) => <Fees method={method} />, at: 'much', named: true },
          { header: t('pay_method.currency'), render: (method) => <Rate method={method} />, lesser: true },
          { header: t('pay_method.notify_url'), render: (method) => <NotifyUrl method={method} />, lesser: true },
          {
            header: t('pay_method.enabled'),
            render: ({ id, name, enabled }) => (
              <RowSwitch
                needs="payments.write"
                label={`${name}: ${t('pay_method.enabled')}`}
                on={enabled}
                save={(on) => call(adminUpdatePaymentMethod, { params: { id }, body: { enabled: on } })}
                changes={[adminListPaymentMethods]}
              />
            ),
            at: 'state',
          },
          editing.actions((method) => ({
            name: method.name,
            words: {
              title: t('pay_method.delete_title', { name: method.name }),
              text: t('pay_method.delete_text'),
              done: t('pay_method.deleted', { name: method.name }),
            },
            remove: () => call(adminDeletePaymentMethod, { params: { id: method.id } }),
            renderMore: () => moving.items(method),
          })),
        ]}
        empty={{ title: t('pay_method.empty'), text: t('pay_method.empty_text'), drawing: 'start', children: create }}
      />
      {editing.draw((edited) => (
        <PaymentMethodDrawer drivers={drivers} taken={items.map(({ name }) => name)} {...edited} />
      ))}
    </>
  )
}

function PrivateAddresses({ method }: { method: PaymentMethod }) {
  const t = useT()
  if (method.private_addresses.length === 0) return null
  const addresses = method.private_addresses.join(',')
  return (
    <Banner tone="warn" title={t('pay_method.private_title', { name: methodName(method.name) })}>
      {t('pay_method.private_text', { addresses })}
    </Banner>
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

/** Copies the address to which a gateway reports payments; a dash for methods without a gateway. */
function NotifyUrl({ method }: { method: PaymentMethod }) {
  const t = useT()
  if (method.driver === 'balance' || method.driver === 'manual') return <span>–</span>
  return (
    <span title={method.notify_url}>
      <CopyButton text={method.notify_url} label={t('pay_method.copy_notify_url')} variant="subtle" />
    </span>
  )
}
