import { IconMessage2 } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'

/** Says that staff wrote in a ticket. */
export function TicketAnswered({ data, render }: EventProps<'ticket_answered'>) {
  const t = useT()
  return render({
    icon: IconMessage2,
    tone: 'info',
    title: t('ticket_answered.title'),
    about: data.subject,
    link: { to: `/user/ticket/${data.ticket_id}`, label: t('ticket_answered.read') },
  })
}
