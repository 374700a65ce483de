import { IconGift } from '@tabler/icons-react'
import { useZone } from '../api/site.ts'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { useCompensationText } from './outage-text.ts'

/** Says what a member received for an outage. */
export function Compensated({ data, render }: EventProps<'outage_compensation'>) {
  const t = useT()
  const zone = useZone()
  const what = useCompensationText()
  const day = formatDateTime(data.began_at, zone, 'day')
  return render({
    icon: IconGift,
    tone: 'good',
    title: t('compensation.title'),
    text: t('compensation.line', { node: data.node, day, what: what(data.compensation) }),
  })
}
