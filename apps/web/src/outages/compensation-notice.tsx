import type { EventOf } from '@portico/contract/events'
import type { ReactNode } from 'react'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { useCompensationText } from './outage-text.ts'

/** Says what a member received for an outage. */
export function CompensationNotice({ data, action }: { data: EventOf<'outage_compensation'>; action: ReactNode }) {
  const t = useT()
  const zone = useZone()
  const what = useCompensationText()
  const day = formatDateTime(data.began_at, zone, 'day')
  return (
    <Banner tone="good" title={t('compensation.title')} action={action}>
      {t('compensation.line', { node: data.node, day, what: what(data.compensation) })}
    </Banner>
  )
}
