import type { EventOf } from '@portico/contract/events'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'

/** Says that most of this cycle's traffic is used. */
export function UsageAlertNotice({ data, action }: { data: EventOf<'usage_alert'>; action: ReactNode }) {
  const t = useT()
  return (
    <Banner tone="warn" title={t('usage_alert.title', { n: data.threshold })} action={action}>
      {t('usage_alert.text')}
    </Banner>
  )
}
