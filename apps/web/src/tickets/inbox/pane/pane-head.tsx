import { ActionIcon, Button } from '@mantine/core'
import type { AdminTicket } from '@portico/contract/tickets-admin'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMay } from '../../../api/may.ts'
import { useT } from '../../../i18n.ts'
import { TimeAgo } from '../../../ui/format/time-ago.tsx'
import { PathLink } from '../../../ui/path-link.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import { useTicketActs } from '../use-ticket-acts.ts'
import { PaneMenus } from './pane-menus.tsx'
import styles from './pane.module.css'

interface HeadProps {
  ticket: AdminTicket
  /** Who else has the ticket open. */
  others: { name: string; writing: boolean }[]
  onBack: () => void
}

/** What a ticket is about and whose turn it is, with what can be done besides answering. */
export function PaneHead({ ticket, others, onBack }: HeadProps) {
  const t = useT()
  const may = useMay()
  const acts = useTicketActs(ticket)
  const isOpen = ticket.status === 'open'
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <ActionIcon className={styles['back'] ?? ''} variant="subtle" color="gray" aria-label={t('ticket_inbox.back')} onClick={onBack}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <h2 className="breaks">{ticket.subject}</h2>
        {may('tickets.write') && (
          <Button size="compact-md" variant="default" loading={acts.isMoving} onClick={() => void (isOpen ? acts.close() : acts.reopen())}>
            {t(isOpen ? 'ticket_inbox.close' : 'ticket_inbox.reopen')}
          </Button>
        )}
      </div>
      <div className={styles['about']}>
        <span className="breaks">
          #{ticket.id} ·{' '}
          {may('members.read') ? <PathLink to={`/admin/user?user=${ticket.account_id}`}>{ticket.member}</PathLink> : ticket.member}
        </span>
        <StatusBadge tone={toneOf(ticket)} label={t(`ticket_inbox.state_${ticket.waits ?? 'closed'}`)} />
        <PaneMenus ticket={ticket} acts={acts} />
      </div>
      {ticket.closes_at !== null && (
        <p className={styles['closes']}>
          {t('ticket_inbox.closes')} <TimeAgo value={ticket.closes_at} />
        </p>
      )}
      {others.length > 0 && (
        <p className={styles['others']} role="status">
          {others
            .map(({ name, writing }) => t(writing ? 'ticket_inbox.other_writes' : 'ticket_inbox.other_looks', { name }))
            .join(t('ticket_inbox.comma'))}
        </p>
      )}
    </header>
  )
}

function toneOf({ waits }: AdminTicket): Tone {
  if (waits === null) return 'quiet'
  return waits === 'waiting_staff' ? 'warn' : 'busy'
}
