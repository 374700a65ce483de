import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { NotReplaced } from './replace-order.ts'

/** Why an order was refused, with a link to the order that it was to replace. */
export function OrderRefused({ error }: { error: Error }) {
  const t = useT()
  if (!(error instanceof NotReplaced)) {
    return (
      <Banner tone="bad" title={t('configure.failed')}>
        {error.message}
      </Banner>
    )
  }
  return (
    <Banner
      tone="bad"
      title={t('open_order.not_cancelled')}
      action={
        <PathLink className={buttonClass('outline')} to={`/user/order/${error.tradeNo}`}>
          {t('open_order.view')}
        </PathLink>
      }
    >
      {error.message}
    </Banner>
  )
}
