import { createFileRoute } from '@tanstack/react-router'
import { loadMyTickets, MyTickets } from './my-tickets.tsx'

export const Route = createFileRoute('/_signed-in/user/ticket/list')({
  loader: loadMyTickets,
  component: MyTickets,
  staticData: { title: 'title.tickets' },
})
