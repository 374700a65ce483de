import { Button } from '@mantine/core'
import { fetchTickets, type MyTicket, TicketStatus } from '@portico/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { list, prefetch } from '../api/query.ts'
import { Doctor } from '../diagnosis/doctor.tsx'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { TicketState } from './ticket-state.tsx'
import styles from './tickets.module.css'
import { useLiveTickets } from './use-live-tickets.ts'

const Search = z.object({ page: pageNumber, status: choice(TicketStatus.options) })

/** Query of tickets; `supportlist` is the specification's name. */
const supportlist = (query: z.output<typeof Search>) => list(fetchTickets, { query })
export const loadMyTickets = ({ location }: { location: { search: object } }) => prefetch(supportlist(Search.parse(location.search)))

/** All of the member's tickets, the latest message first. */
export function MyTickets() {
  const t = useT()
  const [search, setSearch] = usePageSearch(Search)
  const { page, status } = search
  const query = useQuery(supportlist(search))
  useLiveTickets()
  const columns: Column<MyTicket>[] = [
    { header: t('ticket.subject'), render: (ticket) => <Subject ticket={ticket} />, at: 'who', wrap: true },
    { header: t('ticket.latest'), render: (ticket) => <Latest ticket={ticket} />, at: 'what' },
    { header: t('ticket.kind'), render: ({ kind }) => t(`ticket_kind.${kind}`), at: 'what', lesser: true },
    { header: t('ticket.state'), render: (ticket) => <TicketState ticket={ticket} />, at: 'state' },
    { header: t('ticket.when'), render: (ticket) => <When ticket={ticket} />, at: 'much' },
  ]
  const options = TicketStatus.options.map((value) => ({ value, label: t(`ticket_status.${value}`) }))
  const isEmpty = query.data?.total === 0 && status === undefined
  return (
    <>
      <PageHeader title={t('title.tickets')} text={t('tickets.text')}>
        {!isEmpty && <NewTicket />}
      </PageHeader>
      <Doctor />
      {!isEmpty && (
        <div className={styles['filter']}>
          <StatusFilter
            label={t('ticket.state')}
            options={options}
            value={status}
            list={query}
            onChange={(value) => setSearch({ status: value })}
          />
        </div>
      )}
      <DataTable
        label={t('title.tickets')}
        query={query}
        columns={columns}
        rowKey={(ticket) => String(ticket.id)}
        page={page}
        onPage={(next) => setSearch({ page: next })}
        empty={status ? <NothingFits onClear={() => setSearch({ status: undefined })} /> : <NoTickets />}
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
