import { createFileRoute } from '@tanstack/react-router'
import { loadMyTickets, MyTickets } from './my-tickets.tsx'

export const Route = createFileRoute('/_signed-in/user/tickets')({
  loader: loadMyTickets,
  component: MyTickets,
  staticData: { title: 'title.tickets' },
})
