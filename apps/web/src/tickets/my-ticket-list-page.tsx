import { createFileRoute } from '@tanstack/react-router'
import { MyTickets, supportlist } from './my-tickets.tsx'

export const Route = createFileRoute('/_signed-in/user/ticket/list')({
  loader: (route) => supportlist.load(route),
  component: MyTickets,
  staticData: { title: 'title.tickets' },
})
