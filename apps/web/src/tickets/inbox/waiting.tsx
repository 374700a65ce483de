import type { TicketCounts } from '@portico/contract/ticket-inbox-admin'
import type { AdminTicket } from '@portico/contract/tickets-admin'
import { useT } from '../../i18n.ts'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import styles from './inbox.module.css'

/** Since when a ticket waits, warm if late; for a closed one, when it was closed. */
export function Waiting({ ticket, targets }: { ticket: AdminTicket; targets: TicketCounts['targets'] | undefined }) {
  const t = useT()
  const { waits, waits_since: since, closed_at: closedAt } = ticket
  if (since === null) return <small className={styles['since']}>{<TimeAgo value={closedAt} />}</small>
  const late = isLate(ticket, targets)
  return (
    <small
      className={styles['since']}
      data-late={late || undefined}
      title={t(waits === 'waiting_staff' ? 'ticket_inbox.waits_staff' : 'ticket_inbox.waits_member')}
    >
      {late && <span className="visually-hidden">{t('ticket_inbox.late')} </span>}
      <TimeAgo value={since} />
    </small>
  )
}

function isLate({ waits, waits_since: since, level }: AdminTicket, targets: TicketCounts['targets'] | undefined): boolean {
  if (waits !== 'waiting_staff' || since === null || !targets) return false
  return Date.now() - new Date(since).getTime() > targets[level] * 1000
}
