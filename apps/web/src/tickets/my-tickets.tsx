import { Button } from '@mantine/core'
import { fetchTickets, type MyTicket } from '@portico/contract/tickets'
import { Doctor } from '../diagnosis/doctor.tsx'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { TicketState } from './ticket-state.tsx'
import styles from './tickets.module.css'
import { useLiveTickets } from './use-live-tickets.ts'

/** The specification calls these data `supportlist`. */
export const supportlist = listOf(fetchTickets)

/** All of the member's tickets, the latest message first. */
export function MyTickets() {
  const t = useT()
  const list = useList(supportlist)
  useLiveTickets()
  return (
    <>
      <PageHeader title={t('title.tickets')} text={t('tickets.text')}>
        {!list.isEmpty && <NewTicket />}
      </PageHeader>
      <Doctor />
      {!list.isEmpty && (
        <div className={styles['filter']}>
          <StatusFilter label={t('ticket.state')} {...list.choice('status', (value) => t(`ticket_status.${value}`))} list={list.query} />
        </div>
      )}
      <DataTable
        label={t('title.tickets')}
        {...list.table}
        columns={[
          { header: t('ticket.subject'), render: (ticket) => <Subject ticket={ticket} />, at: 'who', wrap: true },
          { header: t('ticket.latest'), render: (ticket) => <Latest ticket={ticket} />, at: 'what' },
          { header: t('ticket.kind'), render: ({ kind }) => t(`ticket_kind.${kind}`), at: 'what', lesser: true },
          { header: t('ticket.state'), render: (ticket) => <TicketState ticket={ticket} />, at: 'state' },
          { header: t('ticket.when'), render: (ticket) => <When ticket={ticket} />, at: 'much' },
        ]}
        empty={<NoTickets />}
      />
    </>
  )
}

function Subject({ ticket: { id, subject, unread } }: { ticket: MyTicket }) {
  const t = useT()
  return (
    <PathLink className={`hit ${styles['subject']}`} to={`/user/ticket/${id}`} data-unread={unread || undefined}>
      <bdi>{subject}</bdi>
      {unread && <span className={styles['unread']}>{t('ticket.unread')}</span>}
    </PathLink>
  )
}

function Latest({ ticket: { latest, unread } }: { ticket: MyTicket }) {
  const t = useT()
  return (
    <span className={styles['latest']} data-unread={unread || undefined}>
      {latest.author === 'member' ? t('ticket.latest_own', { text: latest.text }) : latest.text}
    </span>
  )
}

function When({ ticket }: { ticket: MyTicket }) {
  return (
    <span className={styles['when']}>
      <TimeAgo value={ticket.last_message_at} />
    </span>
  )
}

function NewTicket() {
  const t = useT()
  return (
    <Button component={PathLink} to="/user/ticket/new">
      {t('tickets.new')}
    </Button>
  )
}

function NoTickets() {
  const t = useT()
  return (
    <EmptyState title={t('tickets.empty')} text={t('tickets.empty_text')} drawing="start">
      <NewTicket />
    </EmptyState>
  )
}
