import { getDashboard } from '@portico/contract/subscriptions'
import { createFileRoute } from '@tanstack/react-router'
import { get, prefetch } from '../api/query.ts'
import { isAdmin, useWho, who } from '../api/who.ts'
import { ConsoleHome } from './console-home.tsx'
import { MemberHome } from './member-home.tsx'

export const Route = createFileRoute('/_signed-in/dashboard')({
  loader: () => (isAdmin(who.get()) ? undefined : prefetch(get(getDashboard, {}))),
  component: DashboardPage,
  staticData: { title: 'title.dashboard' },
})

function DashboardPage() {
  return isAdmin(useWho()) ? <ConsoleHome /> : <MemberHome />
}
