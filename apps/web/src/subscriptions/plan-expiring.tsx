import { IconHourglassLow } from '@tabler/icons-react'
import { useZone } from '../api/site.ts'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { formatDateTime } from '../ui/format/format-time.ts'

/** Says when the plan ends, unless it is renewed. */
export function PlanExpiring({ data, render }: EventProps<'plan_expiring'>) {
  const t = useT()
  const zone = useZone()
  return render({
    icon: IconHourglassLow,
    tone: 'warn',
    title: t('plan_expiring.title', { day: formatDateTime(data.expires_at, zone, 'day') }),
    text: t('plan_expiring.text', { end: formatDateTime(data.expires_at, zone) }),
    link: { to: '/user/plans', label: t('plan_expiring.renew') },
  })
}
