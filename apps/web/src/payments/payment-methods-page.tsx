import { Button } from '@mantine/core'
import { adminListPaymentMethods, type PaymentMethod } from '@portico/contract/payments-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { Banner } from '../ui/banner.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { methodName } from './method-name.ts'
import { PaymentMethodDrawer } from './payment-method-drawer.tsx'
import { PaymentMethodsTable } from './payment-methods-table.tsx'

const methods = list(adminListPaymentMethods, {})

export const Route = createFileRoute('/_signed-in/_console/admin/payment')({
  loader: () => prefetch(methods),
  component: PaymentMethodsPage,
  staticData: { title: 'title.payment' },
})

function PaymentMethodsPage() {
  const t = useT()
  const query = useQuery(methods)
  const [edited, setEdited] = useState<PaymentMethod | 'new' | null>(null)
  const drivers = query.data?.drivers ?? []
  useAskedToOpen(useMay()('payments.write') && drivers.length > 0, () => setEdited('new'))
  const method = edited === 'new' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === method?.id, setEdited)
  const create = drivers.length > 0 && (
    <Allowed to="payments.write">
      <Button onClick={() => setEdited('new')}>{t('pay_method.add')}</Button>
    </Allowed>
  )
  return (
    <>
      <PageHeader title={t('title.payment')} text={t('pay_method.text')}>
        {query.data?.items.length !== 0 && create}
      </PageHeader>
      {query.data?.items.map((row) => (
        <PrivateAddresses key={row.id} method={row} />
      ))}
      <PaymentMethodsTable
        query={query}
        onEdit={setEdited}
        opened={method?.id}
        empty={
          <EmptyState title={t('pay_method.empty')} text={t('pay_method.empty_text')} drawing="start">
            {create}
          </EmptyState>
        }
      />
      {edited && (
        <PaymentMethodDrawer
          key={method?.id}
          method={method}
          drivers={drivers}
          taken={query.data?.items.map(({ name }) => name) ?? []}
          steps={steps}
          onClose={() => setEdited(null)}
        />
      )}
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
