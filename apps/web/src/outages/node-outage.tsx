import { IconPlugConnectedX } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { useDate } from '../ui/format/use-date.ts'

/** Says that a node the member uses is down. */
export function NodeOutage({ data, render }: EventProps<'node_outage'>) {
  const t = useT()
  const since = useDate()(data.began_at, 'minute')
  return render({
    icon: IconPlugConnectedX,
    tone: 'warn',
    title: t('node_outage.title', { node: data.node }),
    text: t('node_outage.text', { since }),
    link: { to: '/user/nodes', label: t('node_outage.see') },
  })
}
