import type { Ticket } from '@portico/contract/tickets'
import { type MessageKey, useT } from '../i18n.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

/** Whose turn it is, for the member. */
export function TicketState({ ticket: { status, waits } }: { ticket: Pick<Ticket, 'status' | 'waits'> }) {
  const t = useT()
  const [tone, key]: [Tone, MessageKey] =
    status === 'closed'
      ? ['quiet', 'ticket.state_closed']
      : waits === 'waiting_member'
        ? ['warn', 'ticket.state_waiting_member']
        : ['busy', 'ticket.state_waiting_staff']
  return <StatusBadge tone={tone} label={t(key)} />
}
