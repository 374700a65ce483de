import { Button } from '@mantine/core'
import { ApiError } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { useOpenOrder } from './open-order.ts'

/** Why an order could not be placed; with the way to the order that is in its way. */
export function OrderRefused({ error }: { error: Error }) {
  const t = useT()
  const isOpen = error instanceof ApiError && error.code === 'order.open_exists'
  return (
    <Banner tone="bad" title={t('configure.failed')} action={isOpen && <ToUnfinished />}>
      {error.message}
    </Banner>
  )
}

function ToUnfinished() {
  const t = useT()
  const open = useOpenOrder()
  return (
    <Button component={PathLink} to={open ? `/user/order/${open.trade_no}` : '/user/orders'} variant="default">
      {t('configure.to_open_order')}
    </Button>
  )
}
