import { adminListTickets, type AdminTicket } from '@portico/contract/tickets-admin'
import { useRouter } from '@tanstack/react-router'
import { useT } from '../../i18n.ts'
import { TicketState } from '../../tickets/ticket-state.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { listOf } from '../../ui/list/list-of.ts'
import { useList } from '../../ui/list/use-list.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

const tickets = listOf(adminListTickets)

/** Tickets of a member, latest message first. */
export function TicketsTab({ id }: { id: number }) {
  const t = useT()
  const router = useRouter()
  const list = useList(tickets, { account_id: id })
  const columns: Column<AdminTicket>[] = [
    { header: t('ticket.subject'), render: ({ subject }) => <bdi>{subject}</bdi>, opens: true, at: 'who' },
    { header: t('ticket.kind'), render: ({ kind }) => t(`ticket_kind.${kind}`), at: 'what' },
    { header: t('ticket.state'), render: (ticket) => <TicketState ticket={ticket} />, at: 'state' },
    { header: t('member_page.assignee'), render: ({ assignee }) => assignee ?? '–', lesser: true },
    { header: t('ticket.latest'), render: (ticket) => <TimeAgo value={ticket.last_message_at} />, at: 'much' },
  ]
  return (
    <DataTable
      label={t('member_page.tab_tickets')}
      {...list.table}
      columns={columns}
      onOpen={(ticket) => void router.navigate({ href: `/admin/ticket?ticket=${ticket.id}` })}
      empty={{ title: t('member_page.no_tickets') }}
    />
  )
}
