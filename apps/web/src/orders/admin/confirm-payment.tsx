import { Button } from '@mantine/core'
import type { ListedOrder } from '@portico/contract/orders-admin'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'

const MarkPaid = lazyDialog(async () => (await import('./mark-paid.tsx')).MarkPaid)

/** Button of a row: opens the form for a proved or requested transfer. */
export function ConfirmPayment({ order }: { order: ListedOrder }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (!order.proof && !order.transfer) return null
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={t('order_manage.confirm_payment')} onClick={() => setOpen(true)}>
        {t('order_manage.confirm')}
      </Button>
      {open && <MarkPaid order={order} proof={order.proof} transfer={order.transfer} onClose={() => setOpen(false)} />}
    </>
  )
}
