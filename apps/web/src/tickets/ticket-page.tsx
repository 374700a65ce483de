import { createFileRoute, useParams } from '@tanstack/react-router'
import { prefetch } from '../api/query.ts'
import { ticketOf, TicketView } from './ticket-view.tsx'

export const Route = createFileRoute('/_signed-in/user/ticket/$ticketId')({
  loader: ({ params }) => prefetch(ticketOf(params.ticketId)),
  component: TicketPage,
  staticData: { title: 'title.ticket' },
})

function TicketPage() {
  const { ticketId } = useParams({ from: '/_signed-in/user/ticket/$ticketId' })
  return <TicketView key={ticketId} ticketId={ticketId} />
}
