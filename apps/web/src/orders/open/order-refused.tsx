import { ApiError } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'

/** Why an order could not be placed; nothing for one that is in its way, since the foot of the page then leads to that order. */
export function OrderRefused({ error }: { error: Error }) {
  const t = useT()
  if (isInTheWay(error)) return null
  return (
    <Banner tone="bad" title={t('configure.failed')}>
      {error.message}
    </Banner>
  )
}

/** Another order is open, which this page may not know of yet. */
export function isInTheWay(error: Error): boolean {
  return error instanceof ApiError && error.code === 'order.open_exists'
}
