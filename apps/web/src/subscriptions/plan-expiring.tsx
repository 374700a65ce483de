import { IconHourglassLow } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { useDate } from '../ui/format/use-date.ts'

/** Says when the plan ends, unless it is renewed. */
export function PlanExpiring({ data, render }: EventProps<'plan_expiring'>) {
  const t = useT()
  const date = useDate()
  return render({
    icon: IconHourglassLow,
    tone: 'warn',
    title: t('plan_expiring.title', { day: date(data.expires_at) }),
    text: t('plan_expiring.text', { end: date(data.expires_at, 'minute') }),
    link: { to: '/user/plans', label: t('plan_expiring.renew') },
  })
}
