import { type AdminTicket, adminListTickets } from '@portico/contract/tickets-admin'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { list } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { TicketState } from '../../tickets/ticket-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { pageNumber, usePageSearch } from '../../ui/page-search.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

const Search = z.object({ page: pageNumber })

/** Tickets of a member, latest message first. */
export function TicketsTab({ id }: { id: number }) {
  const t = useT()
  const router = useRouter()
  const [{ page }, change] = usePageSearch(Search)
  const query = useQuery(list(adminListTickets, { query: { account_id: id, page } }))
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
      query={query}
      columns={columns}
      rowKey={(ticket) => ticket.id}
      onOpen={(ticket) => void router.navigate({ href: `/admin/ticket?ticket=${ticket.id}` })}
      page={page}
      onPage={(next) => change({ page: next })}
      empty={<EmptyState title={t('member_page.no_tickets')} />}
    />
  )
}
