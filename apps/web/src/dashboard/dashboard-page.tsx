import { getDashboard } from '@portico/contract/subscriptions'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { get, prefetch } from '../api/query.ts'
import { isAdmin, useWho, who } from '../api/who.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { MemberHome } from './member-home.tsx'

// Lazy, because members do not need it.
const ConsoleHome = lazy(() => import('./console-home.tsx').then((module) => ({ default: module.ConsoleHome })))
const FactorNeeded = lazy(() => import('../factors/factor-needed.tsx').then((module) => ({ default: module.FactorNeeded })))

export const Route = createFileRoute('/_signed-in/dashboard')({
  loader: () => (isAdmin(who.get()) ? undefined : prefetch(get(getDashboard, {}))),
  component: DashboardPage,
  staticData: { title: 'title.dashboard' },
})

function DashboardPage() {
  const user = useWho()
  if (!isAdmin(user)) return <MemberHome />
  return <Suspense fallback={<PageLoading />}>{user.needs_factor ? <FactorNeeded /> : <ConsoleHome />}</Suspense>
}
