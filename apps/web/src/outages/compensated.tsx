import { IconGift } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { useDate } from '../ui/format/use-date.ts'
import { useCompensationText } from './outage-text.ts'

/** Says what a member received for an outage. */
export function Compensated({ data, render }: EventProps<'outage_compensation'>) {
  const t = useT()
  const date = useDate()
  const what = useCompensationText()
  const day = date(data.began_at)
  const brings = data.brings && t('told_by_staff.days_bring', { day: date(data.brings.begins_at), amount: formatBytes(data.brings.bytes) })
  return render({
    icon: IconGift,
    tone: 'good',
    title: t('compensation.title'),
    text: [t('compensation.line', { node: data.node, day, what: what(data.compensation) }), brings].filter(Boolean).join(' '),
  })
}
