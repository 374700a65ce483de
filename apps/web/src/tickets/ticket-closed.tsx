import { IconMessageCheck } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'

/** Says that a ticket was closed, by staff or by itself. */
export function TicketClosed({ data, render }: EventProps<'ticket_closed'>) {
  const t = useT()
  return render({
    icon: IconMessageCheck,
    tone: 'info',
    title: t(data.by === 'silence' ? 'ticket_closed.silence' : 'ticket_closed.title'),
    about: data.subject,
    link: { to: `/user/ticket/${data.ticket_id}`, label: t('ticket_closed.see') },
  })
}
