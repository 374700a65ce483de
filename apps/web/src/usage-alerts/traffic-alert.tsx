import { IconChartBar } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'

/** Says that most of this cycle's traffic is used. */
export function TrafficAlert({ data, render }: EventProps<'usage_alert'>) {
  const t = useT()
  return render({
    icon: IconChartBar,
    tone: 'warn',
    title: t('usage_alert.title', { n: data.threshold }),
    text: t('usage_alert.text'),
    link: { to: '/user/traffics', label: t('usage_alert.see') },
  })
}
